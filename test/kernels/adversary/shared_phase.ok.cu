// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// It holds 7.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [8]),
            launch(grid = [1], block = [32]))
__global__ void phases(float *x) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  x[s[31 - t]] = 0;
  __syncthreads();
  s[t] = t == 31 ? 7 : 1;
  __syncthreads();
  x[s[31 - t]] = 1;
}
