// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The table holds blocks of the cache.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(seqs in 1..256, blocks in 1..4096, pages in 1..64),
    tensor(out, f16, [seqs, pages, 512]),
    tensor(cache, f16, [blocks, 512]),
    tensor(block_tables, i32, [seqs, pages], values in 0..blocks - 1),
    launch(grid = [pages, seqs], block = [512]))
__global__ void read_page(__half *out, const __half *cache,
                          const int *block_tables) {
  const size_t page = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
  const int block = block_tables[page];
  const __half v = cache[(size_t)block * 512 + threadIdx.x];
  out[page * 512 + threadIdx.x] = v;
}
