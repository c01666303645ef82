// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// 512 bytes.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(x, i32, [n, 128]),
    launch(grid = [n], block = [128], shared = 512))
__global__ void stage(int *x) {
  extern __shared__ int buffer[];
  int *row = x + blockIdx.x * (size_t)128;
  buffer[threadIdx.x] = row[threadIdx.x];
  __syncthreads();
  row[threadIdx.x] = buffer[127 - threadIdx.x];
}
