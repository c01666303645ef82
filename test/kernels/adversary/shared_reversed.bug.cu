// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// Each thread uses what another one has stored, which may be 256.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [256]),
            launch(grid = [1], block = [256]))
__global__ void reversed(float *x) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  // CHECK: :[[@LINE+3]]:3: warning: 'x[s[255 - threadIdx.x]]'
  // CHECK-SAME: writes element 256 of 'x', which has 256 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[s[255 - threadIdx.x]] = 0;
}
