// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// Case 1 falls through two more: 3 + 3 + 2.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [8]), scalar(k in 0..20),
            launch(grid = [1], block = [1]))
__global__ void mode(float *x, int k) {
  int i = 0;
  switch (k) {
  case 1:
    i = 3;
  case 2:
    i += 3;
  case 3:
    i += 2;
    break;
  case 9:
    i = 7;
  }
  // CHECK: :[[@LINE+3]]:3: warning: 'x[i]' writes element 8 of 'x',
  // CHECK-SAME: which has 8 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[i] = 0;
}
