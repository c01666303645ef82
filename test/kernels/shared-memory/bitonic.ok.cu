// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: partners tid ^ j of a bitonic sort stay inside the block, since
// both are below a power of two.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    tensor(x, f32, [rows, 256]),
    launch(grid = [rows], block = [256]))
__global__ void bitonic_sort(float *x) {
  __shared__ float keys[256];
  const unsigned tid = threadIdx.x;
  float *row = x + (size_t)blockIdx.x * 256;
  keys[tid] = row[tid];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      const unsigned other = tid ^ j;
      if (other > tid) {
        const float a = keys[tid], b = keys[other];
        if ((a > b) == ((tid & k) == 0)) {
          keys[tid] = b;
          keys[other] = a;
        }
      }
      __syncthreads();
    }
  row[tid] = keys[tid];
}
