// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: threadIdx.x - blockDim.x wraps below zero, and the sum wraps back
// before it is widened.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    tensor(out, f32, [rows, 256]),
    tensor(in, f32, [rows, 512]),
    launch(grid = [rows], block = [256]))
__global__ void upper_half(float *out, const float *in) {
  const float *row = in + blockIdx.x * 512u;
  unsigned end = 512;
  out[blockIdx.x * 256u + threadIdx.x] = row[end + (threadIdx.x - blockDim.x)];
}
