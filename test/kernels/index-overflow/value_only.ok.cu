// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: products that overflow, but no address is made of them: a seed is
// stored, a hash is masked down to the table's size.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(count in 1..1G),
    tensor(seeds, i32, [count]),
    tensor(keys, i32, [count]),
    tensor(table, i32, [1024]),
    scalar(n = count),
    launch(grid = [ceildiv(count, 256)], block = [256]))
__global__ void seed_all(int *seeds, const uint32_t *keys, const int *table,
                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uint32_t hash = keys[i] * 2654435761u;
    seeds[i] = i * 1000003 + table[hash >> 22];
  }
}
