// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// Without y the else branch writes one past x.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [8]), tensor(y, absent),
            launch(grid = [1], block = [1]))
__global__ void optional(float *x, float *y) {
  if (y)
    y[100] = 1;
  else
    // CHECK: :[[@LINE+3]]:5: warning: 'x[8]' writes element 8 of
    // CHECK-SAME: 'x', which has 8 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    x[8] = 1;
}
