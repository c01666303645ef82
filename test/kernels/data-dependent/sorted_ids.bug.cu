// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict scatter_rows bug , accesses
// The test lets the padding itself through. One token, two rows of output: id 2
// writes element 128 of 128 and reads row 2 / 2 = 1, element 64 of 64.
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..4096, blocks in 1..1024),
    tensor(out, f32, [tokens * 2, 64]),
    tensor(in, f32, [tokens, 64]),
    tensor(sorted_ids, i32, [blocks, 16], values in 0..tokens * 2),
    scalar(num_valid = tokens * 2), scalar(top_k = 2),
    launch(grid = [blocks], block = [64]))
__global__ void scatter_rows(float *out, const float *in,
                             const int *sorted_ids, int num_valid, int top_k) {
  for (int r = 0; r < 16; ++r) {
    const int id = sorted_ids[blockIdx.x * 16 + r];
    if (id > num_valid)
      continue;
    // CHECK: :[[@LINE+7]]:21: warning: 'in[id / top_k * 64 + threadIdx.x]'
    // CHECK-SAME: reads element 64 of 'in', which has 64 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (64, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for tokens = 1 (user), blocks = 1 (user); needs 832 bytes of
    // CHECK-SAME: device memory
    const float v = in[id / top_k * 64 + threadIdx.x];
    // CHECK: :[[@LINE+3]]:5: warning: 'out[id * 64 + threadIdx.x]' writes
    // CHECK-SAME: element 128 of 'out', which has 128 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    out[id * 64 + threadIdx.x] = v;
  }
}
