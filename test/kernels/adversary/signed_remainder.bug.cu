// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// The remainder of a negative number is negative.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [15]), scalar(k in -100..100),
            launch(grid = [1], block = [1]))
__global__ void bucket(float *x, int k) {
  // CHECK: :[[@LINE+3]]:3: warning: 'x[k % 8]' writes element -4 of
  // CHECK-SAME: 'x', which has 15 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[k % 8] = 0;
}
