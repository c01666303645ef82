// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict stencil bug , accesses
// (threads + 2 * radius) * 4 bytes were meant, threads + 2 * radius * 4 are
// passed. With radius 1 that is 256 + 8 = 264 bytes or 66 floats; thread t
// writes t + 1, so thread 65 is the first outside. Reading, the first round has
// k = -1, in which thread 66 is at float 66.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    fixed(radius in 1..4),
    tensor(out, f32, [n * 256]),
    tensor(in, f32, [n * 256 + 2 * radius]),
    scalar(r = radius),
    launch(grid = [n], block = [256], shared = 256 + 2 * radius * 4))
__global__ void stencil(float *out, const float *in, int r) {
  extern __shared__ float line[];
  const int first = blockIdx.x * 256, t = threadIdx.x;
  // CHECK: :[[@LINE+7]]:3: warning: 'line[t + r]' writes element 66 of 'dynamic
  // CHECK-SAME: shared memory', which has 66 elements [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1), 264 bytes
  // CHECK-SAME: of shared memory; in blockIdx = (0, 0, 0), threadIdx = (65, 0,
  // CHECK-SAME: 0)
  // CHECK: note: for n = 1 (user), radius = 1 (model); needs 2.0 KiB of device
  // CHECK-SAME: memory
  line[t + r] = in[first + t + r];
  if (t < r) {
    line[t] = in[first + t];
    // CHECK: :[[@LINE+3]]:5: warning: 'line[t + 256 + r]' writes element 257 of
    // CHECK-SAME: 'dynamic shared memory', which has 66 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    line[t + 256 + r] = in[first + t + 256 + r];
  }
  __syncthreads();
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    // CHECK: :[[@LINE+6]]:12: warning: 'line[t + r + k]' reads element 66 of
    // CHECK-SAME: 'dynamic shared memory', which has 66 elements
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1), 264
    // CHECK-SAME: bytes of shared memory; in blockIdx = (0, 0, 0), threadIdx =
    // CHECK-SAME: (66, 0, 0)
    sum += line[t + r + k];
  out[first + t] = sum;
}
