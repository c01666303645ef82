// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , case large bug , case small safe , accesses
// The array was sized for the instance of 128 threads; that of 256 writes
// element 128 of 128 in thread 128, and thread 0 reads element 255. The smaller
// instance is safe.
#include <m2k.h>

template <int BLOCK>
__m2k_iface(
    case("small"), template(BLOCK = 128),
    user(n in 1..1M),
    tensor(x, f32, [n, 128]),
    launch(grid = [n], block = [128]))
__m2k_iface(
    case("large"), template(BLOCK = 256),
    user(n in 1..1M),
    tensor(x, f32, [n, 256]),
    launch(grid = [n], block = [256]))
__global__ void block_copy(float *x) {
  __shared__ float buf[128];
  float *row = x + (size_t)blockIdx.x * BLOCK;
  // CHECK: :[[@LINE+5]]:3: warning: 'buf[threadIdx.x]' writes element 128 of
  // CHECK-SAME: 'buf', which has 128 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (128, 0, 0)
  // CHECK: note: for n = 1 (user); needs 1.0 KiB of device memory; case 'large'
  buf[threadIdx.x] = row[threadIdx.x];
  __syncthreads();
  // CHECK: :[[@LINE+5]]:22: warning: 'buf[BLOCK - 1 - threadIdx.x]' reads
  // CHECK-SAME: element 255 of 'buf', which has 128 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  row[threadIdx.x] = buf[BLOCK - 1 - threadIdx.x];
}

template __global__ void block_copy<128>(float *);
template __global__ void block_copy<256>(float *);
