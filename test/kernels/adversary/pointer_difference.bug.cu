// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// The difference of the ends is the size.
#include <m2k.h>

__m2k_iface(user(n in 1..1000), tensor(x, f32, [n]), scalar(n = n),
            launch(grid = [1], block = [1]))
__global__ void last(float *x, int n) {
  float *end = x + n;
  // CHECK: :[[@LINE+3]]:3: warning: 'x[end - x]' writes element 1
  // CHECK-SAME: of 'x', which has 1 element
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[end - x] = 0;
}
