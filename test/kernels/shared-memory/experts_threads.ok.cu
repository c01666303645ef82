// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The counters are cleared by a loop over the experts.
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
  for (int e = threadIdx.x; e < num_experts; e += blockDim.x)
    local[e] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&local[ids[i]], 1);
  __syncthreads();
  for (int e = threadIdx.x; e < num_experts; e += blockDim.x)
    counts[e] = local[e];
}
