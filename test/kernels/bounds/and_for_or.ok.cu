// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Either.
#include <m2k.h>

__m2k_iface(
    user(h in 1..4096, w in 1..4096),
    tensor(out, f32, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(w, 32), ceildiv(h, 8)], block = [32, 8]))
__global__ void zero_pad(float *out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols)
    return;
  out[row * cols + col] = 0.0f;
}
