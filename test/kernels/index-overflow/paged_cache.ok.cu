// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The block number is 64-bit, and the table holds blocks of the cache.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(seqs in 1..1024, num_blocks in 1..1M),
    tensor(out, f16, [seqs, 16384]),
    tensor(cache, f16, [num_blocks, 16, 8, 128]),
    tensor(block_tables, i32, [seqs], values in 0..num_blocks - 1),
    scalar(block_stride = 16384),
    launch(grid = [seqs], block = [128]))
__global__ void load_keys(__half *out, const __half *cache,
                          const int *block_tables, int block_stride) {
  const int seq = blockIdx.x;
  const int64_t block_number = block_tables[seq];
  for (int i = threadIdx.x; i < block_stride; i += blockDim.x)
    out[seq * block_stride + i] = cache[block_number * block_stride + i];
}
