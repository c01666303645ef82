// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict reduce_splits bug , accesses
// Partial sums of split-k, 16 matrices of m * 16384. With m = 8192 the last
// index is 16 * 2^27 - 1 = 2^31 - 1, which fits. With m = 8193 the last split
// starts at 15 * 8193 * 16384 = 2013511680, and 133971968 elements later, in
// thread 0 of block 133971968 / 256 = 523328, the sum is 2^31.
// 17 * 8193 * 64 KiB are 8.5 GiB.
#include <m2k.h>

__m2k_iface(
    user(m in 1..16384),
    tensor(out, f32, [m, 16384]),
    tensor(partial, f32, [16, m, 16384]),
    scalar(rows = m), scalar(cols = 16384),
    launch(grid = [m * 64], block = [256]))
__global__ void reduce_splits(float *out, const float *partial, int rows,
                              int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int size = rows * cols;
  float sum = 0;
  for (int s = 0; s < 16; ++s)
    // CHECK: :[[@LINE+7]]:20: warning: 's * size + i' overflows 32 bits:
    // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'partial', f32[16, m, 16384], reads element
    // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (524352, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (523328, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for m = 8193 (user); needs 8.5 GiB of device memory
    sum += partial[s * size + i];
  out[i] = sum;
}
