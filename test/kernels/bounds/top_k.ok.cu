// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// As many registers as k can be, with the insertion that keeps them sorted:
// a loop downwards that may end early.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, k in 1..64),
    tensor(out, f32, [rows, k]),
    tensor(in, f32, [rows, 1024]),
    scalar(top = k),
    launch(grid = [rows], block = [1]))
__global__ void top_k(float *out, const float *in, int top) {
  float best[64];
  const float *row = in + (size_t)blockIdx.x * 1024;
  for (int j = 0; j < top; ++j)
    best[j] = -1e30f;
  for (int i = 0; i < 1024; ++i) {
    const float v = row[i];
    if (v <= best[top - 1])
      continue;
    int j = top - 1;
    for (; j > 0 && best[j - 1] < v; --j)
      best[j] = best[j - 1];
    best[j] = v;
  }
  for (int j = 0; j < top; ++j)
    out[(size_t)blockIdx.x * top + j] = best[j];
}
