// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Both offsets are 64-bit.
#include <cstdint>
#include <m2k.h>

__m2k_iface(
    user(slices in 1..16384),
    tensor(out, u8, [slices, 2048, 2048]),
    tensor(in, u8, [slices, 2048, 2048]),
    scalar(depth = slices), scalar(height = 2048), scalar(width = 2048),
    launch(grid = [128, 128, slices], block = [16, 16]))
__global__ void flip_depth(uint8_t *out, const uint8_t *in, int depth,
                           int height, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x >= width || y >= height || z >= depth)
    return;
  const size_t to = ((size_t)(depth - 1 - z) * height + y) * width + x;
  out[to] = in[((size_t)z * height + y) * width + x];
}
