// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict spmm bug , accesses
// A CSR offset times the batch of 64: j = 2^31 / 64 = 33554432, so one more
// nonzero than that; 33554433 * 64 floats are 8.0 GiB. One row is enough.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..1M, nnz in 1..128M),
    tensor(out, f32, [rows, 64]),
    tensor(vals, f32, [nnz, 64]),
    tensor(indptr, i32, [rows + 1], values in 0..nnz),
    scalar(batch = 64),
    launch(grid = [rows], block = [64]))
__global__ void spmm(float *out, const float *vals, const int *indptr,
                     int batch) {
  const int row = blockIdx.x, lane = threadIdx.x;
  float sum = 0;
  for (int j = indptr[row]; j < indptr[row + 1]; ++j)
    // CHECK: :[[@LINE+8]]:17: warning: 'j * batch' overflows 32 bits:
    // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'vals', f32[nnz, 64], reads element
    // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (1, 1, 1), block = (64, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user), nnz = 33554433 (user); needs 8.0 GiB of
    // CHECK-SAME: device memory
    sum += vals[j * batch + lane];
  out[row * batch + lane] = sum;
}
