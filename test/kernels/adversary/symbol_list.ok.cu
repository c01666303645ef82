// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// 3 is not in the list.
#include <m2k.h>

__m2k_iface(user(n in {17, 64}), tensor(x, f32, [n]),
            launch(grid = [1], block = [1]))
__global__ void seventeenth(float *x) {
  x[16] = 0;
}
