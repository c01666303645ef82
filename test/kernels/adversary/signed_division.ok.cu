// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// -7 / 2 is -3.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [8]), scalar(k in -8..7),
            launch(grid = [1], block = [1]))
__global__ void centre(float *x, int k) {
  x[k / 2 + 4] = 0;
}
