// What is in a system header is not reported, unless the user's code led there.
// RUN: %m2k -fsyntax-only %s 2>&1 | %FileCheck %s
// RUN: %m2k -fsyntax-only -Wsystem-headers %s 2>&1 | %FileCheck %s --check-prefix=ALL
#include "Inputs/system.h"

// CHECK-NOT: warning
// CHECK: system_headers.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: 'set(&p[blockIdx.x + 1])' writes
// ALL-DAG: Inputs/system.h:5:{{[0-9]+}}: warning: 'p[blockIdx.x + 1]' writes
// ALL-DAG: Inputs/system.h:6:{{[0-9]+}}: warning: '*p' writes
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]), launch(grid = [n], block = [1]))
__global__ void own(int *p) { set(&p[blockIdx.x + 1]); }
// CHECK-NOT: warning:
