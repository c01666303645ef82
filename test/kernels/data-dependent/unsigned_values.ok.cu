// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The tables are one longer.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n]),
    tensor(table, f32, [40001]),
    tensor(keys, u16, [n], values in 0..40000),
    launch(grid = [n], block = [1]))
__global__ void gather16(float *out, const float *table,
                         const uint16_t *keys) {
  const float v = table[keys[blockIdx.x]];
  out[blockIdx.x] = v;
}

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n]),
    tensor(table, f32, [201]),
    tensor(keys, u8, [n], values in 200..200),
    launch(grid = [n], block = [1]))
__global__ void gather8(float *out, const float *table, const uint8_t *keys) {
  const float v = table[keys[blockIdx.x]];
  out[blockIdx.x] = v;
}
