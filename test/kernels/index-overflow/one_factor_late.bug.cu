// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict merge_heads bug , accesses
// A fix that widens one factor too late: (bh * len) is still of type int.
// With len = 131072 it needs bh = 16384, which is head 0 of batch 512, so the
// batch is 513: 513 * 32 * 131072 * 8 halves twice are 64.1 GiB.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(batch in 1..1024),
    tensor(out, f16, [batch * 32, 131072, 8]),
    tensor(in, f16, [batch * 32, 131072, 8]),
    scalar(len = 131072),
    launch(grid = [batch * 32], block = [128]))
__global__ void merge_heads(__half *out, const __half *in, int len) {
  constexpr int DIM = 8;
  int bh = blockIdx.x;
  // CHECK: :[[@LINE+7]]:28: warning: 'bh * len' overflows 32 bits: 2147483648
  // CHECK-SAME: becomes -2147483648 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'in', f16[batch * 32, 131072, 8], reads element
  // CHECK-SAME: -17179869184, which is outside, instead of 17179869184
  // CHECK: note: launched with grid = (16416, 1, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (16384, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for batch = 513 (user); needs 64.1 GiB of device memory
  int64_t base = (int64_t)(bh * len) * DIM;
  for (int64_t i = threadIdx.x; i < (int64_t)len * DIM; i += blockDim.x)
    out[base + i] = in[base + i];
}
