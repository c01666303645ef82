// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict softmax_rows bug , accesses
// The host counts halves, the kernel keeps floats: 1024 * 2 = 2048 bytes are
// 512 floats, and float 512, the third of thread 0, is outside. The row that
// is read back later has the same fault.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    fixed(hidden in {1024, 2048}),
    tensor(out, f16, [rows, hidden]),
    tensor(in, f16, [rows, hidden]),
    scalar(cols = hidden),
    launch(grid = [rows], block = [256], shared = hidden * 2))
__global__ void softmax_rows(__half *out, const __half *in, int cols) {
  extern __shared__ float row[];
  const size_t base = (size_t)blockIdx.x * cols;
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    // CHECK: :[[@LINE+7]]:5: warning: 'row[i]' writes element 512 of 'dynamic
    // CHECK-SAME: shared memory', which has 512 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1), 2.0 KiB
    // CHECK-SAME: of shared memory; in blockIdx = (0, 0, 0), threadIdx = (0, 0,
    // CHECK-SAME: 0)
    // CHECK: note: for rows = 1 (user), hidden = 1024 (model); needs 4.0 KiB of
    // CHECK-SAME: device memory
    row[i] = __expf((float)in[base + i]);
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    // CHECK: :[[@LINE+2]]:29: warning: 'row[i]' reads element 512 of 'dynamic
    // CHECK-SAME: shared memory', which has 512 elements [-Wm2k-out-of-bounds]
    out[base + i] = (__half)row[i];
}
