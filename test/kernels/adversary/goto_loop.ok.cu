// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// And after.
#include <m2k.h>

__m2k_iface(user(n in 1..1000), tensor(x, f32, [n]), scalar(n = n),
            launch(grid = [1], block = [1]))
__global__ void clear(float *x, int n) {
  int i = 0;
again:
  x[i] = 0;
  if (++i < n)
    goto again;
}
