// Several architectures in one command: the first one reports, or that of arch=.
// DEFINE: %{cuda} = -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-path=/nonexistent --cuda-feature=+ptx80 \
// DEFINE:   -std=c++17 -isystem %root/include -isystem %root/runtime-stubs/cuda -include %root/runtime-stubs/nvcc_compat.h -fplugin=%build/libm2k.so -fsyntax-only
// RUN: %clang %{cuda} --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 %s 2>&1 | %FileCheck %s --check-prefix=SM80
// RUN: %clang %{cuda} --offload-arch=sm_90,sm_80 %s 2>&1 | %FileCheck %s --check-prefix=SM80
// RUN: %clang %{cuda} --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 --no-cuda-gpu-arch=sm_80 %s 2>&1 | %FileCheck %s --check-prefix=SM90
// RUN: %clang %{cuda} --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 -fplugin-arg-m2k-arch=sm_90 %s 2>&1 | %FileCheck %s --check-prefix=SM90
// RUN: %not %clang %{cuda} --cuda-gpu-arch=sm_90 -fplugin-arg-m2k-arch=sm_91 %s 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %clang %{cuda} %s 2>&1 | %FileCheck %s --check-prefix=SM52
//
// In a response file, and in a configuration file.
// RUN: echo "--cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80" > %t.rsp
// RUN: %clang %{cuda} @%t.rsp %s 2>&1 | %FileCheck %s --check-prefix=SM80
// RUN: %clang --config %t.rsp %{cuda} %s 2>&1 | %FileCheck %s --check-prefix=SM80
// RUN: %m2k -fsyntax-only --cuda-gpu-arch=sm_80 %s 2>&1 | %FileCheck %s --check-prefix=SM80
//
// Both sides of one command report once, too; only the device side is read.
// RUN: %clang %{cuda} --cuda-host-only %s 2>&1 | %FileCheck %s --check-prefix=HOST --allow-empty
//
// SM80: warning: {{.*}} [-Wm2k-out-of-bounds]
// SM80: 1 warning generated when compiling for sm_80
// SM80-NOT: warning
// SM90: warning: {{.*}} [-Wm2k-out-of-bounds]
// SM90: 1 warning generated when compiling for sm_90
// SM90-NOT: warning
// SM52: 1 warning generated when compiling for sm_52
// NONE: error: m2k: architecture 'sm_91' is not compiled for: expected sm_90
// HOST-NOT: m2k
#include <m2k.h>
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]), launch(grid = [n], block = [1]))
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }
