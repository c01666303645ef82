// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict unpack4 bug , accesses
// Four outputs per thread: 4 * i wraps at i = 2^29 = 536870912, the first
// thread of block 2097152. n = 536870913 groups of four halves are 4 GiB, and
// as many bytes 0.5 GiB.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(groups in 1..1G),
    tensor(out, f16, [groups, 4]),
    tensor(packed, u8, [groups]),
    scalar(n = groups),
    launch(grid = [ceildiv(groups, 256)], block = [256]))
__global__ void unpack4(__half *out, const uint8_t *packed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int bits = packed[i];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    // CHECK: :[[@LINE+8]]:9: warning: '4 * i' overflows 32 bits: 2147483648
    // CHECK-SAME: becomes -2147483648 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'out', f16[groups, 4], writes element
    // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
    // CHECK: note: launched with grid = (2097153, 1, 1), block = (256, 1, 1);
    // CHECK-SAME: in blockIdx = (2097152, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for groups = 536870913 (user); needs 4.5 GiB of device
    // CHECK-SAME: memory
    out[4 * i + k] = (__half)(float)((bits >> (2 * k)) & 3);
}
