// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// One factor is widened first.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(count in 1..16G),
    tensor(out, u8, [count]),
    tensor(in, u8, [count]),
    scalar(n = count),
    launch(grid = [ceildiv(count, 256)], block = [256]))
__global__ void gelu_flat(uint8_t *out, const uint8_t *in, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] >> 1;
}
