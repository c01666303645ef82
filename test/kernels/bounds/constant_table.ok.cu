// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Four bits.
#include <m2k.h>

__constant__ float levels[16];

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n, 64]),
    launch(grid = [n], block = [64]))
__global__ void dequant(float *out) {
  const int lane = threadIdx.x & 15;
  out[blockIdx.x * 64 + threadIdx.x] = levels[lane];
}
