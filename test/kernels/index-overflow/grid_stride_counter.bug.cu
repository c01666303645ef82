// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict sum_flat bug , accesses
// The counter steps by 1024 * 1024 = 2^20. Some thread's last index is at
// least 2^31 - 2^20 as soon as n is larger than that; the next step is 2^31,
// which wraps and is below n again. Smallest: n = 2^31 - 2^20 + 1 =
// 2146435073, thread 0 of block 0. Unbounded, the index 2^31 is outside as
// well (and the loop would have ended), so it is no index overflow.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(count in 1..2147483647),
    tensor(out, f32, [1024, 1024]),
    tensor(x, f16, [count]),
    scalar(n = count),
    launch(grid = [1024], block = [1024]))
__global__ void sum_flat(float *out, const __half *x, int n) {
  float sum = 0;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first; i < n; i += blockDim.x * gridDim.x)
    // CHECK: :[[@LINE+9]]:19: warning: 'x[i]' reads element -2147483648 of 'x',
    // CHECK-SAME: which has 2146435073 elements [-Wm2k-out-of-bounds]
    // CHECK: :[[@LINE-3]]:30: note: on the way to this address, 'i +=
    // CHECK-SAME: blockDim.x * gridDim.x' overflows 32 bits: 2147483648
    // CHECK-SAME: becomes -2147483648
    // CHECK: note: launched with grid = (1024, 1, 1), block = (1024, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for count = 2146435073 (user); needs 4.0 GiB of device
    // CHECK-SAME: memory
    sum += (float)x[i];
  out[first] = sum;
}
