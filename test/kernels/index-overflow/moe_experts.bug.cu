// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict moe_gemv bug , accesses
// expert * (k / 8) * n words of eight 4-bit weights. k / 8 = 2048 and
// n = 16384 make 2^25 words an expert, so expert 64 is the first at 2^31, and
// 65 experts are needed: 8.1 GiB, with one token.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..4096),
    fixed(experts in 1..160),
    tensor(y, f32, [tokens, 16384]),
    tensor(x, f32, [tokens, 16384]),
    tensor(qweight, i32, [experts, 2048, 16384]),
    tensor(expert_ids, i32, [tokens], values in 0..experts - 1),
    scalar(k = 16384), scalar(n = 16384),
    launch(grid = [64, tokens], block = [256]))
__global__ void moe_gemv(float *y, const float *x, const uint32_t *qweight,
                         const int *expert_ids, int k, int n) {
  const int token = blockIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int expert = expert_ids[token];
  float sum = 0;
  for (int w = 0; w < k / 8; ++w) {
    // CHECK: :[[@LINE+8]]:29: warning: 'expert * (k / 8) * n' overflows 32
    // CHECK-SAME: bits: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'qweight', i32[experts, 2048, 16384], reads
    // CHECK-SAME: element -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (64, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for tokens = 1 (user), experts = 65 (model); needs 8.1 GiB
    // CHECK-SAME: of device memory
    uint32_t word = qweight[expert * (k / 8) * n + w * n + col];
#pragma unroll
    for (int b = 0; b < 8; ++b)
      sum += x[(size_t)token * k + w * 8 + b] * (float)((word >> (4 * b)) & 15);
  }
  y[(size_t)token * n + col] = sum;
}
