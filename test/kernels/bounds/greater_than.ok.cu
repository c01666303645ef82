// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// i >= n.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(count in 1..16M),
    tensor(x, f16, [count]),
    scalar(n = count),
    launch(grid = [ceildiv(count, 128)], block = [128]))
__global__ void relu(__half *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float v = (float)x[i];
  x[i] = (__half)(v > 0 ? v : 0.0f);
}
