// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict gather_head bug , accesses
// The product is 64-bit, and an int keeps it. 2^31 / 65536 = 32768 is the
// first row, 32769 rows of 64 Ki halves are 4.0 GiB.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

struct Cursor {
  int begin;
  int step;
};

__m2k_iface(
    user(rows in 1..1M),
    tensor(out, f16, [rows, 128]),
    tensor(in, f16, [rows, 65536]),
    scalar(stride = 65536),
    launch(grid = [rows], block = [128]))
__global__ void gather_head(__half *out, const __half *in, int64_t stride) {
  Cursor c;
  // CHECK: :[[@LINE+7]]:13: warning: 'blockIdx.x * stride' is cut to 32 bits:
  // CHECK-SAME: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'in', f16[rows, 65536], reads element
  // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
  // CHECK: note: launched with grid = (32769, 1, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (32768, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for rows = 32769 (user); needs 4.0 GiB of device memory
  c.begin = blockIdx.x * stride;
  c.step = threadIdx.x;
  out[blockIdx.x * 128u + threadIdx.x] = in[(int64_t)c.begin + c.step];
}
