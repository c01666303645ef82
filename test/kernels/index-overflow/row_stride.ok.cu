// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The row is widened before it is multiplied: 4 M rows of 4096 are fine.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..4M),
    tensor(out, f16, [rows, 4096]),
    tensor(in, f16, [rows, 4096]),
    scalar(stride = 4096),
    launch(grid = [rows], block = [256]))
__global__ void copy_rows(__half *out, const __half *in, int stride) {
  int64_t row = blockIdx.x;
  for (int i = threadIdx.x; i < stride; i += blockDim.x) {
    int64_t at = row * stride + i;
    out[at] = in[at];
  }
}
