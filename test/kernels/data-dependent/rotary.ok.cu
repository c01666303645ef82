// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Up to the last position.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536),
    tensor(x, f32, [tokens, 4, 64]),
    tensor(cache, f32, [4096, 64]),
    tensor(positions, i64, [tokens], values in 0..4095),
    launch(grid = [tokens], block = [128]))
__global__ void rotary(float *x, const float *cache, const int64_t *positions) {
  const int head = threadIdx.x / 32, i = threadIdx.x % 32;
  const float *row = cache + positions[blockIdx.x] * 64;
  const float c = row[i];
  const float s = row[32 + i];
  float *at = x + ((size_t)blockIdx.x * 4 + head) * 64;
  const float a = at[i], b = at[32 + i];
  at[i] = a * c - b * s;
  at[32 + i] = b * c + a * s;
}
