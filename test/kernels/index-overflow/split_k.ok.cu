// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The offset of the split is 64-bit; one matrix has at most 2^28 elements.
#include <cstdint>
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
  const int64_t size = rows * cols;
  float sum = 0;
  for (int s = 0; s < 16; ++s)
    sum += partial[s * size + i];
  out[i] = sum;
}
