// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json verdict bin conditional , reason values , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-precondition %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// Without the clamp it hangs on what the floats are.
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
    // CHECK: :[[@LINE+3]]:5: warning: 'atomicAdd(&counts[b], 1)' is safe only
    // CHECK-SAME: under a condition: nothing bounds the values in 'x'
    // CHECK-SAME: [-Wm2k-precondition]
    atomicAdd(&counts[b], 1);
  }
}
