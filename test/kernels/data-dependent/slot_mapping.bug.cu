// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict write_cache bug , accesses
// Slot -1 stands for a padded token: -1 / 16 is block 0, -1 % 16 is row -1,
// which starts at element -128.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536, blocks in 1..4096),
    tensor(cache, f32, [blocks, 16, 128]),
    tensor(key, f32, [tokens, 128]),
    tensor(slots, i64, [tokens], values in -1..blocks * 16 - 1),
    launch(grid = [tokens], block = [128]))
__global__ void write_cache(float *cache, const float *key,
                            const int64_t *slots) {
  const int64_t slot = slots[blockIdx.x];
  const int64_t block = slot / 16, row = slot % 16;
  const float v = key[(size_t)blockIdx.x * 128 + threadIdx.x];
  // CHECK: :[[@LINE+7]]:3: warning: 'cache[(block * 16 + row) * 128 +
  // CHECK-SAME: threadIdx.x]' writes element -128 of 'cache', which has 2048
  // CHECK-SAME: elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for tokens = 1 (user), blocks = 1 (user); needs 8.5 KiB of
  // CHECK-SAME: device memory
  cache[(block * 16 + row) * 128 + threadIdx.x] = v;
}
