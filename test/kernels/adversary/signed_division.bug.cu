// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// Division rounds to zero: -8 / 2 + 3 is -1.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [8]), scalar(k in -8..7),
            launch(grid = [1], block = [1]))
__global__ void centre(float *x, int k) {
  // CHECK: :[[@LINE+3]]:3: warning: 'x[k / 2 + 3]' writes element
  // CHECK-SAME: -1 of 'x', which has 8 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[k / 2 + 3] = 0;
}
