// -Wm2k… as for a native warning: words in order, the last one wins.
// RUN: %m2k -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefix=BOTH
// RUN: %m2k -fsyntax-only -Wno-m2k %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %m2k -fsyntax-only -Wno-m2k-index-overflow %s 2>&1 | %FileCheck %s --check-prefix=BOUNDS
// RUN: %m2k -fsyntax-only -Wno-m2k -Wm2k-index-overflow %s 2>&1 | %FileCheck %s --check-prefix=OVERFLOW
// RUN: %m2k -fsyntax-only -Wm2k-index-overflow -Wno-m2k %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %m2k -fsyntax-only -w %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %m2k -fsyntax-only -Wno-everything %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %m2k -fsyntax-only -Wno-everything -Wm2k-index-overflow %s 2>&1 | %FileCheck %s --check-prefix=OVERFLOW
//
// What is off by default.
// RUN: %m2k -fsyntax-only %s 2>&1 | %FileCheck %s --check-prefix=NOT-DECIDED
// RUN: %m2k -fsyntax-only -Wm2k-precondition %s 2>&1 | %FileCheck %s --check-prefix=DECIDED
// RUN: %m2k -fsyntax-only -Wm2k %s 2>&1 | %FileCheck %s --check-prefix=DECIDED
// RUN: %m2k -fsyntax-only -Weverything %s 2>&1 | %FileCheck %s --check-prefix=DECIDED
// RUN: %m2k -fsyntax-only -Wno-m2k-precondition -Weverything %s 2>&1 | %FileCheck %s --check-prefix=NOT-DECIDED
//
// The other spelling; these words come after all of clang's.
// RUN: %m2k -fsyntax-only -Wm2k -fplugin-arg-m2k-Wno-m2k %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-Wno-m2k-index-overflow %s 2>&1 | %FileCheck %s --check-prefix=BOUNDS
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-Wm2k-precondition %s 2>&1 | %FileCheck %s --check-prefix=DECIDED
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-w %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
//
// RUN: %m2k -fsyntax-only -fno-diagnostics-show-option %s 2>&1 | %FileCheck %s --check-prefix=NO-OPTION
//
// A misspelt group is reported as clang would.
// RUN: %m2k -fsyntax-only -Wno-m2k-index-overfow %s 2>&1 | %FileCheck %s --check-prefix=MISSPELT
// RUN: %m2k -fsyntax-only -Werror=m2k-null -Werror=m2k-nul %s 2>&1 | %FileCheck %s --check-prefix=MISSPELT2
#include <m2k.h>

// NONE-NOT: m2k
// BOUNDS-NOT: m2k-index-overflow
// BOTH: warning: {{.*}} [-Wm2k-index-overflow]
// OVERFLOW: warning: {{.*}} [-Wm2k-index-overflow]
// NO-OPTION: warning: {{.*}} becomes 0{{$}}
__m2k_iface(user(n in 1..8M), tensor(p, i32, [n, 1024]),
            launch(grid = [n], block = [1024]))
__global__ void overflow(int *p) { p[blockIdx.x * 1024 + threadIdx.x] = 1; }

// BOTH: warning: {{.*}} [-Wm2k-out-of-bounds]
// BOUNDS: warning: {{.*}} [-Wm2k-out-of-bounds]
// OVERFLOW-NOT: m2k-out-of-bounds
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]),
            launch(grid = [n], block = [1]))
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }

// NOT-DECIDED-NOT: [-Wm2k-precondition]
// DECIDED: warning: {{.*}} [-Wm2k-precondition]
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]),
            launch(grid = [1], block = [1]))
__global__ void conditional(int *p, int i) { p[i] = 1; }

// MISSPELT: warning: unknown warning option '-Wno-m2k-index-overfow'; did you mean '-Wno-m2k-index-overflow'? [-Wunknown-warning-option]
// MISSPELT2: warning: unknown warning option '-Werror=m2k-nul'; did you mean '-Werror=m2k-null'? [-Wunknown-warning-option]
