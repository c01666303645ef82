// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Sorted token ids are padded with the number of tokens times k, and the
// padding is skipped.
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..4096, blocks in 1..1024),
    tensor(out, f32, [tokens * 2, 64]),
    tensor(in, f32, [tokens, 64]),
    tensor(sorted_ids, i32, [blocks, 16], values in 0..tokens * 2),
    scalar(num_valid = tokens * 2), scalar(top_k = 2),
    launch(grid = [blocks], block = [64]))
__global__ void scatter_rows(float *out, const float *in,
                             const int *sorted_ids, int num_valid, int top_k) {
  for (int r = 0; r < 16; ++r) {
    const int id = sorted_ids[blockIdx.x * 16 + r];
    if (id >= num_valid)
      continue;
    out[id * 64 + threadIdx.x] = in[id / top_k * 64 + threadIdx.x];
  }
}
