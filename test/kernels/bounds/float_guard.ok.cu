// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// k is at most 16.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, k in 1..16),
    tensor(out, f32, [rows]),
    tensor(in, f32, [rows]),
    scalar(top = k),
    launch(grid = [rows], block = [1]))
__global__ void keep_best(float *out, const float *in, int top) {
  float best[16];
  best[0] = 0.0f;
  const float v = in[blockIdx.x];
  if (v > 0.0f)
    best[top - 1] = v;
  out[blockIdx.x] = best[0];
}
