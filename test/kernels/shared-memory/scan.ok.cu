// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Threads below the offset add nothing. The offset runs up to blockDim.x in
// the second kernel, so that the loop stays a loop.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(x, f32, [n, 128]),
    launch(grid = [n], block = [128]))
__global__ void inclusive_scan(float *x) {
  __shared__ float buf[128];
  const int tid = threadIdx.x;
  float *row = x + (size_t)blockIdx.x * 128;
  float v = row[tid];
  for (int off = 1; off < 128; off *= 2) {
    buf[tid] = v;
    __syncthreads();
    if (tid >= off)
      v += buf[tid - off];
    __syncthreads();
  }
  row[tid] = v;
}

__m2k_iface(
    user(n in 1..1M),
    tensor(x, f32, [n, 128]),
    launch(grid = [n], block = [128]))
__global__ void inclusive_scan_loop(float *x) {
  __shared__ float buf[128];
  const int tid = threadIdx.x;
  float *row = x + (size_t)blockIdx.x * blockDim.x;
  float v = row[tid];
  for (int off = 1; off < (int)blockDim.x; off *= 2) {
    buf[tid] = v;
    __syncthreads();
    if (tid >= off)
      v += buf[tid - off];
    __syncthreads();
  }
  row[tid] = v;
}
