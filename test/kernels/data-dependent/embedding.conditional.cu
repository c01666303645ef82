// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json verdict embed conditional , reason values , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-precondition %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// Token ids of which nothing is stated.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536),
    fixed(vocab in {32000, 128256}),
    tensor(out, f32, [tokens, 256]),
    tensor(table, f32, [vocab, 256]),
    tensor(ids, i64, [tokens]),
    launch(grid = [tokens], block = [256]))
__global__ void embed(float *out, const float *table, const int64_t *ids) {
  const int64_t id = ids[blockIdx.x];
  // CHECK: :[[@LINE+3]]:19: warning: 'table[id * 256 + threadIdx.x]' is safe
  // CHECK-SAME: only under a condition: nothing bounds the values in 'ids'
  // CHECK-SAME: [-Wm2k-precondition]
  const float v = table[id * 256 + threadIdx.x];
  out[(size_t)blockIdx.x * 256 + threadIdx.x] = v;
}
