// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// rows * cols. Near miss: with more than one row of more than one column, the
// sum is no larger than the product.
#include <m2k.h>

__m2k_iface(
    user(h in 1..4096),
    fixed(w in {64, 128}),
    tensor(out, f32, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(h * w, 256)], block = [256]))
__global__ void fill(float *out, float value, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols)
    out[i] = value;
}

__m2k_iface(
    user(h in 2..4096),
    fixed(w in {64, 128}),
    tensor(out, f32, [h, w]),
    scalar(rows = h), scalar(cols = w),
    launch(grid = [ceildiv(h * w, 256)], block = [256]))
__global__ void fill_border(float *out, float value, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows + cols)
    out[i] = value;
}
