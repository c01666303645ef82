// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The end is even.
#include <m2k.h>

__m2k_iface(user(n in 1..1000), tensor(x, f32, [2 * n]), scalar(m = 2 * n),
            launch(grid = [1], block = [1]))
__global__ void every_other(float *x, int m) {
  for (int i = 0; i != m; i += 2)
    x[i] = 0;
}
