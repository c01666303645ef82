// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The sentinel ends the thread.
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
  if (expert == -1)
    return;
  const float b = bias[expert * 128 + (int)threadIdx.x];
  x[blockIdx.x * 128 + threadIdx.x] += b;
}
