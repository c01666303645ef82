// Pragmas for our groups, from their place on; clang does not complain about
// them, but about groups that nobody knows it does.
// RUN: %not %m2k -fsyntax-only %s 2>&1 | %FileCheck %s
// RUN: %not %m2k -fsyntax-only -Wunknown-warning-option %s 2>&1 | %FileCheck %s 
// RUN: %not %m2k -fsyntax-only -Wunknown-warning-option -Werror %s 2>&1 | %FileCheck %s --check-prefix=WERROR
// RUN: %clang -x cuda --cuda-device-only -nocudainc -nocudalib -fsyntax-only --cuda-gpu-arch=sm_90 --cuda-path=/nonexistent -Werror -fplugin=%build/libm2k.so -DPLAIN %s
#ifdef PLAIN
#pragma clang diagnostic ignored "-Wm2k-out-of-bounds"
#else
#include <m2k.h>
#define CASE __m2k_iface(user(n in 1..100), tensor(p, i32, [n]),               \
                         launch(grid = [n], block = [1]))

// CHECK-NOT: unknown warning group '-Wm2k
// WERROR-NOT: unknown warning group '-Wm2k
// CHECK-NOT: pragmas.cu:{{[0-9]+}}:{{[0-9]+}}: error
// CHECK: pragmas.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}} [-Wm2k-out-of-bounds]
CASE
__global__ void before(int *p) { p[blockIdx.x + 1] = 1; }

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wm2k-out-of-bounds"
CASE
__global__ void ignored(int *p) { p[blockIdx.x + 1] = 1; }
#pragma clang diagnostic pop

// CHECK-NOT: warning: 'p
// CHECK: pragmas.cu:[[#@LINE+4]]:{{[0-9]+}}: error: {{.*}} [-Werror,-Wm2k-out-of-bounds]
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wm2k"
CASE
__global__ void raised(int *p) { p[blockIdx.x + 1] = 1; }
#pragma GCC diagnostic pop

#define QUIET _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wm2k\"")
#define DO_PRAGMA(text) _Pragma(#text)
QUIET
CASE
__global__ void quiet(int *p) { p[blockIdx.x + 1] = 1; }
DO_PRAGMA(clang diagnostic pop)

// CHECK-NOT: 'p
// CHECK: pragmas.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}} [-Wm2k-out-of-bounds]
CASE
__global__ void between(int *p) { p[blockIdx.x + 1] = 1; }

// Only the statement counts that the finding is at.
CASE
__global__ void statement(int *p) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wm2k-out-of-bounds"
  p[blockIdx.x + 2] = 1;
#pragma clang diagnostic pop
  // CHECK-NOT: 'p
  // CHECK: pragmas.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: 'p[blockIdx.x + 3]'
  p[blockIdx.x + 3] = 1;
}

// A warning that a pragma asks for is one under -Werror, too.
// WERROR: pragmas.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: {{.*}} [-Wm2k-out-of-bounds]
#pragma clang diagnostic push
#pragma clang diagnostic warning "-Wm2k-out-of-bounds"
CASE
__global__ void lowered(int *p) { p[blockIdx.x + 1] = 1; }
#pragma clang diagnostic pop

#pragma clang diagnostic ignored "-Weverything"
CASE
__global__ void after(int *p) { p[blockIdx.x + 1] = 1; }
#endif
