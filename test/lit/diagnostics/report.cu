// The JSON report holds what is shown, and what is off, too.
// RUN: %m2k -fsyntax-only -Wno-m2k -fplugin-arg-m2k-report=%t.json %s 2>&1 | %FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: %FileCheck %s < %t.json
// RUN: %verdict %t.json kernels 2 , bug out-of-bounds report.cu:17 , verdict bounds bug , verdict right safe , accesses
// RUN: %not %m2k -fsyntax-only -fplugin-arg-m2k-report=%t/no/such.json %s 2>&1 | %FileCheck %s --check-prefix=NO-FILE
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=report %s 2>&1 | %FileCheck %s --check-prefix=DUMP
// QUIET-NOT: {{.}}
// NO-FILE: error: m2k: cannot write '{{.*}}such.json': No such file or directory
// DUMP: report.cu:17:34: bug: 'p[blockIdx.x + 1]' writes
#include <m2k.h>
// CHECK: "check": "out-of-bounds"
// CHECK: "column": 34
// CHECK: "expression": "p[blockIdx.x + 1]"
// CHECK: "case": "label"
__m2k_iface(case("label"), user(n in 1..100), tensor(p, i32, [n]),
            launch(grid = [n], block = [1]))
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }

__m2k_iface(user(n in 1..100), tensor(p, i32, [n]),
            launch(grid = [n], block = [1]))
__global__ void right(int *p) { p[blockIdx.x] = 1; }
