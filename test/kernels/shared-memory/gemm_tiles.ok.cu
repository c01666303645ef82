// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Two tiles carved out of one buffer, in a loop over k that loads guarded
// tiles: what a tiled GEMM does all day, on sizes that fit no tile.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..8192),
    fixed(cols in {100, 4096}, depth in {72, 4096}),
    tensor(c, f32, [rows, cols]),
    tensor(a, f32, [rows, depth]),
    tensor(b, f32, [depth, cols]),
    scalar(m = rows), scalar(n = cols), scalar(k = depth),
    launch(grid = [ceildiv(cols, 16), ceildiv(rows, 16)], block = [16, 16],
           shared = 2 * 16 * 16 * 4))
__global__ void gemm(float *c, const float *a, const float *b, int m, int n,
                     int k) {
  extern __shared__ float shared[];
  float *ta = shared, *tb = shared + 16 * 16;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += 16) {
    ta[ty * 16 + tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;
    tb[ty * 16 + tx] = col < n && k0 + ty < k ? b[(k0 + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < 16; ++p)
      sum += ta[ty * 16 + p] * tb[p * 16 + tx];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
