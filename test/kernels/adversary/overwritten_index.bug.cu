// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// The index was below two before the kernel stored n there.
#include <m2k.h>

__m2k_iface(user(n in 2..1000), tensor(x, f32, [n]),
            tensor(q, i32, [2], values in 0..1), scalar(n = n),
            launch(grid = [1], block = [1]))
__global__ void overwritten(float *x, int *q, int n) {
  q[n & 1] = n;
  // CHECK: :[[@LINE+3]]:3: warning: 'x[q[1]]' writes element
  // CHECK-SAME: -2147483648 of 'x', which has 2 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[q[1]] = 0;
}
