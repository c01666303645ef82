// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// A table as long as the longest sequence.
#include <m2k.h>

__m2k_iface(
    user(seq in 1..131072),
    tensor(x, f32, [seq, 64]),
    tensor(cos_table, f32, [131072, 32]),
    launch(grid = [seq], block = [32]))
__global__ void rotate(float *x, const float *cos_table) {
  const int pos = blockIdx.x, i = threadIdx.x;
  const float c = cos_table[pos * 32 + i];
  x[pos * 64 + i] *= c;
  x[pos * 64 + 32 + i] *= c;
}
