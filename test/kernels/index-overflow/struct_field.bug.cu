// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict add_bias bug , accesses
// The row stride is an int field of a by-value parameter. 2^31 / 8192 =
// 262144, so 262145 rows of 8192 bytes: 2.0 GiB.
#include <cstdint>
#include <m2k.h>

struct Params {
  int8_t *out;
  const int8_t *bias;
  int row_stride;
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
    // CHECK: :[[@LINE+7]]:27: warning: 'row * p.row_stride' overflows 32 bits:
    // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'p.out', i8[rows, 8192], reads element
    // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (262145, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (262144, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 262145 (user); needs 2.0 GiB of device memory
    int8_t *at = p.out + (row * p.row_stride + c);
    *at = *at + p.bias[c];
  }
}
