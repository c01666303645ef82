// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict inclusive_scan bug , accesses
// A doubling scan without the test for the first threads: thread 0 reads
// element 0 - 1.
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
    // CHECK: :[[@LINE+5]]:10: warning: 'buf[tid - off]' reads element -1 of
    // CHECK-SAME: 'buf', which has 128 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for n = 1 (user); needs 512 bytes of device memory
    v += buf[tid - off];
    __syncthreads();
  }
  row[tid] = v;
}
