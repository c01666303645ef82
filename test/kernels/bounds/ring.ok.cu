// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// A whole round is added first, or the remainder is taken by a mask.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..4096, back in 0..15),
    tensor(out, f32, [rows, 16]),
    tensor(ring, f32, [rows, 16]),
    scalar(shift = back),
    launch(grid = [rows], block = [16]))
__global__ void ring_read(float *out, const float *ring, int shift) {
  const int tid = threadIdx.x, base = blockIdx.x * 16;
  out[base + tid] = ring[base + (tid - shift + 16) % 16] +
                    ring[base + ((tid - shift) & 15)];
}
