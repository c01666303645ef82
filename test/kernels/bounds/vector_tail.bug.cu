// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict add_vec bug , accesses
// Four floats at once while the first of them is inside: with one element the
// first access already ends 12 bytes behind the tensor.
#include <m2k.h>

__m2k_iface(
    user(n in 1..1M),
    tensor(out, f32, [n]),
    tensor(a, f32, [n]),
    scalar(count = n),
    launch(grid = [ceildiv(n, 1024)], block = [256]))
__global__ void add_vec(float *out, const float *a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < count) {
    // CHECK: :[[@LINE+6]]:16: warning: 'reinterpret_cast<const float4 *>(a)[i]'
    // CHECK-SAME: reads element{{s?}} 0 {{.*}}of 'a', which has 1 element
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (256, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for n = 1 (user); needs 8 bytes of device memory
    float4 v = reinterpret_cast<const float4 *>(a)[i];
    v.x += b, v.y += b, v.z += b, v.w += b;
    // CHECK: :[[@LINE+3]]:5: warning: 'reinterpret_cast<float4 *>(out)[i]'
    // CHECK-SAME: writes element{{s?}} 0 {{.*}}of 'out', which has 1 element
    // CHECK-SAME: [-Wm2k-out-of-bounds]
    reinterpret_cast<float4 *>(out)[i] = v;
  }
}
