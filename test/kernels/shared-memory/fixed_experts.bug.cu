// RUN: %m2k -fsyntax-only -DNDEBUG %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict expert_offsets bug , accesses
// An array of 64 for a number of experts known at run time, behind an assert
// that NDEBUG removes: 65 experts write element 64.
#include <cassert>
#include <m2k.h>

__m2k_iface(
    fixed(experts in 1..256),
    tensor(offsets, i32, [experts]),
    tensor(counts, i32, [experts]),
    scalar(num_experts = experts),
    launch(grid = [1], block = [64]))
__global__ void expert_offsets(int *offsets, const int *counts,
                               int num_experts) {
  __shared__ int padded[64];
  assert(num_experts <= 64);
  for (int e = threadIdx.x; e < num_experts; e += blockDim.x)
    // CHECK: :[[@LINE+5]]:5: warning: 'padded[e]' writes element 64 of
    // CHECK-SAME: 'padded', which has 64 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (64, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for experts = 65 (model); needs 520 bytes of device memory
    padded[e] = (counts[e] + 15) / 16 * 16;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int e = 0; e < num_experts; ++e) {
      offsets[e] = sum;
      // CHECK: :[[@LINE+2]]:14: warning: 'padded[e]' reads element 64 of
      // CHECK-SAME: 'padded', which has 64 elements [-Wm2k-out-of-bounds]
      sum += padded[e];
    }
  }
}
