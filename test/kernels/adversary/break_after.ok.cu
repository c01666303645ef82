// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// It is looked at only where the loop was left early.
#include <m2k.h>

__m2k_iface(user(n in 1..1000), tensor(x, f32, [n]), scalar(n = n),
            launch(grid = [1], block = [1]))
__global__ void find(float *x, int n) {
  int i = 0;
  while (true) {
    x[i] = 0;
    if (i >= n - 1)
      break;
    i++;
  }
}
