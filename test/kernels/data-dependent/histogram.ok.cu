// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Shifted by 8. Near miss: nothing has to be stated about 8-bit keys, since
// they cannot be larger than the bins.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(counts, i32, [256]),
    tensor(keys, u16, [n], values in 0..65535),
    scalar(total = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void histogram(int *counts, const uint16_t *keys, int total) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < total)
    atomicAdd(&bins[keys[i] >> 8], 1);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

__m2k_iface(
    user(n in 1..1M),
    tensor(counts, i32, [256]),
    tensor(keys, u8, [n]),
    scalar(total = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void histogram8(int *counts, const uint8_t *keys, int total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < total)
    atomicAdd(&counts[keys[i]], 1);
}
