// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: an int row stride, added to the pointer row by row in a
// do-while: addresses are 64-bit, so that 16 M rows of 4096 are fine.
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
  const __half *p = in + col;
  float sum = 0;
  int row = 0;
  do {
    sum += (float)*p;
    p += stride;
  } while (++row < rows);
  out[col] = sum;
}
