// Places are those that the user sees: after #line, and in preprocessed text.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-iface=%S/Inputs/line.m2k.h %s 2>&1 | %FileCheck %s
// RUN: %m2k -E -o %t.cui %s
// RUN: %clang -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-path=/nonexistent --cuda-gpu-arch=sm_90 --cuda-feature=+ptx80 \
// RUN:   -fplugin=%build/libm2k.so -fsyntax-only -fplugin-arg-m2k-iface=%S/Inputs/line.m2k.h %t.cui 2>&1 | %FileCheck %s
// CHECK: generated.cu:1000:{{[0-9]+}}: warning: 'p[blockIdx.x + 1]' writes
// CHECK: line.m2k.h:2:1: note: launched with
#line 1000 "generated.cu"
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }
