// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The array is as large as the instance's block.
#include <m2k.h>

template <int BLOCK>
__m2k_iface(
    case("small"), template(BLOCK = 128),
    user(n in 1..1M),
    tensor(x, f32, [n, 128]),
    launch(grid = [n], block = [128]))
__m2k_iface(
    case("large"), template(BLOCK = 256),
    user(n in 1..1M),
    tensor(x, f32, [n, 256]),
    launch(grid = [n], block = [256]))
__global__ void block_copy(float *x) {
  __shared__ float buf[BLOCK];
  float *row = x + (size_t)blockIdx.x * BLOCK;
  buf[threadIdx.x] = row[threadIdx.x];
  __syncthreads();
  row[threadIdx.x] = buf[BLOCK - 1 - threadIdx.x];
}

template __global__ void block_copy<128>(float *);
template __global__ void block_copy<256>(float *);
