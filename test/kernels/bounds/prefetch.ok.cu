// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Only while there is a next tile.
#include <m2k.h>

__m2k_iface(
    user(n in 1..4096),
    tensor(out, f32, [256]),
    tensor(in, f32, [n, 256]),
    scalar(tiles = n),
    launch(grid = [1], block = [256]))
__global__ void tile_sum(float *out, const float *in, int tiles) {
  const int tid = threadIdx.x;
  float next = in[tid], sum = 0;
  for (int t = 0; t < tiles; ++t) {
    const float now = next;
    if (t + 1 < tiles)
      next = in[(t + 1) * 256 + tid];
    sum += now * now;
  }
  out[tid] = sum;
}
