// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict dequant_groups bug , accesses
// Scales per group of 128 inputs, in a tensor of k / 128 groups, with k that
// is no multiple: with k = 129 the last input is of group 1 of 1, which starts
// at n = 256.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    fixed(k in 128..16384),
    tensor(out, f32, [k, 256]),
    tensor(q, i8, [k, 256]),
    tensor(scales, f32, [k / 128, 256]),
    launch(grid = [k], block = [256]))
__global__ void dequant_groups(float *out, const int8_t *q,
                               const float *scales) {
  const int row = blockIdx.x, col = threadIdx.x;
  // CHECK: :[[@LINE+6]]:23: warning: 'scales[row / 128 * 256 + col]' reads
  // CHECK-SAME: element 256 of 'scales', which has 256 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (129, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (128, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for k = 129 (model); needs 162.2 KiB of device memory
  const float scale = scales[row / 128 * 256 + col];
  out[row * 256 + col] = q[row * 256 + col] * scale;
}
