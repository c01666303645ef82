// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Both are guarded.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(h in 1..4096, w in 1..4096),
    tensor(out, u8, [h, w]),
    tensor(in, u8, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(w, 16), ceildiv(h, 16)], block = [16, 16]))
__global__ void blur(uint8_t *out, const uint8_t *in, int rows, int cols) {
  const int col = blockIdx.x * 16 + threadIdx.x;
  const int row = blockIdx.y * 16 + threadIdx.y;
  if (row >= rows || col >= cols)
    return;
  const int v = in[row * cols + col];
  out[row * cols + col] = v / 2;
}
