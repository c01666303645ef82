// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict pick_half bug , accesses
// A missing break: the second half is taken for a third one. With one row of
// 128, element 2 * 128 is the first behind both halves.
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
  default:
    half += rows * 128;
  }
  // CHECK: :[[@LINE+5]]:19: warning: 'in[half + at]' reads element 256 of 'in',
  // CHECK-SAME: which has 256 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for n = 1 (user); needs 1.5 KiB of device memory
  const float v = in[half + at];
  out[at] = v;
}
