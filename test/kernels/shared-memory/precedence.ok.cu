// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// With the parentheses: the halo on both sides fits.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    fixed(radius in 1..4),
    tensor(out, f32, [n * 256]),
    tensor(in, f32, [n * 256 + 2 * radius]),
    scalar(r = radius),
    launch(grid = [n], block = [256], shared = (256 + 2 * radius) * 4))
__global__ void stencil(float *out, const float *in, int r) {
  extern __shared__ float line[];
  const int first = blockIdx.x * 256, t = threadIdx.x;
  line[t + r] = in[first + t + r];
  if (t < r) {
    line[t] = in[first + t];
    line[t + 256 + r] = in[first + t + 256 + r];
  }
  __syncthreads();
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    sum += line[t + r + k];
  out[first + t] = sum;
}
