// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict transpose bug , accesses
// col * rows + row of the transposed matrix, 65536 columns. With 32768 rows
// the last index, 65535 * 32768 + 32767, is exactly 2^31 - 1. With 32769 the
// last column but one, thread 30 of the last block, reaches 65534 * 32769 + 2
// = 2147483648 in row 2. Twice 65536 * 32769 bytes are 4.0 GiB.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    tensor(out, u8, [65536, n]),
    tensor(in, u8, [n, 65536]),
    scalar(rows = n), scalar(cols = 65536),
    launch(grid = [2048, ceildiv(n, 8)], block = [32, 8]))
__global__ void transpose(uint8_t *out, const uint8_t *in, int rows,
                          int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols)
    // CHECK: :[[@LINE+7]]:9: warning: 'col * rows + row' overflows 32 bits:
    // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'out', u8[65536, n], writes element
    // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (2048, 4097, 1), block = (32, 8, 1); in
    // CHECK-SAME: blockIdx = (2047, 0, 0), threadIdx = (30, 2, 0)
    // CHECK: note: for n = 32769 (user); needs 4.0 GiB of device memory
    out[col * rows + row] = in[(int64_t)row * cols + col];
}
