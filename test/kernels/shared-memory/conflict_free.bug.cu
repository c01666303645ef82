// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict load_padded bug , accesses
// Padding every 32 elements by one moves element i to i + i / 32, and the
// array has no room for that: 497 + 15 = 512 is the second of thread 248,
// 498 + 15 = 513 the first of thread 249.
#include <m2k.h>

__device__ __forceinline__ int padded(int i) { return i + (i >> 5); }

__m2k_iface(
    user(n in 1..1M),
    tensor(x, f32, [n, 512]),
    launch(grid = [n], block = [256]))
__global__ void load_padded(float *x) {
  __shared__ float temp[512];
  const int tid = threadIdx.x;
  float *row = x + (size_t)blockIdx.x * 512;
  // CHECK: :[[@LINE+5]]:3: warning: 'temp[padded(2 * tid)]' writes element 513
  // CHECK-SAME: of 'temp', which has 512 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (249, 0, 0)
  // CHECK: note: for n = 1 (user); needs 2.0 KiB of device memory
  temp[padded(2 * tid)] = row[2 * tid];
  // CHECK: :[[@LINE+4]]:3: warning: 'temp[padded(2 * tid + 1)]' writes element
  // CHECK-SAME: 512 of 'temp', which has 512 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (248, 0, 0)
  temp[padded(2 * tid + 1)] = row[2 * tid + 1];
  __syncthreads();
  row[tid] = temp[padded(tid)];
}
