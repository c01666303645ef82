// An access that is wrong is quoted whole, whatever wrote it.
// RUN: %m2k -fsyntax-only %s 2>&1 | %FileCheck %s --strict-whitespace
#include <m2k.h>
#define CASE __m2k_iface(user(n in 1..100), tensor(p, i32, [n]),               \
                         launch(grid = [n], block = [1]))

// CHECK: access.cu:[[#@LINE+3]]:33: warning: 'p[blockIdx.x + 1]' writes element {{.*}} [-Wm2k-out-of-bounds]
// CHECK: {{^}}      |                                 ^~~~~~~~~~~~~~~~~{{$}}
CASE
__global__ void store(int *p) { p[blockIdx.x + 1] = 1; }

// CHECK: access.cu:[[#@LINE+2]]:44: warning: 'p[blockIdx.x + 1]' reads element
CASE
__global__ void load(int *p) { int v = 2 * p[blockIdx.x + 1]; p[0] = v; }

// CHECK: access.cu:[[#@LINE+2]]:33: warning: '*(p + blockIdx.x + 1)' writes element
CASE
__global__ void deref(int *p) { *(p + blockIdx.x + 1) = 1; }

// CHECK: access.cu:[[#@LINE+2]]:36: warning: 'p[blockIdx.x + 1]' {{.*}} element
CASE
__global__ void compound(int *p) { p[blockIdx.x + 1] += 1; }

// What a system header does with a pointer stands where it is called.
// CHECK: access.cu:[[#@LINE+2]]:34: warning: 'atomicAdd(&p[blockIdx.x + 1], 1)'
CASE
__global__ void atomic(int *p) { atomicAdd(&p[blockIdx.x + 1], 1); }
