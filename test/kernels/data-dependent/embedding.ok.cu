// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Ids of the vocabulary. Near miss: a second kernel looks for itself.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536),
    fixed(vocab in {32000, 128256}),
    tensor(out, f32, [tokens, 256]),
    tensor(table, f32, [vocab, 256]),
    tensor(ids, i64, [tokens], values in 0..vocab - 1),
    launch(grid = [tokens], block = [256]))
__global__ void embed(float *out, const float *table, const int64_t *ids) {
  const int64_t id = ids[blockIdx.x];
  const float v = table[id * 256 + threadIdx.x];
  out[(size_t)blockIdx.x * 256 + threadIdx.x] = v;
}

__m2k_iface(
    user(tokens in 1..65536),
    fixed(vocab in {32000, 128256}),
    tensor(out, f32, [tokens, 256]),
    tensor(table, f32, [vocab, 256]),
    tensor(ids, i64, [tokens]),
    scalar(rows = vocab),
    launch(grid = [tokens], block = [256]))
__global__ void embed_checked(float *out, const float *table,
                              const int64_t *ids, int rows) {
  const int64_t id = ids[blockIdx.x];
  float v = 0;
  if (id >= 0 && id < rows)
    v = table[id * 256 + threadIdx.x];
  out[(size_t)blockIdx.x * 256 + threadIdx.x] = v;
}
