// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict gather_pages bug , accesses
// A row number kept in 16 bits: row 32768 becomes -32768. Truncation below 32
// bits is taken as meant, so this is out of bounds: -32768 * 256 = -8388608.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..1M),
    tensor(out, f16, [rows, 256]),
    tensor(in, f16, [rows, 256]),
    launch(grid = [rows], block = [256]))
__global__ void gather_pages(__half *out, const __half *in) {
  const int16_t row = blockIdx.x;
  const int64_t at = (int64_t)blockIdx.x * 256 + threadIdx.x;
  // CHECK: :[[@LINE+6]]:13: warning: 'in[row * 256 + (int)threadIdx.x]' reads
  // CHECK-SAME: element -8388608 of 'in', which has 8388864 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (32769, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (32768, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for rows = 32769 (user); needs 32.0 MiB of device memory
  out[at] = in[row * 256 + (int)threadIdx.x];
}
