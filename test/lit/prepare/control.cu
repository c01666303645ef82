// Ends of paths that LLVM takes as impossible.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=ir -Wno-return-type %s 2>&1 \
// RUN:   | %FileCheck %s

__device__ int fall(int a) {
  if (a > 3)
    return 1;
}

// CHECK-LABEL: define{{.*}} @_Z8falls_ofPii(
// CHECK: icmp sgt i32 %a, 3
// CHECK: call void @m2k.event(i32 2, i32 0, i64 0, i64 0, i64 0)
// CHECK-NEXT: unreachable
__global__ void falls_of(int *p, int a) { p[0] = fall(a); }

// The access in front of the promise stays, and so does its guard.
// CHECK-LABEL: define{{.*}} @_Z7promisePii(
// CHECK: br i1
// CHECK: load volatile i32
// CHECK: call void @m2k.event(i32 3, i32 0, i64 0, i64 0, i64 0)
// CHECK-NEXT: unreachable
__global__ void promise(int *p, int i) {
  if (i == 3) {
    int unused = p[7];
    __builtin_unreachable();
  }
}

// CHECK-LABEL: define{{.*}} @_Z4trapPii(
// CHECK: load volatile i32
// CHECK: call void {{@llvm.trap\(\)|asm sideeffect "trap;"}}
__global__ void trap(int *p, int i) {
  if (i == 3) {
    int unused = p[7];
    __trap();
  }
}

// A phi with null must not become an impossible edge.
// CHECK-LABEL: define{{.*}} @_Z4nullPii(
// CHECK: [[Q:%.*]] = select i1 {{.*}}, ptr %p, ptr null
// CHECK: store volatile i32 1, ptr [[Q]]
__global__ void null(int *p, int a) {
  int *q = a > 2 ? p : nullptr;
  *q = 1;
}

// Nor one with an uninitialised value its other operand.
// CHECK-LABEL: define{{.*}} @_Z13uninitialisedPii(
// CHECK: [[X:%.*]] = freeze i32 poison
// CHECK: select i1 {{.*}}, i32 1, i32 [[X]]
__global__ void uninitialised(int *p, int a) {
  int x;
  if (a > 2)
    x = 1;
  p[x] = 0;
}
