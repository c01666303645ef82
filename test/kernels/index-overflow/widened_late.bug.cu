// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict gelu_flat bug , accesses
// The left side is 64 bits wide, the right side is unsigned: 2^32 / 256 =
// 16777216 is the first block that wraps, so the grid has 16777217 blocks and
// n is at least 16777216 * 256 + 1 = 4294967297.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(count in 1..16G),
    tensor(out, u8, [count]),
    tensor(in, u8, [count]),
    scalar(n = count),
    launch(grid = [ceildiv(count, 256)], block = [256]))
__global__ void gelu_flat(uint8_t *out, const uint8_t *in, int64_t n) {
  // CHECK: :[[@LINE+7]]:15: warning: 'blockIdx.x * blockDim.x' overflows 32
  // CHECK-SAME: bits: 4294967296 becomes 0 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'in', u8[count], reads element 0 instead of
  // CHECK-SAME: 4294967296
  // CHECK: note: launched with grid = (16777217, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (16777216, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for count = 4294967297 (user); needs 8.0 GiB of device memory
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] >> 1;
}
