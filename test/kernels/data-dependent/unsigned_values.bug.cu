// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict gather16 bug , verdict gather8 bug , accesses
// Unsigned contents with the highest bit set: 40000 in 16 bits and 200 in
// eight are not negative.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n]),
    tensor(table, f32, [40000]),
    tensor(keys, u16, [n], values in 0..40000),
    launch(grid = [n], block = [1]))
__global__ void gather16(float *out, const float *table,
                         const uint16_t *keys) {
  // CHECK: :[[@LINE+4]]:19: warning: 'table[keys[blockIdx.x]]' reads element
  // CHECK-SAME: 40000 of 'table', which has 40000 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: for n = 1 (user); needs 156.3 KiB of device memory
  const float v = table[keys[blockIdx.x]];
  out[blockIdx.x] = v;
}

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n]),
    tensor(table, f32, [200]),
    tensor(keys, u8, [n], values in 200..200),
    launch(grid = [n], block = [1]))
__global__ void gather8(float *out, const float *table, const uint8_t *keys) {
  // CHECK: :[[@LINE+3]]:19: warning: 'table[keys[blockIdx.x]]' reads element
  // CHECK-SAME: 200 of 'table', which has 200 elements [-Wm2k-out-of-bounds]
  // CHECK: note: for n = 1 (user); needs 805 bytes of device memory
  const float v = table[keys[blockIdx.x]];
  out[blockIdx.x] = v;
}
