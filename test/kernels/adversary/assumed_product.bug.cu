// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// a * n + b leaves the 30 elements where n > m.
#include <m2k.h>

__m2k_iface(user(n in 1..100, m in 1..100), assume(n * m == 30),
            tensor(x, f32, [30]), scalar(n = n), scalar(m = m),
            launch(grid = [1], block = [1]))
__global__ void rows(float *x, int n, int m) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < m; b++)
      // CHECK: :[[@LINE+3]]:7: warning: 'x[a * n + b]' writes
      // CHECK-SAME: element 30 of 'x', which has 30 elements
      // CHECK-SAME: [-Wm2k-out-of-bounds]
      x[a * n + b] = 0;
}
