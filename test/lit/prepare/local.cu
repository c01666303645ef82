// Constant offsets outside a local variable become events, before and after
// unrolling; what is inside disappears, and what is unknown stays an access.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=ir -Wno-array-bounds %s 2>&1 \
// RUN:   | %FileCheck %s

// CHECK-LABEL: define{{.*}} @_Z8constantPi(
// CHECK-NOT: alloca
// CHECK: call void @m2k.event(i32 1, i32 0, i64 20, i64 4, i64 16), !dbg {{.*}}, !m2k.object [[B:![0-9]+]]
// CHECK: freeze i32 poison
// CHECK: ret void
__global__ void constant(int *p) {
  int b[4];
  b[0] = p[0];
  p[1] = b[5];
}

// CHECK-LABEL: define{{.*}} @_Z8negativePi(
// CHECK: call void @m2k.event(i32 1, i32 1, i64 -4, i64 4, i64 16)
__global__ void negative(int *p) {
  int b[4];
  b[-1] = p[0];
}

// A read one past the end whose value nobody uses.
// CHECK-LABEL: define{{.*}} @_Z8unrolledPi(
// CHECK-COUNT-4: load volatile i32
// CHECK: call void @m2k.event(i32 1, i32 1, i64 12, i64 4, i64 12)
// CHECK: ret void
__global__ void unrolled(int *p) {
  int c[3];
  for (int i = 0; i <= 3; i++)
    c[i] = p[i];
}

// CHECK-LABEL: define{{.*}} @_Z4deadPii(
// CHECK: [[AT:%.*]] = getelementptr [4 x i32], ptr %b
// CHECK: load volatile i32, ptr [[AT]]
__global__ void dead(int *p, int a) {
  int b[4] = {1, 2, 3, 4};
  int unused = b[a];
}

// CHECK-LABEL: define{{.*}} @_Z6vectorPi(
// CHECK: call void @m2k.event(i32 1, i32 0, i64 8, i64 16, i64 16)
__global__ void vector(int *p) {
  int b[4] = {1, 2, 3, 4};
  *(int4 *)p = *(int4 *)(b + 2);
}

// CHECK: [[B]] = !{!"b"}
