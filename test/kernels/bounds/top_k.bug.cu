// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict top_k bug , accesses
// Sixteen registers for the best k, and k above 16: k = 17 clears element 16.
// Where the array is searched, it is element k - 1 = 16.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, k in 1..64),
    tensor(out, f32, [rows, k]),
    tensor(in, f32, [rows, 1024]),
    scalar(top = k),
    launch(grid = [rows], block = [1]))
__global__ void top_k(float *out, const float *in, int top) {
  float best[16];
  int zeros = 0;
  const float *row = in + (size_t)blockIdx.x * 1024;
  for (int j = 0; j < top; ++j)
    // CHECK: :[[@LINE+6]]:5: warning: 'best[j]' writes element 16 of 'best',
    // CHECK-SAME: which has 16 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (1, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user), k = 17 (user); needs 4.1 KiB of device
    // CHECK-SAME: memory
    best[j] = -1e30f;
  for (int i = 0; i < 1024; ++i) {
    // CHECK: :[[@LINE+2]]:9: warning: 'best[top - 1]' reads element 16 of
    // CHECK-SAME: 'best', which has 16 elements [-Wm2k-out-of-bounds]
    if (best[top - 1] == 0.0f)
      ++zeros;
    // CHECK: :[[@LINE+2]]:5: warning: 'best[top - 1]' writes element 16 of
    // CHECK-SAME: 'best', which has 16 elements [-Wm2k-out-of-bounds]
    best[top - 1] = row[i];
  }
  out[(size_t)blockIdx.x * top] = zeros;
}
