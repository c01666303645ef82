// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict relu bug , accesses
// i > n lets i = n through: one element, thread 1.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(count in 1..16M),
    tensor(x, f16, [count]),
    scalar(n = count),
    launch(grid = [ceildiv(count, 128)], block = [128]))
__global__ void relu(__half *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n)
    return;
  // CHECK: :[[@LINE+5]]:26: warning: 'x[i]' reads element 1 of 'x', which has 1
  // CHECK-SAME: element [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (1, 0, 0)
  // CHECK: note: for count = 1 (user); needs 2 bytes of device memory
  const float v = (float)x[i];
  // CHECK: :[[@LINE+2]]:3: warning: 'x[i]' writes element 1 of 'x', which has 1
  // CHECK-SAME: element [-Wm2k-out-of-bounds]
  x[i] = (__half)(v > 0 ? v : 0.0f);
}
