// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict align_blocks bug , accesses
// Prefix sums over experts need one entry more than experts: the last thread
// of eight writes entry 8 of 8.
#include <m2k.h>

__m2k_iface(
    fixed(experts in {8, 64}),
    tensor(cumsum, i32, [experts + 1]),
    tensor(counts, i32, [experts], values in 0..65536),
    launch(grid = [1], block = [experts], shared = experts * 4))
__global__ void align_blocks(int *cumsum, const int *counts) {
  extern __shared__ int sums[];
  const int e = threadIdx.x;
  if (e == 0)
    sums[0] = 0;
  const int padded = (counts[e] + 15) / 16 * 16;
  // CHECK: :[[@LINE+5]]:3: warning: 'sums[e + 1]' writes element 8 of 'dynamic
  // CHECK-SAME: shared memory', which has 8 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (8, 1, 1), 32 bytes of
  // CHECK-SAME: shared memory; in blockIdx = (0, 0, 0), threadIdx = (7, 0, 0)
  // CHECK: note: for experts = 8 (model); needs 68 bytes of device memory
  sums[e + 1] = padded;
  __syncthreads();
  if (e == 0) {
    int total = 0;
    for (int i = 0; i < (int)blockDim.x; ++i) {
      total += sums[i];
      cumsum[i] = total;
    }
    cumsum[blockDim.x] = total;
  }
}
