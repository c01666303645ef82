// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: an unsigned counter has room for one more step after the last
// index below 2^31: 2^31 - 2 + 2^20 < 2^32.
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
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = first; i < (unsigned)n; i += blockDim.x * gridDim.x)
    sum += (float)x[i];
  out[first] = sum;
}
