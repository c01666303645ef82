// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// With the break.
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n, 128]),
    tensor(in, f32, [2, n, 128]),
    scalar(rows = n), scalar(mode in 0..1),
    launch(grid = [n], block = [128]))
__global__ void pick_half(float *out, const float *in, int rows, int mode) {
  const int at = blockIdx.x * 128 + threadIdx.x;
  int half = 0;
  switch (mode) {
  case 0:
    break;
  case 1:
    half = rows * 128;
    break;
  default:
    return;
  }
  out[at] = in[half + at];
}
