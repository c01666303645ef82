// What clang rejects is left out, listed in one remark, and the rest analysed.
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-report=%t.json %s 2>&1 | %FileCheck %s
// RUN: %verdict %t.json kernels 2 , bug out-of-bounds :23 , verdict calls unknown , reason left-out
#include <m2k.h>
#define CASE __m2k_iface(user(n in 1..100), tensor(p, i32, [n]),               \
                         launch(grid = [n], block = [1]))

// CHECK: left_out.cu:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'undeclared'
__device__ void helper(int *p) { p[0] = undeclared; }
CASE
// CHECK: left_out.cu:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'nosuch'
__global__ void bad(int *p) { p[0] = nosuch(); }

// CHECK: left_out.cu:[[#@LINE-5]]:17: remark: m2k: 2 functions not analysed because of errors
// CHECK-NEXT: __device__
// CHECK-NEXT: ^
// CHECK-NEXT: left_out.cu:[[#@LINE-8]]:17: note: 'helper' is left out because it contains errors
// CHECK: left_out.cu:[[#@LINE-6]]:17: note: 'bad' is left out because it contains errors
// CHECK-NOT: remark

CASE
// CHECK: left_out.cu:[[#@LINE+1]]:32: warning: 'p[blockIdx.x + 1]' writes
__global__ void good(int *p) { p[blockIdx.x + 1] = 1; }

CASE
__global__ void calls(int *p) { helper(p); }
