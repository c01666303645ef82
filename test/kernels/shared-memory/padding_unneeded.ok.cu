// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: without padding, and without the padding's bytes.
#include <m2k.h>

__m2k_iface(
    user(n in 1..256),
    tensor(out, f32, [n * 32, n * 32]),
    tensor(in, f32, [n * 32, n * 32]),
    scalar(width = n * 32),
    launch(grid = [n, n], block = [32, 32], shared = 32 * 32 * 4))
__global__ void transpose_tile(float *out, const float *in, int width) {
  extern __shared__ float tile[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  tile[ty * 32 + (tx ^ ty)] = in[(y + ty) * width + x + tx];
  __syncthreads();
  out[(x + ty) * width + y + tx] = tile[tx * 32 + (tx ^ ty)];
}
