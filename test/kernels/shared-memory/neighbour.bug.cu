// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict difference bug , accesses
// smem[tid + 1] by the last thread, 255.
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
  // CHECK: :[[@LINE+5]]:13: warning: 'smem[tid + 1]' reads element 256 of
  // CHECK-SAME: 'smem', which has 256 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (255, 0, 0)
  // CHECK: note: for n = 1 (user); needs 2.0 KiB of device memory
  out[at] = smem[tid + 1] - smem[tid];
}
