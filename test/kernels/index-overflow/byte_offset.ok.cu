// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The byte offset is a size_t.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..1M),
    tensor(dst, i8, [rows, 16384]),
    tensor(src, i8, [rows, 16384]),
    scalar(cols = 4096),
    launch(grid = [rows], block = [512]))
__global__ void row_words(char *dst, const char *src, int cols) {
  int row = blockIdx.x;
  size_t bytes = (size_t)row * cols * 4;
  const float *from = reinterpret_cast<const float *>(src + bytes);
  float *to = reinterpret_cast<float *>(dst + bytes);
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    to[i] = from[i];
}
