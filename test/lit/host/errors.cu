// Host functions that clang rejects, or cannot generate code for, are left out;
// the rest is there. Others then find a declaration.
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-dump=host %s 2>&1 | %FileCheck %s
#include <cuda_runtime.h>
#include <immintrin.h>
__global__ void kernel(int n) {}

// CHECK: errors.cu:[[#@LINE+1]]:{{[0-9]+}}: error: use of undeclared identifier 'undeclared'
static int rejected() { return undeclared; }

int processor(const double *p) {
  return static_cast<int>(_mm_cvtsd_f64(_mm_loadu_pd(p)));
}

// CHECK: errors.cu:9:12: remark: m2k: 2 functions not analysed because of errors
// CHECK: note: 'rejected' is left out because it contains errors
// CHECK: note: 'processor' is left out because clang says: always_inline function '_mm_loadu_pd' requires target feature 'sse2'
// CHECK: op op =
// CHECK: define {{.*}} @_Z2opPKd(ptr %p)
// CHECK: call i32 @_Z9processorPKd(
// CHECK: declare {{.*}} @_Z9processorPKd(
void op(const double *p) {
  kernel<<<processor(p), 1>>>(1);
  kernel<<<rejected(), 1>>>(1);
}
