// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict keep_best bug , accesses
// The write is behind a comparison of floats, as in every top-k. Which values
// pass it is easy to see: any that is above 0.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, k in 1..32),
    tensor(out, f32, [rows]),
    tensor(in, f32, [rows]),
    scalar(top = k),
    launch(grid = [rows], block = [1]))
__global__ void keep_best(float *out, const float *in, int top) {
  float best[16];
  best[0] = 0.0f;
  const float v = in[blockIdx.x];
  if (v > 0.0f)
    // CHECK: :[[@LINE+6]]:5: warning: 'best[top - 1]' writes element 16 of
    // CHECK-SAME: 'best', which has 16 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (1, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user), k = 17 (user); needs 8 bytes of device
    // CHECK-SAME: memory
    best[top - 1] = v;
  out[blockIdx.x] = best[0];
}
