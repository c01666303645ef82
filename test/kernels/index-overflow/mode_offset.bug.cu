// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict split_qkv bug , accesses
// Of three parts, the last starts furthest: mode 2 at 2 * tokens * 4096,
// which is 2^31 with tokens = 262144. Modes 0 and 1 stay below.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(n in 1..300000),
    tensor(out, f16, [n, 4096]),
    tensor(qkv, f16, [3, n, 4096]),
    scalar(mode in 0..2), scalar(tokens = n), scalar(hidden = 4096),
    launch(grid = [n], block = [512]))
__global__ void split_qkv(__half *out, const __half *qkv, int mode, int tokens,
                          int hidden) {
  int part;
  switch (mode) {
  case 0:
    part = 0;
    break;
  case 1:
    part = tokens * hidden;
    break;
  default:
    // CHECK: :[[@LINE+7]]:12: warning: '2 * tokens * hidden' overflows 32 bits:
    // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'qkv', f16[3, n, 4096], reads element
    // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (262144, 1, 1), block = (512, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for n = 262144 (user); needs 8.0 GiB of device memory
    part = 2 * tokens * hidden;
  }
  const int row = blockIdx.x * hidden;
  for (int i = threadIdx.x; i < hidden; i += blockDim.x)
    out[row + i] = qkv[(long long)part + row + i];
}
