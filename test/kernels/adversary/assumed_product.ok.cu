// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// a * m + b < n * m.
#include <m2k.h>

__m2k_iface(user(n in 1..100, m in 1..100), assume(n * m == 30),
            tensor(x, f32, [30]), scalar(n = n), scalar(m = m),
            launch(grid = [1], block = [1]))
__global__ void rows(float *x, int n, int m) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < m; b++)
      x[a * m + b] = 0;
}
