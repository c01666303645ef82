// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict last_valid bug , accesses
// An unsigned counter is always >= 0: after element 0 it is 2^32 - 1.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..4096, len in 1..4096),
    tensor(out, i32, [rows]),
    tensor(mask, i32, [rows, len]),
    scalar(n = len),
    launch(grid = [rows], block = [1]))
__global__ void last_valid(int *out, const int *mask, int n) {
  const int *row = mask + (size_t)blockIdx.x * n;
  int found = -1;
  for (unsigned i = n - 1; i >= 0; --i) {
    // CHECK: :[[@LINE+8]]:9: warning: reads element 4294967295 of 'mask', which
    // CHECK-SAME: has 1 elements [-Wm2k-out-of-bounds]
    // CHECK: note: on the way to this address, this overflows 32 bits: -1
    // CHECK-SAME: becomes 4294967295
    // CHECK: note: launched with grid = (1, 1, 1), block = (1, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user), len = 1 (user); needs 8 bytes of device
    // CHECK-SAME: memory
    if (row[i] != 0) {
      found = i;
      break;
    }
  }
  out[blockIdx.x] = found;
}
