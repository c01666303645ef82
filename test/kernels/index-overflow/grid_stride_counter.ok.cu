// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// A counter of 64 bits.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(count in 1..2147483647),
    tensor(out, f32, [1024, 1024]),
    tensor(x, f16, [count]),
    scalar(n = count),
    launch(grid = [1024], block = [1024]))
__global__ void sum_flat(float *out, const __half *x, int n) {
  float sum = 0;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int64_t i = first; i < n; i += blockDim.x * gridDim.x)
    sum += (float)x[i];
  out[first] = sum;
}
