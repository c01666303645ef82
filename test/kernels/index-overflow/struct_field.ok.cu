// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The field is 64 bits wide.
#include <cstdint>
#include <m2k.h>

struct Params {
  int8_t *out;
  const int8_t *bias;
  int64_t row_stride;
  int cols;
};

__m2k_iface(
    user(rows in 1..1M),
    tensor(p.out, i8, [rows, 8192]),
    tensor(p.bias, i8, [8192]),
    scalar(p.row_stride = 8192),
    scalar(p.cols = 8192),
    launch(grid = [rows], block = [256]))
__global__ void add_bias(Params p) {
  const int row = blockIdx.x;
  for (int c = threadIdx.x; c < p.cols; c += blockDim.x) {
    int8_t *at = p.out + (row * p.row_stride + c);
    *at = *at + p.bias[c];
  }
}
