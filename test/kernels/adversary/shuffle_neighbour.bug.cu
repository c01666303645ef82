// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// Lane 30 reads 31 from its neighbour, and adds one.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [32]),
            launch(grid = [1], block = [32]))
__global__ void neighbour(float *x) {
  int v = __shfl_down_sync(~0u, threadIdx.x, 1);
  // CHECK: :[[@LINE+3]]:3: warning: 'x[v + (threadIdx.x == 30)]'
  // CHECK-SAME: writes element 32 of 'x', which has 32 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[v + (threadIdx.x == 30)] = 0;
}
