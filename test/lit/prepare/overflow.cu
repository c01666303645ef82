// A pass that takes overflow as impossible would make (row * stride) / stride
// row, and a + 1 > a true.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=ir %s 2>&1 | %FileCheck %s

// CHECK-LABEL: define{{.*}} @_Z6dividePiii(
// CHECK: [[MUL:%.*]] = mul i32 %row, %stride
// CHECK: [[DIV:%.*]] = sdiv i32 [[MUL]], %stride
// CHECK: store volatile i32 [[DIV]]
__global__ void divide(int *p, int row, int stride) {
  p[0] = (row * stride) / stride;
}

// CHECK-LABEL: define{{.*}} @_Z7comparePii(
// CHECK: [[ADD:%.*]] = add i32 %a, 1
// CHECK: icmp sgt i32 [[ADD]], %a
__global__ void compare(int *p, int a) { p[0] = a + 1 > a ? 7 : 8; }
