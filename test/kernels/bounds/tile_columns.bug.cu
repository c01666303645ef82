// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict blur bug , accesses
// Rows are guarded, columns are not. One row of one column, tiles of 16: the
// pixel (0, 1) is element 1 of 1. (In a lower row it would be the next row's
// first pixel, which exists in all rows but the last.)
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(h in 1..4096, w in 1..4096),
    tensor(out, u8, [h, w]),
    tensor(in, u8, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(w, 16), ceildiv(h, 16)], block = [16, 16]))
__global__ void blur(uint8_t *out, const uint8_t *in, int rows, int cols) {
  const int col = blockIdx.x * 16 + threadIdx.x;
  const int row = blockIdx.y * 16 + threadIdx.y;
  if (row >= rows)
    return;
  // CHECK: :[[@LINE+5]]:17: warning: 'in[row * cols + col]' reads element 1 of
  // CHECK-SAME: 'in', which has 1 element [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (16, 16, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (1, 0, 0)
  // CHECK: note: for h = 1 (user), w = 1 (user); needs 2 bytes of device memory
  const int v = in[row * cols + col];
  // CHECK: :[[@LINE+2]]:3: warning: 'out[row * cols + col]' writes element 1 of
  // CHECK-SAME: 'out', which has 1 element [-Wm2k-out-of-bounds]
  out[row * cols + col] = v / 2;
}
