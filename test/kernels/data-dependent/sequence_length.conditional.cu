// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json verdict mean_pool conditional , reason values , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-precondition %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// The loop runs as far as the loaded length says.
#include <m2k.h>

__m2k_iface(
    user(batch in 1..256, len in 1..4096),
    tensor(out, f32, [batch, 64]),
    tensor(x, f32, [batch, len, 64]),
    tensor(lengths, i32, [batch]),
    scalar(max_len = len),
    launch(grid = [batch], block = [64]))
__global__ void mean_pool(float *out, const float *x, const int *lengths,
                          int max_len) {
  const int n = lengths[blockIdx.x];
  const float *rows = x + (size_t)blockIdx.x * max_len * 64;
  float sum = 0;
  for (int t = 0; t < n; ++t)
    // CHECK: :[[@LINE+3]]:12: warning: 'rows[t * 64 + threadIdx.x]' is safe
    // CHECK-SAME: only under a condition: nothing bounds the values in
    // CHECK-SAME: 'lengths' [-Wm2k-precondition]
    sum += rows[t * 64 + threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = sum / n;
}
