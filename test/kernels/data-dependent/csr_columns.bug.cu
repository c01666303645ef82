// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict spmv bug , accesses
// One-based columns: column 1 of 1.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, cols in 1..65536, nnz in 1..1M),
    tensor(y, f32, [rows]),
    tensor(x, f32, [cols]),
    tensor(vals, f32, [nnz]),
    tensor(indptr, i32, [rows + 1], values in 0..nnz),
    tensor(indices, i32, [nnz], values in 1..cols),
    scalar(n = rows),
    launch(grid = [ceildiv(rows, 128)], block = [128]))
__global__ void spmv(float *y, const float *x, const float *vals,
                     const int *indptr, const int *indices, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int j = indptr[row]; j < indptr[row + 1]; ++j)
    // CHECK: :[[@LINE+6]]:22: warning: 'x[indices[j]]' reads element 1 of 'x',
    // CHECK-SAME: which has 1 element [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user), cols = 1 (user), nnz = 1 (user); needs
    // CHECK-SAME: 24 bytes of device memory
    sum += vals[j] * x[indices[j]];
  y[row] = sum;
}
