// A finding stands at the whole expression that it is about, and quotes it.
// RUN: %m2k -fsyntax-only %s 2>&1 | %FileCheck %s --strict-whitespace
#include <m2k.h>
#define ROWS __m2k_iface(user(n in 1..8M), tensor(p, i32, [n, 1024]),          \
                         launch(grid = [n], block = [1024]))

// CHECK: expression.cu:[[#@LINE+3]]:35: warning: 'blockIdx.x * 1024' overflows 32 bits: 4294967296 becomes 0 [-Wm2k-index-overflow]
// CHECK: {{^}}      |                                   ^~~~~~~~~~~~~~~~~{{$}}
ROWS
__global__ void store(int *p) { p[blockIdx.x * 1024 + threadIdx.x] = 1; }
// CHECK: expression.cu:[[#@LINE-1]]:33: note: the access to 'p', i32[n, 1024], writes element 0 instead of 4294967296
// CHECK: expression.cu:[[#@LINE-3]]:1: note: launched with grid = (4194305, 1, 1), block = (1024, 1, 1)
// CHECK: expression.cu:[[#@LINE-4]]:1: note: for n = 4194305 (user); needs 16.0 GiB of device memory

// Over several lines; called from the kernel.
// CHECK: expression.cu:[[#@LINE+2]]:12: warning: 'i * 1024' overflows
__device__ int helper(int *p, unsigned i) {
  return p[i *
           1024];
}
// CHECK: expression.cu:[[#@LINE+2]]:41: note: 'helper' is called here
ROWS
__global__ void calls(int *p) { int v = helper(p, blockIdx.x); p[0] = v; }

// A macro is shown as it is used, and where it comes from.
#define AT(row, column) ((row) * 1024 + (column))
// CHECK: expression.cu:[[#@LINE+3]]:35: warning: 'AT(blockIdx.x, threadIdx.x)' overflows
// CHECK: expression.cu:[[#@LINE-2]]:26: note: expanded from macro 'AT'
ROWS
__global__ void macro(int *p) { p[AT(blockIdx.x, threadIdx.x)] = 1; }

// A lambda in a template, whose instances share one finding.
template <typename T, int N>
ROWS
__global__ void instance(T *p) {
  // CHECK: expression.cu:[[#@LINE+1]]:44: warning: 'i * 1024' overflows
  auto f = [&](unsigned i) { return p[N + (i * 1024)]; };
  p[threadIdx.x] = f(blockIdx.x);
}
template __global__ void instance<int, 4>(int *);
template __global__ void instance<unsigned, 8>(unsigned *);
// CHECK-NOT: 'i * 1024'
