// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// k goes through a reference, a pointer and a call.
#include <m2k.h>

__device__ __noinline__ void add(int &to, int k) { to += k; }

__m2k_iface(tensor(x, f32, [8]), scalar(k in 0..5),
            launch(grid = [1], block = [1]))
__global__ void counted(float *x, int k) {
  int v = 3;
  add(v, k);
  // CHECK: :[[@LINE+3]]:3: warning: 'x[v]' writes element 8 of 'x',
  // CHECK-SAME: which has 8 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[v] = 0;
}
