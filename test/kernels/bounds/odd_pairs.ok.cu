// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The second is looked at. Near miss: without that, but with even dimensions
// only.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    fixed(dim in 1..256),
    tensor(x, f32, [rows, dim]),
    scalar(d = dim),
    launch(grid = [rows], block = [32]))
__global__ void swap_pairs(float *x, int d) {
  float *row = x + (size_t)blockIdx.x * d;
  for (int i = 2 * threadIdx.x; i + 1 < d; i += 2 * blockDim.x) {
    const float first = row[i];
    row[i] = -row[i + 1];
    row[i + 1] = first;
  }
}

__m2k_iface(
    user(rows in 1..65536),
    fixed(dim in 2..256 step 2),
    tensor(x, f32, [rows, dim]),
    scalar(d = dim),
    launch(grid = [rows], block = [32]))
__global__ void swap_pairs_even(float *x, int d) {
  float *row = x + (size_t)blockIdx.x * d;
  for (int i = 2 * threadIdx.x; i < d; i += 2 * blockDim.x) {
    const float first = row[i];
    row[i] = -row[i + 1];
    row[i + 1] = first;
  }
}
