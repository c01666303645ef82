// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// It does not.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [8]), tensor(y, absent),
            launch(grid = [1], block = [1]))
__global__ void optional(float *x, float *y) {
  if (y)
    y[100] = 1;
  else
    x[7] = 1;
}
