// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict tile_sum bug , accesses
// Each round fetches the tile of the next, the last one too: with one tile of
// 256, tile 1 starts at element 256.
#include <m2k.h>

__m2k_iface(
    user(n in 1..4096),
    tensor(out, f32, [256]),
    tensor(in, f32, [n, 256]),
    scalar(tiles = n),
    launch(grid = [1], block = [256]))
__global__ void tile_sum(float *out, const float *in, int tiles) {
  const int tid = threadIdx.x;
  float next = in[tid], sum = 0;
  for (int t = 0; t < tiles; ++t) {
    const float now = next;
    // CHECK: :[[@LINE+5]]:12: warning: 'in[(t + 1) * 256 + tid]' reads element
    // CHECK-SAME: 256 of 'in', which has 256 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for n = 1 (user); needs 2.0 KiB of device memory
    next = in[(t + 1) * 256 + tid];
    sum += now * now;
  }
  out[tid] = sum;
}
