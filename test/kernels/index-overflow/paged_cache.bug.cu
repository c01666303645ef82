// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict load_keys bug , accesses
// block_number * block_stride of a paged cache, with block tables of which
// nothing is stated. 16 * 8 * 128 = 2^14 halves a block: block 2^17 is the
// first, so 131073 blocks: 4.0 GiB. What the table holds does not matter to
// the fault: the block is one of the cache's, and the address is wrong. That
// the table holds no other number is a precondition, not shown by default.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(seqs in 1..1024, num_blocks in 1..1M),
    tensor(out, f16, [seqs, 16384]),
    tensor(cache, f16, [num_blocks, 16, 8, 128]),
    tensor(block_tables, i32, [seqs]),
    scalar(block_stride = 16384),
    launch(grid = [seqs], block = [128]))
__global__ void load_keys(__half *out, const __half *cache,
                          const int *block_tables, int block_stride) {
  const int seq = blockIdx.x;
  const int block_number = block_tables[seq];
  for (int i = threadIdx.x; i < block_stride; i += blockDim.x)
    out[seq * block_stride + i] =
        // CHECK: :[[@LINE+10]]:15: warning: 'block_number * block_stride'
        // CHECK-SAME: overflows 32 bits: 2147483648 becomes -2147483648
        // CHECK-SAME: [-Wm2k-index-overflow]
        // CHECK: note: the access to 'cache', f16[num_blocks, 16, 8, 128],
        // CHECK-SAME: reads element -2147483648, which is outside, instead of
        // CHECK-SAME: 2147483648
        // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
        // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
        // CHECK: note: for seqs = 1 (user), num_blocks = 131073 (user); needs
        // CHECK-SAME: 4.0 GiB of device memory
        cache[block_number * block_stride + i];
}
