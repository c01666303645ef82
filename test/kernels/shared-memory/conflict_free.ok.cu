// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// 512 + 512 / 32 elements.
#include <m2k.h>

__device__ __forceinline__ int padded(int i) { return i + (i >> 5); }

__m2k_iface(
    user(n in 1..1M),
    tensor(x, f32, [n, 512]),
    launch(grid = [n], block = [256]))
__global__ void load_padded(float *x) {
  __shared__ float temp[512 + 512 / 32];
  const int tid = threadIdx.x;
  float *row = x + (size_t)blockIdx.x * 512;
  temp[padded(2 * tid)] = row[2 * tid];
  temp[padded(2 * tid + 1)] = row[2 * tid + 1];
  __syncthreads();
  row[tid] = temp[padded(tid)];
}
