// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Widened; 2^32 bytes are the most.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    tensor(out, u8, [65536, n]),
    tensor(in, u8, [n, 65536]),
    scalar(rows = n), scalar(cols = 65536),
    launch(grid = [2048, ceildiv(n, 8)], block = [32, 8]))
__global__ void transpose(uint8_t *out, const uint8_t *in, int rows,
                          int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols)
    out[(int64_t)col * rows + row] = in[(int64_t)row * cols + col];
}
