// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// j < N.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    tensor(out, f32, [rows * 128]),
    tensor(in, f32, [rows * 128, 8]),
    launch(grid = [rows], block = [128]))
__global__ void dot8(float *out, const float *in) {
  constexpr int N = 8;
  float acc[N];
  const size_t i = (size_t)blockIdx.x * 128 + threadIdx.x;
  for (int j = 0; j < N; ++j)
    acc[j] = 0.0f;
  for (int j = 0; j < N; ++j)
    acc[j] += in[i * N + j];
  float sum = 0;
  for (int j = 0; j < N; ++j)
    sum += acc[j] * acc[j];
  out[i] = sum;
}
