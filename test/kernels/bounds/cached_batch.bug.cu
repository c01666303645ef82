// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict append_state bug , accesses
// The state is cached for 32 sequences, and the batch has up to 64. Sequence
// 32 starts at element 32 * 4 * 128 = 16384.
#include <m2k.h>

__m2k_iface(
    user(batch in 1..64),
    tensor(state, f32, [32, 4, 128]),
    tensor(x, f32, [batch, 128]),
    launch(grid = [4, batch], block = [128]))
__global__ void append_state(float *state, const float *x) {
  const int head = blockIdx.x, seq = blockIdx.y, d = threadIdx.x;
  const float v = x[seq * 128 + d];
  // CHECK: :[[@LINE+6]]:3: warning: 'state[(seq * 4 + head) * 128 + d]' writes
  // CHECK-SAME: element 16384 of 'state', which has 16384 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (4, 33, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 32, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for batch = 33 (user); needs 80.5 KiB of device memory
  state[(seq * 4 + head) * 128 + d] = v;
}
