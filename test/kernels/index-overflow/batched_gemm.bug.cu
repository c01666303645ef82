// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict gemm_batched bug , accesses
// batch * m * k with m = 4096, k = 16384: 2^26 halves a matrix, so matrix 32
// is at 2^31 and 33 are needed. b (2^24 each) and c (2^22 each) stay below
// 2^31 for all 64. 33 * (128 + 32 + 8) MiB are 5.4 GiB.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(batches in 1..64),
    tensor(c, f16, [batches, 4096, 1024]),
    tensor(a, f16, [batches, 4096, 16384]),
    tensor(b, f16, [batches, 16384, 1024]),
    scalar(m = 4096), scalar(n = 1024), scalar(k = 16384),
    launch(grid = [64, 256, batches], block = [16, 16]))
__global__ void gemm_batched(__half *c, const __half *a, const __half *b,
                             int m, int n, int k) {
  const int batch = blockIdx.z;
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int col = blockIdx.x * 16 + threadIdx.x;
  // CHECK: :[[@LINE+7]]:8: warning: 'batch * m * k' overflows 32 bits:
  // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'a', f16[batches, 4096, 16384], reads element
  // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
  // CHECK: note: launched with grid = (64, 256, 33), block = (16, 16, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 32), threadIdx = (0, 0, 0)
  // CHECK: note: for batches = 33 (user); needs 5.4 GiB of device memory
  a += batch * m * k;
  b += batch * k * n;
  c += batch * m * n;
  if (row < m && col < n) {
    float sum = 0;
    for (int p = 0; p < k; ++p)
      sum += (float)a[row * k + p] * (float)b[p * n + col];
    c[row * n + col] = (__half)sum;
  }
}
