// dump=annot prints the cases as they were read; the user's own annotations
// stay where they are.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=annot %s 2>&1 | %FileCheck %s
// RUN: %m2k -S -emit-llvm -o - %s | %FileCheck %s --check-prefix=CODE
#include <m2k.h>
// CHECK: __m2k_iface(
// CHECK-NEXT: user(n in 1..16777216)
// CHECK: __m2k_iface_for("kernel",
// CHECK-NEXT: case("x")
// CODE: the user's own
// CODE-NOT: m2k.iface
__attribute__((annotate("the user's own")))
__m2k_iface(user(n in 1..16M), tensor(p, i32, [n]))
__global__ void kernel(int *p) {}
__m2k_iface_for("kernel", case("x"), tensor(p, i32, [4]))
