// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict zero_pad bug , accesses
// The early return asks for both to be outside. One pixel: (1, 0), the same
// column of the row below, is element 1 of 1, as (0, 1) would be.
#include <m2k.h>

__m2k_iface(
    user(h in 1..4096, w in 1..4096),
    tensor(out, f32, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(w, 32), ceildiv(h, 8)], block = [32, 8]))
__global__ void zero_pad(float *out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows && col >= cols)
    return;
  // CHECK: :[[@LINE+5]]:3: warning: 'out[row * cols + col]' writes element 1 of
  // CHECK-SAME: 'out', which has 1 element [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (32, 8, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 1, 0)
  // CHECK: note: for h = 1 (user), w = 1 (user); needs 4 bytes of device memory
  out[row * cols + col] = 0.0f;
}
