// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The last thread has no neighbour. Near miss: a second kernel has one element
// more than threads.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n, 256]),
    tensor(in, f32, [n, 256]),
    launch(grid = [n], block = [256]))
__global__ void difference(float *out, const float *in) {
  __shared__ float smem[256];
  const int tid = threadIdx.x;
  const size_t at = (size_t)blockIdx.x * 256 + tid;
  smem[tid] = in[at];
  __syncthreads();
  out[at] = (tid + 1 < 256 ? smem[tid + 1] : 0.0f) - smem[tid];
}

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n, 256]),
    tensor(in, f32, [n, 256]),
    launch(grid = [n], block = [256]))
__global__ void difference_padded(float *out, const float *in) {
  __shared__ float smem[257];
  const int tid = threadIdx.x;
  const size_t at = (size_t)blockIdx.x * 256 + tid;
  smem[tid] = in[at];
  if (tid == 0)
    smem[256] = 0;
  __syncthreads();
  out[at] = smem[tid + 1] - smem[tid];
}
