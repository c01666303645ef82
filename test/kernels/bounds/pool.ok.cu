// XFAIL: *
// Open: one access is not proven within the solver's budget (unknown, not a
// warning). The expectation stands.
// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: a window clamped with min and max, in loops whose bounds depend
// on the thread.
#include <m2k.h>

__m2k_iface(
    user(h in 1..1024, w in 1..1024),
    tensor(out, f32, [ceildiv(h, 2), ceildiv(w, 2)]),
    tensor(in, f32, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(w, 32), ceildiv(h, 32)], block = [16, 16]))
__global__ void max_pool(float *out, const float *in, int rows, int cols) {
  const int ox = blockIdx.x * 16 + threadIdx.x;
  const int oy = blockIdx.y * 16 + threadIdx.y;
  const int width = (cols + 1) / 2, height = (rows + 1) / 2;
  if (ox >= width || oy >= height)
    return;
  const int y0 = max(2 * oy - 1, 0), y1 = min(2 * oy + 2, rows);
  const int x0 = max(2 * ox - 1, 0), x1 = min(2 * ox + 2, cols);
  float best = -1e30f;
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x)
      best = fmaxf(best, in[y * cols + x]);
  out[oy * width + ox] = best;
}
