// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json verdict write_cache conditional , reason values , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-precondition %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// The sentinel is handled, but nothing says how large a slot can be.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536, blocks in 1..4096),
    tensor(cache, f32, [blocks, 16, 128]),
    tensor(key, f32, [tokens, 128]),
    tensor(slots, i64, [tokens]),
    launch(grid = [tokens], block = [128]))
__global__ void write_cache(float *cache, const float *key,
                            const int64_t *slots) {
  const int64_t slot = slots[blockIdx.x];
  if (slot < 0)
    return;
  const int64_t block = slot / 16, row = slot % 16;
  const float v = key[(size_t)blockIdx.x * 128 + threadIdx.x];
  // CHECK: :[[@LINE+3]]:3: warning: 'cache[(block * 16 + row) * 128 +
  // CHECK-SAME: threadIdx.x]' is safe only under a condition: nothing bounds
  // CHECK-SAME: the values in 'slots' [-Wm2k-precondition]
  cache[(block * 16 + row) * 128 + threadIdx.x] = v;
}
