// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict histogram bug , accesses
// 16-bit keys shifted by 7 have 9 bits, the bins 8: 32768 >> 7 = 256.
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
    // CHECK: :[[@LINE+6]]:5: warning: 'atomicAdd(&bins[keys[i] >> 7], 1)'
    // CHECK-SAME: updates element {{[0-9]+}} of 'bins', which has 256 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for n = 1 (user); needs 1.0 KiB of device memory
    atomicAdd(&bins[keys[i] >> 7], 1);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}
