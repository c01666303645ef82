// Mistakes have their place inside the user's own macro argument.
// RUN: %not %m2k -fsyntax-only %s 2>&1 | %FileCheck %s --strict-whitespace
#include <m2k.h>

// CHECK: places.cu:[[#@LINE+5]]:39: error: unknown dtype 'i33'
// CHECK: {{^}}      |                                       ^{{$}}
// CHECK: places.cu:[[#@LINE+4]]:28: error: undeclared symbol 'm'
// CHECK: {{^}}      |                            ^{{$}}
__m2k_iface(user(n in 1..8),
            /* a comment */ tensor(p, i33, [n]),
            launch(grid = [m], block = [1]))
__global__ void mistakes(int *p) {}

// Made by the preprocessor: the place of the macro is all there is.
#define CASE(dim) __m2k_iface(tensor(p, i32, [dim]))
// CHECK: places.cu:[[#@LINE+1]]:1: error: undeclared symbol 'rows'
CASE(rows)
__global__ void made(int *p) {}

namespace deep {
struct Class {
  // CHECK: places.cu:[[#@LINE+1]]:22: error: undeclared symbol 'k'
  __m2k_iface(assume(k > 1)) static void method(int *p) {}
};
// CHECK: places.cu:[[#@LINE+1]]:51: error: undeclared symbol 'q'
template <typename T> __m2k_iface(tensor(p, any, [q]))
__global__ void pattern(T *p) {}
void user(float *p, short *q) { pattern<<<1, 1>>>(p); pattern<<<1, 1>>>(q); }
} // namespace deep

// CHECK: places.cu:[[#@LINE+1]]:40: error: undeclared symbol 'z'
__m2k_iface_for("mistakes", assume(1 < z))

// What the function lacks is found at the end of the file.
// CHECK: places.cu:[[#@LINE+1]]:20: error: function 'lacks' has no parameter 'out'
__m2k_iface(tensor(out, f32, [4]), launch(grid = [1], block = [1]))
__global__ void lacks(float *in) {}
// CHECK: places.cu:[[#@LINE+1]]:34: error: 'launch' on 'host', which is no kernel
__m2k_iface(tensor(p, f32, [4]), launch(grid = [1], block = [1]))
void host(float *p) {}
// CHECK: places.cu:[[#@LINE+1]]:33: error: function 'lacks' has no parameter 'other'
__m2k_iface_for("lacks", tensor(other, f32, [4]))
