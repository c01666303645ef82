// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict smooth bug , accesses
// Both ends lack a neighbour: element -1 left of the first, n right of the
// last. One element has both.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n]),
    scalar(count = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void smooth(float *out, const float *in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  // CHECK: :[[@LINE+5]]:15: warning: 'in[i - 1]' reads element -1 of 'in',
  // CHECK-SAME: which has 1 element [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for n = 1 (user); needs 8 bytes of device memory
  float sum = in[i - 1];
  // CHECK: :[[@LINE+4]]:10: warning: 'in[i + 1]' reads element 1 of 'in', which
  // CHECK-SAME: has 1 element [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  sum += in[i + 1];
  out[i] = (sum + in[i]) / 3;
}
