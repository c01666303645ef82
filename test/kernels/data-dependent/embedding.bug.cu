// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict embed bug , accesses
// A padded vocabulary: ids up to 32063, a table of 32000 rows. The first row
// that is missing starts at 32000 * 256 = 8192000.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536),
    tensor(out, f32, [tokens, 256]),
    tensor(table, f32, [32000, 256]),
    tensor(ids, i64, [tokens], values in 0..32063),
    launch(grid = [tokens], block = [256]))
__global__ void embed(float *out, const float *table, const int64_t *ids) {
  const int64_t id = ids[blockIdx.x];
  // CHECK: :[[@LINE+6]]:19: warning: 'table[id * 256 + threadIdx.x]' reads
  // CHECK-SAME: element {{[0-9]+}} of 'table', which has 8192000 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for tokens = 1 (user); needs 31.3 MiB of device memory
  const float v = table[id * 256 + threadIdx.x];
  out[(size_t)blockIdx.x * 256 + threadIdx.x] = v;
}
