// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The ends are clamped, with min and max in one kernel, by branches in the
// other.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n]),
    scalar(count = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void smooth(float *out, const float *in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float sum = in[max(i - 1, 0)] + in[min(i + 1, count - 1)];
  out[i] = (sum + in[i]) / 3;
}

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n]),
    scalar(count = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void smooth_branches(float *out, const float *in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float sum = in[i];
  if (i > 0)
    sum += in[i - 1];
  if (i + 1 < count)
    sum += in[i + 1];
  out[i] = sum / 3;
}
