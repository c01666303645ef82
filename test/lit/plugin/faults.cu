// Whatever happens to the analysis costs one line of text and nothing else.
// RUN: %m2k -S -o %t.plain -fplugin-arg-m2k-Wno-m2k %s
//
// RUN: %m2k -S -o %t.crash -fplugin-arg-m2k-fault=crash -fplugin-arg-m2k-report=%t.json %s 2>&1 | %FileCheck %s --check-prefixes=CHECK,CRASH
// RUN: cmp %t.plain %t.crash
// RUN: %FileCheck %s --check-prefix=CRASH-JSON < %t.json
// RUN: %verdict %t.json kernels 2 , reason not-reached , no-bug
//
// RUN: %m2k -S -o %t.hang -fplugin-arg-m2k-fault=hang -fplugin-arg-m2k-budget-ms=300 -fplugin-arg-m2k-report=%t.json %s 2>&1 | %FileCheck %s --check-prefixes=CHECK,HANG
// RUN: cmp %t.plain %t.hang
// RUN: %FileCheck %s --check-prefix=HANG-JSON < %t.json
//
// RUN: %m2k -S -o %t.oom -fplugin-arg-m2k-fault=oom -fplugin-arg-m2k-budget-mb=100 -fplugin-arg-m2k-report=%t.json %s 2>&1 | %FileCheck %s --check-prefixes=CHECK,OOM
// RUN: cmp %t.plain %t.oom
// RUN: %FileCheck %s --check-prefix=OOM-JSON < %t.json
//
// -Werror and -w do not change what happened.
// RUN: %m2k -fsyntax-only -Werror -w -fplugin-arg-m2k-fault=crash %s 2>&1 | %FileCheck %s --check-prefixes=CHECK,CRASH
//
// With trace the child's own words are shown.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-fault=crash -fplugin-arg-m2k-trace=run %s 2>&1 | %FileCheck %s --check-prefix=TRACE
//
// CHECK-NOT: internal fault
// CHECK-NOT: Stack dump
// CHECK-NOT: PLEASE submit
// CRASH: faults.cu:1:1: remark: m2k: '{{.*}}faults.cu' not analysed: the analysis crashed
// CRASH-JSON: "outcome": "crashed"
// HANG: faults.cu:1:1: remark: m2k: '{{.*}}faults.cu' not analysed: out of time after 300 ms
// HANG-JSON: "outcome": "out-of-time"
// OOM: faults.cu:1:1: remark: m2k: '{{.*}}faults.cu' not analysed: out of memory, the budget is 100 MiB
// OOM-JSON: "outcome": "out-of-memory"
// CHECK-NOT: {{remark:|warning:|error:|internal fault|Stack dump}}
// TRACE: internal fault
#include <m2k.h>
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]), launch(grid = [n], block = [1]))
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }
__global__ void other() {}
