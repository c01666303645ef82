// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict ring_read bug , accesses
// The remainder of a negative number is negative: (0 - 1) % 16 = -1.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..4096, back in 0..15),
    tensor(out, f32, [rows, 16]),
    tensor(ring, f32, [rows, 16]),
    scalar(shift = back),
    launch(grid = [rows], block = [16]))
__global__ void ring_read(float *out, const float *ring, int shift) {
  const int tid = threadIdx.x, base = blockIdx.x * 16;
  // CHECK: :[[@LINE+8]]:7: warning: 'ring[base + (tid - shift) % 16]' reads
  // CHECK-SAME: element -1 of 'ring', which has 16 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (16, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for rows = 1 (user), back = 1 (user); needs 128 bytes of
  // CHECK-SAME: device memory
  out[base + tid] =
      ring[base + (tid - shift) % 16];
}
