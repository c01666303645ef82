// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: a flat index taken apart by division and put together in another
// order stays inside.
#include <m2k.h>

__m2k_iface(
    user(n in 1..65536),
    fixed(h in {8, 12}, d in {64, 80}),
    tensor(out, f32, [n, d, h]),
    tensor(in, f32, [n, h, d]),
    scalar(total = n * h * d), scalar(heads = h), scalar(dim = d),
    launch(grid = [ceildiv(n * h * d, 256)], block = [256]))
__global__ void permute(float *out, const float *in, int total, int heads,
                        int dim) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total)
    return;
  const int c = i % dim;
  const int head = i / dim % heads;
  const int token = i / (dim * heads);
  out[(token * dim + c) * heads + head] = in[i];
}
