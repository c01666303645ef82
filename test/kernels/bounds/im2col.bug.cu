// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict im2col bug , accesses
// A convolution window that reaches over the left edge is looked at, the right
// edge is not. One column too far is the next row's first, but in the last row
// it is element h * w: in 2 x 2 pixels, tap (1, 2) of pixel (1, 1). There are
// 40 floats in all.
#include <m2k.h>

__m2k_iface(
    user(h in 2..512, w in 2..512),
    tensor(out, f32, [9, h, w]),
    tensor(in, f32, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(w, 8), ceildiv(h, 8)], block = [8, 8]))
__global__ void im2col(float *out, const float *in, int rows, int cols) {
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  if (x >= cols || y >= rows)
    return;
  for (int ky = 0; ky < 3; ++ky)
    for (int kx = 0; kx < 3; ++kx) {
      const int sy = y + ky - 1, sx = x + kx - 1;
      float v = 0;
      if (sy >= 0 && sy < rows && sx >= 0)
        // CHECK: :[[@LINE+4]]:13: warning: 'in[sy * cols + sx]' reads element 4
        // CHECK-SAME: of 'in', which has 4 elements [-Wm2k-out-of-bounds]
        // CHECK: note: for h = 2 (user), w = 2 (user); needs 160 bytes of
        // CHECK-SAME: device memory
        v = in[sy * cols + sx];
      out[((ky * 3 + kx) * rows + y) * cols + x] = v;
    }
}
