// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict row_lengths bug , accesses
// Row offsets have one entry more than rows; here they have as many. One row
// reads entry 1 of 1.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..1M),
    tensor(lengths, i32, [rows]),
    tensor(indptr, i32, [rows]),
    scalar(n = rows),
    launch(grid = [ceildiv(rows, 128)], block = [128]))
__global__ void row_lengths(int *lengths, const int *indptr, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    const int begin = indptr[row];
    // CHECK: :[[@LINE+5]]:20: warning: 'indptr[row + 1]' reads element 1 of
    // CHECK-SAME: 'indptr', which has 1 element [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user); needs 8 bytes of device memory
    lengths[row] = indptr[row + 1] - begin;
  }
}
