// What clang rejects is left out and listed; the rest is analysed.
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-dump=ir %s 2>&1 | %FileCheck %s

// CHECK-DAG: remark: m2k: 'helper' not analysed
__device__ void helper(float *p) { p[0] = undeclared; }

__global__ void good(float *p, int n) { p[n] = 1; }

// CHECK-DAG: remark: m2k: 'bad' not analysed
__global__ void bad(float *p, int n) { p[n] = nosuch(n); }

// CHECK-DAG: remark: m2k: 'syntax' not analysed
__global__ void syntax(float *p, int n) { p[n] = ; }

// CHECK-DAG: remark: m2k: 'instance<float>' not analysed
template <typename T> __global__ void instance(T *p) { p[0] = p->x; }
template __global__ void instance<float>(float *);

struct Method {
  // CHECK-DAG: remark: m2k: 'Method::broken' not analysed
  __device__ void broken(float *p) { p[0] = undeclared; }
};

__global__ void calls(float *p) {
  Method().broken(p);
  helper(p);
}

// CHECK-NOT: define
// CHECK: define{{.*}} @_Z4goodPfi(
// CHECK: define{{.*}} @_Z5callsPf(
// CHECK: call{{.*}} @_ZN6Method6brokenEPf
// CHECK: call{{.*}} @_Z6helperPf
// CHECK-NOT: define
