// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Rounded up. Near miss: rounded down, but of multiples only.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    case("rounded up"),
    fixed(k in 128..16384),
    tensor(out, f32, [k, 256]),
    tensor(q, i8, [k, 256]),
    tensor(scales, f32, [ceildiv(k, 128), 256]),
    launch(grid = [k], block = [256]))
__m2k_iface(
    case("multiples"),
    fixed(k in 128..16384 step 128),
    tensor(out, f32, [k, 256]),
    tensor(q, i8, [k, 256]),
    tensor(scales, f32, [k / 128, 256]),
    launch(grid = [k], block = [256]))
__global__ void dequant_groups(float *out, const int8_t *q,
                               const float *scales) {
  const int row = blockIdx.x, col = threadIdx.x;
  const float scale = scales[row / 128 * 256 + col];
  out[row * 256 + col] = q[row * 256 + col] * scale;
}
