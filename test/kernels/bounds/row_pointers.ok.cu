// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// rows + 1 entries.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..1M),
    tensor(lengths, i32, [rows]),
    tensor(indptr, i32, [rows + 1]),
    scalar(n = rows),
    launch(grid = [ceildiv(rows, 128)], block = [128]))
__global__ void row_lengths(int *lengths, const int *indptr, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    const int begin = indptr[row];
    lengths[row] = indptr[row + 1] - begin;
  }
}
