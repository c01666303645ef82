// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The batch index is 64-bit, the offsets within one matrix may stay int.
#include <cstdint>
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
  const int64_t batch = blockIdx.z;
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int col = blockIdx.x * 16 + threadIdx.x;
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
