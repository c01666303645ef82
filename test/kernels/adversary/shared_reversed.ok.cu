// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// It is at most 255.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [256]),
            launch(grid = [1], block = [256]))
__global__ void reversed(float *x) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  x[s[255 - threadIdx.x]] = 0;
}
