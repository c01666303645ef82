// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict attend bug , accesses
// Halves, rounded up to 16 bytes, then floats: the kernel rounds, the host
// does not. With d = 1 it passes 2 + 4 = 6 bytes, and the float lies at 16.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, d in 1..128),
    tensor(out, f32, [rows, d]),
    tensor(q, f16, [rows, d]),
    scalar(dim = d),
    launch(grid = [rows], block = [128], shared = d * 2 + d * 4))
__global__ void attend(float *out, const __half *q, int dim) {
  extern __shared__ __align__(16) unsigned char raw[];
  __half *keys = reinterpret_cast<__half *>(raw);
  float *sums = reinterpret_cast<float *>(raw + (dim * 2 + 15) / 16 * 16);
  const int tid = threadIdx.x;
  const size_t base = (size_t)blockIdx.x * dim;
  if (tid < dim) {
    keys[tid] = q[base + tid];
    // CHECK: :[[@LINE+7]]:5: warning: 'sums[tid]' writes bytes 16 to 19 of 'dynamic
    // CHECK-SAME: shared memory', which has 6 bytes [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1), 6 bytes
    // CHECK-SAME: of shared memory; in blockIdx = (0, 0, 0), threadIdx = (0, 0,
    // CHECK-SAME: 0)
    // CHECK: note: for rows = 1 (user), d = 1 (user); needs 6 bytes of device
    // CHECK-SAME: memory
    sums[tid] = (float)keys[tid];
    // CHECK: :[[@LINE+2]]:23: warning: 'sums[tid]' reads bytes 16 to 19 of 'dynamic
    // CHECK-SAME: shared memory', which has 6 bytes [-Wm2k-out-of-bounds]
    out[base + tid] = sums[tid];
  }
}
