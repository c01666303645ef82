// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Row offsets and columns are stated, and the loop between two loaded offsets
// stays inside.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, cols in 1..65536, nnz in 1..1M),
    tensor(y, f32, [rows]),
    tensor(x, f32, [cols]),
    tensor(vals, f32, [nnz]),
    tensor(indptr, i32, [rows + 1], values in 0..nnz),
    tensor(indices, i32, [nnz], values in 0..cols - 1),
    scalar(n = rows),
    launch(grid = [ceildiv(rows, 128)], block = [128]))
__global__ void spmv(float *y, const float *x, const float *vals,
                     const int *indptr, const int *indices, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int j = indptr[row]; j < indptr[row + 1]; ++j)
    sum += vals[j] * x[indices[j]];
  y[row] = sum;
}
