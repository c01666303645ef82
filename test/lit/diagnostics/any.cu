// A case that says `any` is shown with the element type of the instance.
// RUN: %m2k -fsyntax-only %s 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <m2k.h>

// CHECK: warning: 'blockIdx.x * 4096' overflows
// CHECK: note: the access to 'p', f16[n, 4096], writes
// CHECK: warning: 'blockIdx.x * 4096' overflows
// CHECK: note: the access to 'p', bf16[n, 4096], writes
#define CASE                                                                   \
  __m2k_iface(user(n in 1..2M), tensor(p, any, [n, 4096]),                     \
              launch(grid = [n], block = [1]))
CASE
__global__ void halves(__half *p) { p[blockIdx.x * 4096] = 1; }
CASE
__global__ void bfloats(__nv_bfloat16 *p) { p[blockIdx.x * 4096] = 1; }
