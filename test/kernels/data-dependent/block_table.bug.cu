// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict read_page bug , accesses
// The table may name the block behind the last: one block, number 1, which
// starts at element 512.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(seqs in 1..256, blocks in 1..4096, pages in 1..64),
    tensor(out, f16, [seqs, pages, 512]),
    tensor(cache, f16, [blocks, 512]),
    tensor(block_tables, i32, [seqs, pages], values in 0..blocks),
    launch(grid = [pages, seqs], block = [512]))
__global__ void read_page(__half *out, const __half *cache,
                          const int *block_tables) {
  const size_t page = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
  const int block = block_tables[page];
  // CHECK: :[[@LINE+7]]:20: warning: 'cache[(size_t)block * 512 + threadIdx.x]'
  // CHECK-SAME: reads element 512 of 'cache', which has 512 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (512, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for seqs = 1 (user), blocks = 1 (user), pages = 1 (user);
  // CHECK-SAME: needs 2.0 KiB of device memory
  const __half v = cache[(size_t)block * 512 + threadIdx.x];
  out[page * 512 + threadIdx.x] = v;
}
