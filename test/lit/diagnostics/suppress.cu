// [[clang::suppress]] on statements, variables, functions and what is around.
// RUN: %m2k -fsyntax-only %s 2>&1 | %FileCheck %s
#include <m2k.h>
#define CASE __m2k_iface(user(n in 1..100), tensor(p, i32, [n]),               \
                         launch(grid = [n], block = [1]))

CASE
__global__ void statement(int *p) {
  [[clang::suppress("m2k-out-of-bounds")]] p[blockIdx.x + 1] = 1;
  [[clang::suppress("m2k")]] p[blockIdx.x + 2] = 1;
  [[clang::suppress]] p[blockIdx.x + 3] = 1;
  [[clang::suppress("-Wm2k-out-of-bounds")]] { p[blockIdx.x + 4] = 1; }
  // CHECK-NOT: warning
  // CHECK: suppress.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: 'p[blockIdx.x + 5]'
  [[clang::suppress("m2k-null")]] p[blockIdx.x + 5] = 1;
}

CASE
__global__ void variable(int *p) {
  [[clang::suppress("m2k-out-of-bounds")]] int v = p[blockIdx.x + 6];
  p[blockIdx.x] = v;
}

CASE
[[clang::suppress("m2k-out-of-bounds")]] __global__ void function(int *p) {
  p[blockIdx.x + 7] = 1;
}

template <typename T>
CASE
__global__ void instance(T *p) {
  [[clang::suppress("m2k-out-of-bounds")]] p[blockIdx.x + 8] = 1;
  // CHECK-NOT: warning
  // CHECK: suppress.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: 'p[blockIdx.x + 9]'
  p[blockIdx.x + 9] = 1;
}
template __global__ void instance<int>(int *);

// The call through which a finding is reached.
// CHECK-NOT: warning
__device__ void helper(int *p) { p[blockIdx.x + 10] = 1; }
CASE
__global__ void calls(int *p) {
  [[clang::suppress("m2k-out-of-bounds")]] helper(p);
}
// CHECK: 2 warnings generated
