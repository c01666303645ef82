// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict dequant bug , accesses
// A lane has five bits, the table in constant memory 16 entries: lane 16.
#include <m2k.h>

__constant__ float levels[16];

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n, 64]),
    launch(grid = [n], block = [64]))
__global__ void dequant(float *out) {
  const int lane = threadIdx.x & 31;
  // CHECK: :[[@LINE+5]]:40: warning: 'levels[lane]' reads element 16 of
  // CHECK-SAME: 'levels', which has 16 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (64, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (16, 0, 0)
  // CHECK: note: for n = 1 (user); needs 256 bytes of device memory
  out[blockIdx.x * 64 + threadIdx.x] = levels[lane];
}
