// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict column_sums bug , accesses
// The same walk with an int index that is stepped by the stride: after 524288
// rows it is 2^31. n = 524289 rows of 4096 halves: 4.0 GiB.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(n in 1..16M),
    tensor(out, f32, [4096]),
    tensor(in, f16, [n, 4096]),
    scalar(rows = n), scalar(stride = 4096),
    launch(grid = [16], block = [256]))
__global__ void column_sums(float *out, const __half *in, int rows,
                            int stride) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  int at = col, row = 0;
  do {
    sum += (float)in[at];
    // CHECK: :[[@LINE+7]]:5: warning: 'at += stride' overflows 32 bits:
    // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'in', f16[n, 4096], reads element -2147483648,
    // CHECK-SAME: which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (16, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for n = 524289 (user); needs 4.0 GiB of device memory
    at += stride;
  } while (++row < rows);
  out[col] = sum;
}
