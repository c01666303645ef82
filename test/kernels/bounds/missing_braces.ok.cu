// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// With braces.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n]),
    scalar(count = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void bias_gelu(float *out, const float *in, float bias, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  if (i < count) {
    v = in[i] + bias;
    out[i] = v * normcdff(v);
  }
}
