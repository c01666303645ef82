// Which function a case of a header is about.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-report=%t.json %s
// RUN: %verdict %t.json case plain safe , case qualified safe , case global safe , case all safe , case one safe , case overload safe , case nested safe
// RUN: %not %m2k -fsyntax-only -DAMBIGUOUS %s 2>&1 | %FileCheck %s
#include <m2k.h>

namespace a { __global__ void twice(int *p) { p[blockIdx.x] = 1; } }
namespace b { __global__ void twice(int *p) { p[blockIdx.x] = 1; } }
namespace { __global__ void unnamed(int *p) { p[blockIdx.x] = 1; } }
__global__ void once(int *p) { p[blockIdx.x] = 1; }
namespace a { __global__ void once(int *p) { p[blockIdx.x] = 1; } }
template <typename T> __global__ void instances(T *p) { p[blockIdx.x] = 1; }
template __global__ void instances<int>(int *);
template __global__ void instances<short>(short *);
__global__ void overloaded(int *p) { p[blockIdx.x] = 1; }
__global__ void overloaded(float *q, int) { q[0] = 1; }
struct Outer {
  struct Inner {
    static __global__ void member(int *p) { p[blockIdx.x] = 1; }
  };
};

__m2k_iface_for("unnamed", case("plain"), user(n in 1..8), tensor(p, any, [n]), launch(grid = [n], block = [1]))
__m2k_iface_for("b::twice", case("qualified"), user(n in 1..8), tensor(p, any, [n]), launch(grid = [n], block = [1]))
__m2k_iface_for("once", case("global"), user(n in 1..8), tensor(p, any, [n]), launch(grid = [n], block = [1]))
__m2k_iface_for("instances", case("all"), user(n in 1..8), tensor(p, any, [n]), launch(grid = [n], block = [1]))
__m2k_iface_for("instances", case("one"), user(n in 1..8), tensor(p, i16, [n]), launch(grid = [n], block = [1]))
__m2k_iface_for("overloaded", case("overload"), user(n in 1..8), tensor(p, i32, [n]), launch(grid = [n], block = [1]))
__m2k_iface_for("Inner::member", case("nested"), user(n in 1..8), tensor(p, i32, [n]), launch(grid = [n], block = [1]))
// No function of this file: one header serves many files.
__m2k_iface_for("elsewhere", tensor(p, i32, [4]))
#ifdef AMBIGUOUS
// CHECK: names.cu:[[#@LINE+1]]:17: error: function name 'twice' is ambiguous: expected 'a::twice' or 'b::twice'
__m2k_iface_for("twice", tensor(p, i32, [4]))
#endif
