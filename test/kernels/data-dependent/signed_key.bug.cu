// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict lookup bug , accesses
// Eight-bit keys that are signed: the lowest, -128, as well as any other
// negative one, lies before the table.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    tensor(out, f32, [n, 64]),
    tensor(table, f32, [256]),
    tensor(keys, i8, [n, 64], values in int8),
    launch(grid = [n], block = [64]))
__global__ void lookup(float *out, const float *table, const int8_t *keys) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  // CHECK: :[[@LINE+5]]:19: warning: 'table[keys[i]]' reads element -{{[0-9]+}}
  // CHECK-SAME: of 'table', which has 256 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (64, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for n = 1 (user); needs 1.3 KiB of device memory
  const float v = table[keys[i]];
  out[i] = v;
}
