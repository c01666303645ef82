// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Compared in words, nothing wraps, however many blocks are too many.
#include <m2k.h>

__m2k_iface(
    user(words in 1..64),
    tensor(x, i32, [words]),
    scalar(bytes = words * 4),
    launch(grid = [2097153], block = [256]))
__global__ void clear_words(int *x, int bytes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < bytes / 4)
    x[i] = 0;
}
