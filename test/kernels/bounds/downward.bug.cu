// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict last_valid bug , accesses
// An unsigned counter is always >= 0: after element 0 it is 2^32 - 1. There is
// one row only; in a second one, -1 would be the last element of the first.
#include <m2k.h>

__m2k_iface(
    user(len in 1..4096),
    tensor(out, i32, [1]),
    tensor(mask, i32, [len]),
    scalar(n = len),
    launch(grid = [1], block = [1]))
__global__ void last_valid(int *out, const int *mask, int n) {
  int found = -1;
  for (unsigned i = n - 1; i >= 0; --i) {
    // CHECK: :[[@LINE+7]]:9: warning: 'mask[i]' reads element 4294967295 of
    // CHECK-SAME: 'mask', which has 1 element [-Wm2k-out-of-bounds]
    // CHECK: note: on the way to this address, '--i' overflows 32 bits: -1
    // CHECK-SAME: becomes 4294967295
    // CHECK: note: launched with grid = (1, 1, 1), block = (1, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for len = 1 (user); needs 8 bytes of device memory
    if (mask[i] != 0) {
      found = i;
      break;
    }
  }
  out[blockIdx.x] = found;
}
