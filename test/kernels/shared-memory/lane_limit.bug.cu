// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict warp_totals bug , accesses
// tid > 32 lets thread 32 through, tid >= 32 was meant.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n, 32]),
    tensor(in, f32, [n, 32]),
    launch(grid = [n], block = [1024]))
__global__ void warp_totals(float *out, const float *in) {
  __shared__ float totals[32];
  const int tid = threadIdx.x;
  if (tid > 32)
    return;
  const size_t row = (size_t)blockIdx.x * 32;
  // CHECK: :[[@LINE+7]]:3: warning: 'totals[tid]' writes element 32 of
  // CHECK-SAME: 'totals', which has 32 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (1024, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (32, 0, 0)
  // CHECK: note: for n = 1 (user); needs 256 bytes of device memory
  // CHECK: :[[@LINE+2]]:17: warning: 'in[row + tid]' reads element 32 of 'in',
  // CHECK-SAME: which has 32 elements [-Wm2k-out-of-bounds]
  totals[tid] = in[row + tid];
  if (tid == 0) {
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += totals[i];
    out[row] = sum;
  }
}
