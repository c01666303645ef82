// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// After the second barrier the last slot holds 8.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [8]),
            launch(grid = [1], block = [32]))
__global__ void phases(float *x) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  x[s[31 - t]] = 0;
  __syncthreads();
  s[t] = t == 31 ? 8 : 1;
  __syncthreads();
  // CHECK: :[[@LINE+3]]:3: warning: 'x[s[31 - t]]' writes element 8
  // CHECK-SAME: of 'x', which has 8 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[s[31 - t]] = 1;
}
