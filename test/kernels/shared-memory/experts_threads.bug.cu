// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict count_experts bug , accesses
// One counter per expert is passed, one per thread is cleared: with the
// fewest experts, 8, thread 8 clears counter 8 of 8. The counting itself is
// within the stated expert ids.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..1M),
    fixed(experts in {8, 64, 128}),
    tensor(counts, i32, [experts]),
    tensor(ids, i32, [tokens], values in 0..experts - 1),
    scalar(n = tokens), scalar(num_experts = experts),
    launch(grid = [1], block = [256], shared = experts * 4))
__global__ void count_experts(int *counts, const int *ids, int n,
                              int num_experts) {
  extern __shared__ int local[];
  // CHECK: :[[@LINE+8]]:3: warning: 'local[threadIdx.x]' writes element 8 of
  // CHECK-SAME: 'dynamic shared memory', which has 8 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1), 32 bytes
  // CHECK-SAME: of shared memory; in blockIdx = (0, 0, 0), threadIdx = (8, 0,
  // CHECK-SAME: 0)
  // CHECK: note: for tokens = 1 (user), experts = 8 (model); needs 36 bytes of
  // CHECK-SAME: device memory
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&local[ids[i]], 1);
  __syncthreads();
  for (int e = threadIdx.x; e < num_experts; e += blockDim.x)
    counts[e] = local[e];
}
