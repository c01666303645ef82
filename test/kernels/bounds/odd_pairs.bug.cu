// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict swap_pairs bug , accesses
// Pairs of an odd dimension: with d = 1 the second of the pair is element 1
// of 1. The loop steps by two and looks at the first only.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    fixed(dim in 1..256),
    tensor(x, f32, [rows, dim]),
    scalar(d = dim),
    launch(grid = [rows], block = [32]))
__global__ void swap_pairs(float *x, int d) {
  float *row = x + (size_t)blockIdx.x * d;
  for (int i = 2 * threadIdx.x; i < d; i += 2 * blockDim.x) {
    const float first = row[i];
    // CHECK: :[[@LINE+6]]:15: warning: 'row[i + 1]' reads element 1 of 'x',
    // CHECK-SAME: which has 1 element [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (32, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user), dim = 1 (model); needs 4 bytes of
    // CHECK-SAME: device memory
    row[i] = -row[i + 1];
    // CHECK: :[[@LINE+2]]:5: warning: 'row[i + 1]' writes element 1 of 'x',
    // CHECK-SAME: which has 1 element [-Wm2k-out-of-bounds]
    row[i + 1] = first;
  }
}
