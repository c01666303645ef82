// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict rotary bug , accesses
// Positions up to the table's length, included: the table of 4096 positions
// has 4096 * 64 = 262144 elements, position 4096 starts behind them.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536),
    tensor(x, f32, [tokens, 4, 64]),
    tensor(cache, f32, [4096, 64]),
    tensor(positions, i64, [tokens], values in 0..4096),
    launch(grid = [tokens], block = [128]))
__global__ void rotary(float *x, const float *cache, const int64_t *positions) {
  const int head = threadIdx.x / 32, i = threadIdx.x % 32;
  const float *row = cache + positions[blockIdx.x] * 64;
  // CHECK: :[[@LINE+3]]:19: warning: 'row[i]' reads element 262144 of 'cache',
  // CHECK-SAME: which has 262144 elements [-Wm2k-out-of-bounds]
  // CHECK: note: for tokens = 1 (user); needs 1.0 MiB of device memory
  const float c = row[i];
  // CHECK: :[[@LINE+2]]:19: warning: 'row[32 + i]' reads element 262176 of
  // CHECK-SAME: 'cache', which has 262144 elements [-Wm2k-out-of-bounds]
  const float s = row[32 + i];
  float *at = x + ((size_t)blockIdx.x * 4 + head) * 64;
  const float a = at[i], b = at[32 + i];
  at[i] = a * c - b * s;
  at[32 + i] = b * c + a * s;
}
