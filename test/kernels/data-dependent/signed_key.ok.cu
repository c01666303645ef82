// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// 128 is added, or the key read as unsigned.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n, 64]),
    tensor(table, f32, [256]),
    tensor(keys, i8, [n, 64]),
    launch(grid = [n], block = [64]))
__global__ void lookup(float *out, const float *table, const int8_t *keys) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = table[keys[i] + 128] + table[(uint8_t)keys[i]];
}
