// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict mean_pool bug , accesses
// Lengths count one token more than there is room for. One sequence of one
// token, length 2: token 1 starts at element 64.
#include <m2k.h>

__m2k_iface(
    user(batch in 1..256, len in 1..4096),
    tensor(out, f32, [batch, 64]),
    tensor(x, f32, [batch, len, 64]),
    tensor(lengths, i32, [batch], values in 1..len + 1),
    scalar(max_len = len),
    launch(grid = [batch], block = [64]))
__global__ void mean_pool(float *out, const float *x, const int *lengths,
                          int max_len) {
  const int n = lengths[blockIdx.x];
  const float *rows = x + (size_t)blockIdx.x * max_len * 64;
  float sum = 0;
  for (int t = 0; t < n; ++t)
    // CHECK: :[[@LINE+7]]:12: warning: 'rows[t * 64 + threadIdx.x]' reads
    // CHECK-SAME: element 64 of 'x', which has 64 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (64, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for batch = 1 (user), len = 1 (user); needs 516 bytes of
    // CHECK-SAME: device memory
    sum += rows[t * 64 + threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = sum / n;
}
