// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict row_max bug , accesses
// Eight slots for the warps of a block of 512: warp 8, thread 256, is the
// first without one.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    tensor(out, f32, [rows]),
    tensor(in, f32, [rows, 512]),
    launch(grid = [rows], block = [512]))
__global__ void row_max(float *out, const float *in) {
  __shared__ float slots[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = in[(size_t)blockIdx.x * 512 + threadIdx.x];
  for (int mask = 16; mask > 0; mask /= 2)
    v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, mask));
  if (lane == 0)
    // CHECK: :[[@LINE+5]]:5: warning: 'slots[warp]' writes element 8 of
    // CHECK-SAME: 'slots', which has 8 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (512, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (256, 0, 0)
    // CHECK: note: for rows = 1 (user); needs 2.0 KiB of device memory
    slots[warp] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 8; ++w)
      v = fmaxf(v, slots[w]);
    out[blockIdx.x] = v;
  }
}
