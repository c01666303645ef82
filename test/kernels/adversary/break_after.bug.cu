// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// The last element leads past the end when no one breaks before it.
#include <m2k.h>

__m2k_iface(user(n in 1..1000), tensor(x, f32, [n]), scalar(n = n),
            launch(grid = [1], block = [1]))
__global__ void find(float *x, int n) {
  int i = 0;
  while (true) {
    // CHECK: :[[@LINE+3]]:5: warning: 'x[i]' writes element 1 of
    // CHECK-SAME: 'x', which has 1 element
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    x[i] = 0;
    if (i >= n)
      break;
    i++;
  }
}
