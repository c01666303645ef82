// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// One element more.
#include <m2k.h>

__device__ __noinline__ void add(int &to, int k) { to += k; }

__m2k_iface(tensor(x, f32, [8]), scalar(k in 0..5),
            launch(grid = [1], block = [1]))
__global__ void counted(float *x, int k) {
  int v = 2;
  add(v, k);
  x[v] = 0;
}
