// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// From the half of the block down to 1, with any block of up to 256 threads.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    fixed(threads in {32, 64, 128, 256}),
    tensor(out, f32, [n]),
    tensor(in, f32, [n, threads]),
    launch(grid = [n], block = [threads]))
__global__ void __launch_bounds__(256) block_sum(float *out, const float *in) {
  __shared__ float buf[256];
  const unsigned tid = threadIdx.x;
  buf[tid] = in[(size_t)blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      buf[tid] += buf[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = buf[0];
}
