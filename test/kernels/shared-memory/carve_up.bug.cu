// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict top_logits bug , accesses
// Two arrays of k are carved out of the buffer, the host's formula has one:
// with k = 8 there are 32 bytes, scores take all of them, and the first index
// is at int 8 of 8.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    fixed(k in {8, 32}),
    tensor(scores, f32, [rows, k]),
    tensor(indices, i32, [rows, k]),
    scalar(top = k),
    launch(grid = [rows], block = [32], shared = k * 4))
__global__ void top_logits(float *scores, int *indices, int top) {
  extern __shared__ float score_buffer[];
  int *index_buffer = reinterpret_cast<int *>(score_buffer + top);
  const int tid = threadIdx.x;
  const size_t base = (size_t)blockIdx.x * top;
  if (tid < top) {
    score_buffer[tid] = scores[base + tid];
    // CHECK: :[[@LINE+8]]:5: warning: 'index_buffer[tid]' writes element 8 of
    // CHECK-SAME: 'dynamic shared memory', which has 8 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (32, 1, 1), 32 bytes
    // CHECK-SAME: of shared memory; in blockIdx = (0, 0, 0), threadIdx = (0, 0,
    // CHECK-SAME: 0)
    // CHECK: note: for rows = 1 (user), k = 8 (model); needs 64 bytes of device
    // CHECK-SAME: memory
    index_buffer[tid] = indices[base + tid];
  }
  __syncwarp();
  if (tid < top) {
    scores[base + tid] = score_buffer[top - 1 - tid];
    // CHECK: :[[@LINE+3]]:27: warning: 'index_buffer[top - 1 - tid]' reads
    // CHECK-SAME: element 15 of 'dynamic shared memory', which has 8 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    indices[base + tid] = index_buffer[top - 1 - tid];
  }
}
