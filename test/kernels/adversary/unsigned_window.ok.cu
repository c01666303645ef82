// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The window ends at n.
#include <m2k.h>

__m2k_iface(user(n in 6..2000), tensor(x, i8, [n]), scalar(n = n),
            launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void window(char *x, unsigned n) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i - 5u < n - 5u)
    x[i] = 0;
}
