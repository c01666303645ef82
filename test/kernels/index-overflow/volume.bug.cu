// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict flip_depth bug , accesses
// (z * height + y) * width in three dimensions: 2048 * 2048 = 2^22 bytes a
// slice, slice 512 is at 2^31, 513 slices twice are 4.0 GiB. The slice that
// the flipped copy writes is 0.
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
  // CHECK: :[[@LINE+7]]:16: warning: '(z * height + y) * width' overflows 32
  // CHECK-SAME: bits: 2147483648 becomes -2147483648 [-Wm2k-index-overflow]
  // CHECK: note: the access to 'in', u8[slices, 2048, 2048], reads element
  // CHECK-SAME: -2147483648, which is outside, instead of 2147483648
  // CHECK: note: launched with grid = (128, 128, 513), block = (16, 16, 1); in
  // CHECK-SAME: blockIdx = (0, 0, 512), threadIdx = (0, 0, 0)
  // CHECK: note: for slices = 513 (user); needs 4.0 GiB of device memory
  out[to] = in[(z * height + y) * width + x];
}
