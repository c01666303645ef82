// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict scale bug , accesses
// The grid is rounded up to whole blocks, and nothing stops the rest: with
// n = 1, thread 1 reads and writes element 1 of 1.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n]),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void scale(float *out, const float *in, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+5]]:19: warning: 'in[i]' reads element 1 of 'in', which has
  // CHECK-SAME: 1 element [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (1, 0, 0)
  // CHECK: note: for n = 1 (user); needs 8 bytes of device memory
  const float x = in[i];
  // CHECK: :[[@LINE+4]]:3: warning: 'out[i]' writes element 1 of 'out', which
  // CHECK-SAME: has 1 element [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (1, 0, 0)
  out[i] = x * factor;
}
