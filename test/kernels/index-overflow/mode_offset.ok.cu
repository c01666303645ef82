// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// 64-bit parts.
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
  long long part;
  switch (mode) {
  case 0:
    part = 0;
    break;
  case 1:
    part = (long long)tokens * hidden;
    break;
  default:
    part = 2LL * tokens * hidden;
  }
  const int row = blockIdx.x * hidden;
  for (int i = threadIdx.x; i < hidden; i += blockDim.x)
    out[row + i] = qkv[part + row + i];
}
