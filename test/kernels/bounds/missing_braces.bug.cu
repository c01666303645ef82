// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict bias_gelu bug , accesses
// The guard covers the read alone; the write below it is only indented.
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
  if (i < count)
    v = in[i] + bias;
    // CHECK: :[[@LINE+5]]:5: warning: 'out[i]' writes element 1 of 'out', which
    // CHECK-SAME: has 1 element [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (1, 0, 0)
    // CHECK: note: for n = 1 (user); needs 8 bytes of device memory
    out[i] = v * normcdff(v);
}
