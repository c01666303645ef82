// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: the number of elements is an int parameter. What an int cannot
// hold is not passed, so that rows end below 2^31 / 4096.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..4M),
    tensor(x, f16, [rows, 4096]),
    scalar(numel = rows * 4096),
    launch(grid = [rows * 16], block = [256]))
__global__ void negate(__half *x, int numel) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < numel)
    x[i] = -x[i];
}
