// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict dot8 bug , accesses
// j <= N over a register array of N = 8: element 8, in every thread.
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
  for (int j = 0; j <= N; ++j)
    // CHECK: :[[@LINE+5]]:5: warning: 'acc[j]' writes element 8 of 'acc', which
    // CHECK-SAME: has 8 elements [-Wm2k-out-of-bounds]
    // CHECK: note: launched with grid = (1, 1, 1), block = (128, 1, 1); in
    // CHECK-SAME: blockIdx = (0, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 1 (user); needs 4.5 KiB of device memory
    acc[j] = 0.0f;
  for (int j = 0; j < N; ++j)
    acc[j] += in[i * N + j];
  float sum = 0;
  for (int j = 0; j < N; ++j)
    sum += acc[j] * acc[j];
  out[i] = sum;
}
