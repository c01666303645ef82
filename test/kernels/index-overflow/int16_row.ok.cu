// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: 16 bits are enough for 32768 rows, and an unsigned 16-bit number
// stays inside even where it wraps.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..32768),
    tensor(out, f16, [rows, 256]),
    tensor(in, f16, [rows, 256]),
    tensor(bias, f16, [65536]),
    launch(grid = [rows], block = [256]))
__global__ void gather_pages(__half *out, const __half *in,
                             const __half *bias) {
  const int16_t row = blockIdx.x;
  const int64_t at = (int64_t)blockIdx.x * 256 + threadIdx.x;
  const uint16_t slot = blockIdx.x * 256u + threadIdx.x;
  out[at] = in[row * 256 + (int)threadIdx.x] + bias[slot];
}
