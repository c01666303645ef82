// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// 4 is a size_t; the index itself stays below 2^30.
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
    out[size_t(4) * i + k] = (__half)(float)((bits >> (2 * k)) & 3);
}
