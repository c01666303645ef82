// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Vectors while all four are inside, then one by one. Near miss: a second case
// that has only whole vectors.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(a, f32, [n]),
    scalar(count = n),
    launch(grid = [ceildiv(n, 1024)], block = [256]))
__global__ void add_vec(float *out, const float *a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 + 3 < count) {
    float4 v = reinterpret_cast<const float4 *>(a)[i];
    v.x += b, v.y += b, v.z += b, v.w += b;
    reinterpret_cast<float4 *>(out)[i] = v;
  } else {
    for (int k = i * 4; k < count; ++k)
      out[k] = a[k] + b;
  }
}

__m2k_iface(
    user(n in 1..256K),
    tensor(out, f32, [n * 4]),
    tensor(a, f32, [n * 4]),
    scalar(count = n * 4),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void add_vec_whole(float *out, const float *a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < count) {
    float4 v = reinterpret_cast<const float4 *>(a)[i];
    v.x += b, v.y += b, v.z += b, v.w += b;
    reinterpret_cast<float4 *>(out)[i] = v;
  }
}
