// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict add_expert_bias bug , accesses
// -1 stands for no expert, is stated, and is not handled: row -1 starts at
// element -128.
#include <m2k.h>

__m2k_iface(
    user(tokens in 1..65536),
    fixed(experts in {8, 64}),
    tensor(x, f32, [tokens, 128]),
    tensor(bias, f32, [experts, 128]),
    tensor(expert_ids, i32, [tokens], values in -1..experts - 1),
    launch(grid = [tokens], block = [128]))
__global__ void add_expert_bias(float *x, const float *bias,
                                const int *expert_ids) {
  const int expert = expert_ids[blockIdx.x];
  // CHECK: :[[@LINE+7]]:19: warning: 'bias[expert * 128 + (int)threadIdx.x]'
  // CHECK-SAME: reads element -128 of 'bias', which has 1024 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
  // CHECK: note: for tokens = 1 (user), experts = 8 (model); needs 4.5 KiB of
  // CHECK-SAME: device memory
  const float b = bias[expert * 128 + (int)threadIdx.x];
  x[blockIdx.x * 128 + threadIdx.x] += b;
}
