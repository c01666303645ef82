// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// tid >= 32.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n, 32]),
    tensor(in, f32, [n, 32]),
    launch(grid = [n], block = [1024]))
__global__ void warp_totals(float *out, const float *in) {
  __shared__ float totals[32];
  const int tid = threadIdx.x;
  if (tid >= 32)
    return;
  const size_t row = (size_t)blockIdx.x * 32;
  totals[tid] = in[row + tid];
  if (tid == 0) {
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += totals[i];
    out[row] = sum;
  }
}
