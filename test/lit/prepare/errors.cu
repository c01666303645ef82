// What clang rejects is left out and listed; the rest is analysed.
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-dump=ir %s 2>&1 | %FileCheck %s

// CHECK-DAG: note: 'helper' is left out because it contains errors
__device__ void helper(float *p) { p[0] = undeclared; }

__global__ void good(float *p, int n) { p[n] = 1; }

// CHECK-DAG: note: 'bad' is left out because it contains errors
__global__ void bad(float *p, int n) { p[n] = nosuch(n); }

// CHECK-DAG: note: 'syntax' is left out because it contains errors
__global__ void syntax(float *p, int n) { p[n] = ; }

// CHECK-DAG: note: 'instance<float>' is left out because it contains errors
template <typename T> __global__ void instance(T *p) { p[0] = p->x; }
template __global__ void instance<float>(float *);

struct Method {
  // CHECK-DAG: note: 'Method::broken' is left out because it contains errors
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
