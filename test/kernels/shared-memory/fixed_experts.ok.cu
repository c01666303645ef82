// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: the same kernel with its assert, which stops 65 experts.
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
    padded[e] = (counts[e] + 15) / 16 * 16;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int e = 0; e < num_experts; ++e) {
      offsets[e] = sum;
      sum += padded[e];
    }
  }
}
