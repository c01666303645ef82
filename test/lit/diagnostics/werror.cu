// A finding that is an error fails the compile as a native error does.
// RUN: %m2k -fsyntax-only %s
// RUN: %not %m2k -fsyntax-only -Werror %s 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %not %m2k -fsyntax-only -Werror=m2k %s 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %not %m2k -fsyntax-only -Werror=m2k-out-of-bounds %s 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-Werror=m2k %s 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %not %m2k -fsyntax-only -Wno-m2k -Werror=m2k-out-of-bounds %s 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %not %m2k -fsyntax-only -Werror=m2k-out-of-bounds -Wm2k %s 2>&1 | %FileCheck %s --check-prefix=ERROR
//
// RUN: %m2k -fsyntax-only -Werror -Wno-error=m2k %s 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: %m2k -fsyntax-only -Werror -Wno-error=m2k-out-of-bounds %s 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: %m2k -fsyntax-only -Wno-error=m2k-out-of-bounds -Werror %s 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: %m2k -fsyntax-only -Werror=m2k -Wno-error=m2k-out-of-bounds %s 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: %m2k -fsyntax-only -Werror -Wno-error %s 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: %m2k -fsyntax-only -Werror=m2k-null %s 2>&1 | %FileCheck %s --check-prefix=WARNING
//
// -w and a later -Wno- are stronger.
// RUN: %m2k -fsyntax-only -Werror=m2k -w %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %m2k -fsyntax-only -Werror=m2k -Wno-m2k %s 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
//
// No object is left behind.
// RUN: rm -f %t.s
// RUN: %not %m2k -S -o %t.s -Werror=m2k %s
// RUN: %not test -e %t.s
// RUN: %m2k -S -o %t.s %s
// RUN: test -e %t.s
#include <m2k.h>

// ERROR: error: {{.*}} [-Werror,-Wm2k-out-of-bounds]
// ERROR: note: launched with
// ERROR: 1 error generated
// WARNING: warning: {{.*}} [-Wm2k-out-of-bounds]
// NONE-NOT: m2k
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]),
            launch(grid = [n], block = [1]))
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }
