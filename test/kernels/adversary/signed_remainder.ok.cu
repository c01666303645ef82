// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Lifted by what it can be below zero.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [15]), scalar(k in -100..100),
            launch(grid = [1], block = [1]))
__global__ void bucket(float *x, int k) {
  x[k % 8 + 7] = 0;
}
