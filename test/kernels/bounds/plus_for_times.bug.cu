// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict fill bug , accesses
// The guard adds where it should multiply. One row of 64: 64 elements, but
// i = 64 is below 1 + 64.
#include <m2k.h>

__m2k_iface(
    user(h in 1..4096),
    fixed(w in {64, 128}),
    tensor(out, f32, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(h * w, 256)], block = [256]))
__global__ void fill(float *out, float value, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows + cols)
    // CHECK: :[[@LINE+6]]:5: warning: 'out[i]' writes element 64 of 'out',
    // CHECK-SAME: which has 64 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (64, 0, 0)
    // CHECK: note: for h = 1 (user), w = 64 (model); needs 256 bytes of device
    // CHECK-SAME: memory
    out[i] = value;
}
