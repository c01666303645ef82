// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict stage bug , accesses
// The launch passes no dynamic shared memory at all.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(x, i32, [n, 128]),
    launch(grid = [n], block = [128]))
__global__ void stage(int *x) {
  extern __shared__ int buffer[];
  int *row = x + blockIdx.x * (size_t)128;
  // CHECK: :[[@LINE+5]]:3: warning: 'buffer[threadIdx.x]' writes element 0 of
  // CHECK-SAME: 'dynamic shared memory', which is empty [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for n = 1 (user); needs 512 bytes of device memory
  buffer[threadIdx.x] = row[threadIdx.x];
  __syncthreads();
  // CHECK: :[[@LINE+3]]:22: warning: 'buffer[127 - threadIdx.x]' reads element
  // CHECK-SAME: 127 of 'dynamic shared memory', which is empty
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  row[threadIdx.x] = buffer[127 - threadIdx.x];
}
