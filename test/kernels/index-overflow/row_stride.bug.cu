// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict copy_rows bug , accesses
// int row * int stride. 2^31 / 4096 = 524288: the row of that number is the
// first whose product does not fit, so 524289 rows are needed, 8 KiB each and
// twice, which is 8.0 GiB.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..4M),
    tensor(out, f16, [rows, 4096]),
    tensor(in, f16, [rows, 4096]),
    scalar(stride = 4096),
    launch(grid = [rows], block = [256]))
__global__ void copy_rows(__half *out, const __half *in, int stride) {
  int row = blockIdx.x;
  // CHECK: :[[@LINE+9]]:14: warning: 'row * stride' overflows 32 bits:
  // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'in', f16[rows, 4096], reads element
  // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
  // CHECK: note: launched with grid = (524289, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (524288, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for rows = 524289 (user); needs 8.0 GiB of device memory
  for (int i = threadIdx.x; i < stride; i += blockDim.x) {
    // One product for both accesses, so one finding.
    int at = row * stride + i;
    out[at] = in[at];
  }
}
