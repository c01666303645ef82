// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json unknown bin , reason ledger , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-unknown %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// Without the clamp it hangs on a conversion from float, which the terms do
// not follow. What would decide it: the range of floats, that is `values` for
// tensors of floats and a model of fptosi over it.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(counts, i32, [16]),
    tensor(x, f32, [n]),
    scalar(total = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void bin(int *counts, const float *x, int total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < total) {
    int b = (int)(x[i] * 16.0f);
    // CHECK: :[[@LINE+2]]:5: warning: could not be decided: integer made from a
    // CHECK-SAME: float [-Wm2k-unknown]
    atomicAdd(&counts[b], 1);
  }
}
