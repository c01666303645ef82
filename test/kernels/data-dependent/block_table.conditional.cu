// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json verdict read_page conditional , reason values , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-precondition %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// Nothing says what the block table holds, so the cache is read at a place
// that nobody can know. Which relation is missing is said only on request.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(seqs in 1..256, blocks in 1..4096, pages in 1..64),
    tensor(out, f16, [seqs, pages, 512]),
    tensor(cache, f16, [blocks, 512]),
    tensor(block_tables, i32, [seqs, pages]),
    launch(grid = [pages, seqs], block = [512]))
__global__ void read_page(__half *out, const __half *cache,
                          const int *block_tables) {
  const size_t page = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
  const int block = block_tables[page];
  // CHECK: :[[@LINE+3]]:20: warning: 'cache[(size_t)block * 512 + threadIdx.x]'
  // CHECK-SAME: is safe only under a condition: nothing bounds the values in
  // CHECK-SAME: 'block_tables' [-Wm2k-precondition]
  const __half v = cache[(size_t)block * 512 + threadIdx.x];
  out[page * 512 + threadIdx.x] = v;
}
