// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// 3 is in the list.
#include <m2k.h>

__m2k_iface(user(n in {3, 17, 64}), tensor(x, f32, [n]),
            launch(grid = [1], block = [1]))
__global__ void seventeenth(float *x) {
  // CHECK: :[[@LINE+3]]:3: warning: 'x[16]' writes element 16 of
  // CHECK-SAME: 'x', which has 3 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[16] = 0;
}
