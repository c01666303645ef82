// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// With the guard. Near misses: four times too many blocks, guarded; no guard,
// but only whole blocks.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n]),
    scalar(count = n),
    launch(grid = [ceildiv(n, 256)], block = [256]))
__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(in, f32, [n]),
    scalar(count = n),
    launch(grid = [4 * ceildiv(n, 256)], block = [256]))
__global__ void scale(float *out, const float *in, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  out[i] = in[i] * factor;
}

__m2k_iface(
    user(blocks in 1..4096),
    tensor(out, f32, [blocks * 256]),
    tensor(in, f32, [blocks * 256]),
    launch(grid = [blocks], block = [256]))
__global__ void scale_whole(float *out, const float *in, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * factor;
}
