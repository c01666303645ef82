// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The number of the word is 64-bit.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..1M),
    tensor(out, i8, [rows, 32768]),
    tensor(words, i32, [rows, 4096]),
    scalar(n = 32768),
    launch(grid = [rows, 16], block = [256]))
__global__ void unpack_words(int8_t *out, const uint32_t *words, int n) {
  const int word = blockIdx.y * 256 + threadIdx.x;
  const int row = blockIdx.x;
  const int64_t at = (int64_t)row * (n / 8) + word;
  const uint32_t w = words[at];
#pragma unroll
  for (int b = 0; b < 8; ++b)
    out[at * 8 + b] = (w >> (4 * b)) & 15;
}
