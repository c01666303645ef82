// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Widened before the first product.
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
  int64_t base = (int64_t)bh * len * DIM;
  for (int64_t i = threadIdx.x; i < (int64_t)len * DIM; i += blockDim.x)
    out[base + i] = in[base + i];
}
