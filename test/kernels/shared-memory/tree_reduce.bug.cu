// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict block_sum bug , accesses
// The halving starts at blockDim.x instead of its half: thread 0 reads element
// 0 + 256 of 256.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n, 256]),
    launch(grid = [n], block = [256]))
__global__ void block_sum(float *out, const float *in) {
  __shared__ float buf[256];
  const unsigned tid = threadIdx.x;
  buf[tid] = in[(size_t)blockIdx.x * 256 + tid];
  __syncthreads();
  for (unsigned s = blockDim.x; s > 0; s >>= 1) {
    if (tid < s)
      // CHECK: :[[@LINE+5]]:19: warning: 'buf[tid + s]' reads element 256 of
      // CHECK-SAME: 'buf', which has 256 elements [-Wm2k-out-of-bounds]
      // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
      // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
      // CHECK: note: for n = 1 (user); needs 1.0 KiB of device memory
      buf[tid] += buf[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = buf[0];
}
