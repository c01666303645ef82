// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: a running maximum of unsigned bytes is no counter, and nested
// loops over 2^32 elements overflow nothing when the chunk is 64-bit.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(chunks in 1..65536),
    tensor(out, u8, [chunks]),
    tensor(in, u8, [chunks, 65536]),
    scalar(n = chunks),
    launch(grid = [ceildiv(chunks, 8)], block = [64]))
__global__ void chunk_max(uint8_t *out, const uint8_t *in, int n) {
  const int first = blockIdx.x * 8;
  const int last = min(first + 8, n);
  for (int c = first; c < last; ++c) {
    const uint8_t *chunk = in + (int64_t)c * 65536;
    uint8_t best = 0;
    for (int i = threadIdx.x; i < 65536; i += blockDim.x)
      best = chunk[i] > best ? chunk[i] : best;
    if (threadIdx.x == 0)
      out[c] = best;
  }
}
