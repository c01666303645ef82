// Of the pragmas with unknown groups, only those with ours are accepted.
// RUN: %m2k -fsyntax-only -Wunknown-warning-option %s 2>&1 | %FileCheck %s
// RUN: %not %m2k -fsyntax-only -Wunknown-warning-option -Werror %s 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %m2k -fsyntax-only -Wno-unknown-warning-option -Werror %s
// CHECK-NOT: {{warning|error}}
// ERROR-NOT: {{warning|error}}
#pragma clang diagnostic ignored "-Wm2k-null"
// CHECK: [[#@LINE+2]]:34: warning: unknown warning group '-Wm2k-nosuch', ignored
// ERROR: [[#@LINE+1]]:34: error: unknown warning group '-Wm2k-nosuch', ignored
#pragma clang diagnostic ignored "-Wm2k-nosuch"
_Pragma("clang diagnostic ignored \"-Wm2k\"")
// CHECK: [[#@LINE+2]]:34: warning: unknown warning group '-Wnosuch', ignored
// ERROR: [[#@LINE+1]]:34: error: unknown warning group '-Wnosuch', ignored
#pragma clang diagnostic ignored "-Wnosuch"
// CHECK-NEXT: #pragma
// CHECK-NEXT: ^
// CHECK-NEXT: 2 warnings generated
// ERROR: 2 errors generated
