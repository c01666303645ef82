// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict rotate bug , accesses
// A table of 2048 positions and longer sequences: position 2048 starts at
// element 2048 * 32 = 65536. The smallest such sequence has 2049 tokens.
#include <m2k.h>

__m2k_iface(
    user(seq in 1..131072),
    tensor(x, f32, [seq, 64]),
    tensor(cos_table, f32, [2048, 32]),
    launch(grid = [seq], block = [32]))
__global__ void rotate(float *x, const float *cos_table) {
  const int pos = blockIdx.x, i = threadIdx.x;
  // CHECK: :[[@LINE+6]]:19: warning: 'cos_table[pos * 32 + i]' reads element
  // CHECK-SAME: 65536 of 'cos_table', which has 65536 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (2049, 1, 1), block = (32, 1, 1); in
  // CHECK-SAME: blockIdx = (2048, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for seq = 2049 (user); needs 768.2 KiB of device memory
  const float c = cos_table[pos * 32 + i];
  x[pos * 64 + i] *= c;
  x[pos * 64 + 32 + i] *= c;
}
