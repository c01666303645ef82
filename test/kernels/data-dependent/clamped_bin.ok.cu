// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: an integer made from a float is any number, but this one is
// clamped.
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
    b = max(0, min(b, 15));
    atomicAdd(&counts[b], 1);
  }
}
