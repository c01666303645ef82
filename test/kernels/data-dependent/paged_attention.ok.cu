// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Keys of a paged cache: a warp per block of the sequence, positions up to a
// stated length, block table and lengths with stated contents.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(seqs in 1..256, pages in 1..2048, blocks in 1..65536),
    tensor(scores, f32, [seqs, 8, pages * 16]),
    tensor(q, f32, [seqs, 8, 64]),
    tensor(k_cache, f32, [blocks, 2, 16, 64]),
    tensor(block_tables, i32, [seqs, pages], values in 0..blocks - 1),
    tensor(seq_lens, i32, [seqs], values in 1..pages * 16),
    scalar(max_pages = pages),
    launch(grid = [8, seqs], block = [128]))
__global__ void attention_scores(float *scores, const float *q,
                                 const float *k_cache, const int *block_tables,
                                 const int *seq_lens, int max_pages) {
  const int head = blockIdx.x, seq = blockIdx.y, kv_head = head / 4;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int len = seq_lens[seq];
  const int pages = (len + 15) / 16;
  const float *query = q + (seq * 8 + head) * 64;
  for (int page = warp; page < pages; page += 4) {
    const int64_t block = block_tables[seq * max_pages + page];
    const float *keys = k_cache + (block * 2 + kv_head) * 16 * 64;
    for (int t = 0; t < 16; ++t) {
      const int pos = page * 16 + t;
      float dot = query[lane] * keys[t * 64 + lane] +
                  query[lane + 32] * keys[t * 64 + lane + 32];
      for (int mask = 16; mask > 0; mask /= 2)
        dot += __shfl_xor_sync(0xffffffffu, dot, mask);
      if (lane == 0 && pos < len)
        scores[((int64_t)seq * 8 + head) * max_pages * 16 + pos] = dot;
    }
  }
}
