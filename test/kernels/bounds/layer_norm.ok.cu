// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// A whole layer norm: grid of rows, vectors of four, warp and block reduction,
// rows of any stated size.
#include <m2k.h>

__device__ float warp_sum(float v) {
  for (int mask = 16; mask > 0; mask >>= 1)
    v += __shfl_xor_sync(0xffffffffu, v, mask);
  return v;
}

__device__ float block_sum(float v, float *slots) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warp_sum(v);
  if (lane == 0)
    slots[warp] = v;
  __syncthreads();
  v = threadIdx.x < (blockDim.x >> 5) ? slots[lane] : 0.0f;
  if (warp == 0)
    v = warp_sum(v);
  if (threadIdx.x == 0)
    slots[0] = v;
  __syncthreads();
  return slots[0];
}

__m2k_iface(
    user(tokens in 1..1M),
    fixed(hidden in {768, 4096, 7168}),
    tensor(out, f32, [tokens, hidden]),
    tensor(in, f32, [tokens, hidden]),
    tensor(weight, f32, [hidden]),
    tensor(bias, f32, [hidden]),
    scalar(cols = hidden),
    launch(grid = [tokens], block = [min(hidden / 4, 1024)]))
__global__ void __launch_bounds__(1024)
    layer_norm(float *out, const float *in, const float *weight,
               const float *bias, int cols, float eps) {
  __shared__ float slots[32];
  const int vectors = cols / 4;
  const float4 *row =
      reinterpret_cast<const float4 *>(in) + (size_t)blockIdx.x * vectors;
  float4 *to = reinterpret_cast<float4 *>(out) + (size_t)blockIdx.x * vectors;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    const float4 v = row[i];
    sum += v.x + v.y + v.z + v.w;
    squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  sum = block_sum(sum, slots);
  __syncthreads();
  squares = block_sum(squares, slots);
  const float mean = sum / cols;
  const float scale = rsqrtf(squares / cols - mean * mean + eps);
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    float4 v = row[i];
    const float4 w = reinterpret_cast<const float4 *>(weight)[i];
    const float4 b = reinterpret_cast<const float4 *>(bias)[i];
    v.x = (v.x - mean) * scale * w.x + b.x;
    v.y = (v.y - mean) * scale * w.y + b.y;
    v.z = (v.z - mean) * scale * w.z + b.z;
    v.w = (v.w - mean) * scale * w.w + b.w;
    to[i] = v;
  }
}
