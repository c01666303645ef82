// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// A slot for each of 32 possible warps, read as far as there are warps.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    fixed(threads in 32..1024 step 32),
    tensor(out, f32, [rows]),
    tensor(in, f32, [rows, threads]),
    launch(grid = [rows], block = [threads]))
__global__ void row_max(float *out, const float *in) {
  __shared__ float slots[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = in[(size_t)blockIdx.x * blockDim.x + threadIdx.x];
  for (int mask = 16; mask > 0; mask /= 2)
    v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, mask));
  if (lane == 0)
    slots[warp] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < (int)blockDim.x / 32; ++w)
      v = fmaxf(v, slots[w]);
    out[blockIdx.x] = v;
  }
}
