// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The last lane keeps its own value.
#include <m2k.h>

__m2k_iface(tensor(x, f32, [32]),
            launch(grid = [1], block = [32]))
__global__ void neighbour(float *x) {
  int v = __shfl_down_sync(~0u, threadIdx.x, 1);
  x[v] = 0;
}
