// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// i - 5 < n admits i = n.
#include <m2k.h>

__m2k_iface(user(n in 6..2000), tensor(x, i8, [n]), scalar(n = n),
            launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void window(char *x, unsigned n) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i - 5u < n)
    // CHECK: :[[@LINE+3]]:5: warning: 'x[i]' writes element 6 of
    // CHECK-SAME: 'x', which has 6 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    x[i] = 0;
}
