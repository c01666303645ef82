// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict row_words bug , accesses
// Offsets in bytes: row * cols = 131072 * 4096 = 2^29 still fits, times 4 it
// is 2^31. 131073 rows of 16 KiB twice are 4.0 GiB.
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
  // CHECK: :[[@LINE+7]]:15: warning: 'row * cols * 4' overflows 32 bits:
  // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'src', i8[rows, 16384], reads element
  // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
  // CHECK: note: launched with grid = (131073, 1, 1), block = (512, 1, 1); in
  // CHECK-SAME: blockIdx = (131072, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for rows = 131073 (user); needs 4.0 GiB of device memory
  int bytes = row * cols * 4;
  const float *from = reinterpret_cast<const float *>(src + bytes);
  float *to = reinterpret_cast<float *>(dst + bytes);
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    to[i] = from[i];
}
