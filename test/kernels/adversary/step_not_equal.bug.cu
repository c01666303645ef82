// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// A step of two jumps over an odd end.
#include <m2k.h>

__m2k_iface(user(n in 1..1000), tensor(x, f32, [2 * n - 1]),
            scalar(m = 2 * n - 1), launch(grid = [1], block = [1]))
__global__ void every_other(float *x, int m) {
  for (int i = 0; i != m; i += 2)
    // CHECK: :[[@LINE+3]]:5: warning: 'x[i]' writes element 2 of
    // CHECK-SAME: 'x', which has 1 element
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    x[i] = 0;
}
