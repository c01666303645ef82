// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The difference is taken in signed arithmetic, so that it widens as it is.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    tensor(out, f32, [rows, 256]),
    tensor(in, f32, [rows, 512]),
    launch(grid = [rows], block = [256]))
__global__ void upper_half(float *out, const float *in) {
  const float *end = in + blockIdx.x * 512u + 512;
  out[blockIdx.x * 256u + threadIdx.x] =
      end[(int)threadIdx.x - (int)blockDim.x];
}
