// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Larger batches go through the cache again and again.
#include <m2k.h>

__m2k_iface(
    user(batch in 1..64),
    tensor(state, f32, [32, 4, 128]),
    tensor(x, f32, [batch, 128]),
    launch(grid = [4, batch], block = [128]))
__global__ void append_state(float *state, const float *x) {
  const int head = blockIdx.x, seq = blockIdx.y, d = threadIdx.x;
  const float v = x[seq * 128 + d];
  state[(seq % 32 * 4 + head) * 128 + d] = v;
}
