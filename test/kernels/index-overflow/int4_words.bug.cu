// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict unpack_words bug , accesses
// Packed weights: n / 8 = 4096 words a row, eight outputs a word. The words
// are counted in int and fit, 2^32 bytes of them; eight times their number
// does not: 2^31 / 8 = 2^28 words are 65536 rows. 65537 rows of 32 KiB and of
// 16 KiB: 3.0 GiB.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..262144),
    tensor(out, i8, [rows, 32768]),
    tensor(words, i32, [rows, 4096]),
    scalar(n = 32768),
    launch(grid = [rows, 16], block = [256]))
__global__ void unpack_words(int8_t *out, const uint32_t *words, int n) {
  const int word = blockIdx.y * 256 + threadIdx.x;
  const int row = blockIdx.x;
  const int at = row * (n / 8) + word;
  const uint32_t w = words[at];
#pragma unroll
  for (int b = 0; b < 8; ++b)
    // CHECK: :[[@LINE+7]]:9: warning: 'at * 8' overflows 32 bits: 2147483648
    // CHECK-SAME: becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'out', i8[rows, 32768], writes element
    // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (65537, 16, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (65536, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 65537 (user); needs 3.0 GiB of device memory
    out[at * 8 + b] = (w >> (4 * b)) & 15;
}
