// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict upper_half bug , accesses
// The same difference is widened while it is wrapped: 0 - 256 becomes
// 4294967040, and as a 64-bit offset from the row's end it lands 2^32 elements
// further than the element that was meant, 512 - 256 = 256.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    tensor(out, f32, [rows, 256]),
    tensor(in, f32, [rows, 512]),
    launch(grid = [rows], block = [256]))
__global__ void upper_half(float *out, const float *in) {
  const float *end = in + blockIdx.x * 512u + 512;
  // CHECK: :[[@LINE+8]]:11: warning: 'threadIdx.x - blockDim.x' overflows 32
  // CHECK-SAME: bits: -256 becomes 4294967040 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'in', f32[rows, 512], reads element 4294967552,
  // CHECK-SAME: which is outside, instead of 256
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for rows = 1 (user); needs 3.0 KiB of device memory
  out[blockIdx.x * 256u + threadIdx.x] =
      end[threadIdx.x - blockDim.x];
}
