// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The offset is widened, so that any number of nonzeros will do.
#include <cstdint>
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
    sum += vals[int64_t(j) * batch + lane];
  out[row * batch + lane] = sum;
}
