// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The expert's offset is 64-bit; what is added to it stays below 2^25.
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
  const int64_t expert = expert_ids[token];
  float sum = 0;
  for (int w = 0; w < k / 8; ++w) {
    uint32_t word = qweight[expert * (k / 8) * n + w * n + col];
#pragma unroll
    for (int b = 0; b < 8; ++b)
      sum += x[(size_t)token * k + w * 8 + b] * (float)((word >> (4 * b)) & 15);
  }
  y[(size_t)token * n + col] = sum;
}
