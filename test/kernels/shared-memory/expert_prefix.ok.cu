// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// experts + 1 entries.
#include <m2k.h>

__m2k_iface(
    fixed(experts in {8, 64}),
    tensor(cumsum, i32, [experts + 1]),
    tensor(counts, i32, [experts], values in 0..65536),
    launch(grid = [1], block = [experts], shared = (experts + 1) * 4))
__global__ void align_blocks(int *cumsum, const int *counts) {
  extern __shared__ int sums[];
  const int e = threadIdx.x;
  if (e == 0)
    sums[0] = 0;
  const int padded = (counts[e] + 15) / 16 * 16;
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
