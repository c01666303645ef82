// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 | %FileCheck %s
// RUN: %verdict %t.json verdict narrow_fault bug , verdict narrow_ok safe , \
// RUN:   verdict scan_fault bug , verdict scan_ok safe , \
// RUN:   verdict table_fault bug , verdict table_ok safe , accesses
// Three faults beside their near misses. 32768 is the first row that a short
// does not hold, so 32769 rows are needed; the last of 64 threads reads slot 64;
// block 8 of 9 reads behind a table of 8.
// CHECK: 'x[r * 8 + threadIdx.x]' writes element 4294705152 of 'x'
// CHECK: for n = 32769 (user)
// CHECK: 's[threadIdx.x + 1]' reads element 64 of 's', which has 64 elements
// CHECK: 't[blockIdx.x]' reads element 8 of 't', which has 8 elements
// CHECK: for b = 9 (user)
#include <m2k.h>
// fault: int64 stride narrowed to a short unit; near miss keeps it wide
__m2k_iface(user(n in 1..1M), tensor(x, f32, [n, 8]), launch(grid=[n], block=[8]))
__global__ void narrow_fault(float *x) { short r = blockIdx.x; x[r * 8 + threadIdx.x] = 0; }
__m2k_iface(user(n in 1..1M), tensor(x, f32, [n, 8]), launch(grid=[n], block=[8]))
__global__ void narrow_ok(float *x) { int r = blockIdx.x; x[r * 8 + threadIdx.x] = 0; }
// fault: scan reads one past the last slot; near miss guarded
__m2k_iface(user(n in 1..64), tensor(x, f32, [64]), launch(grid=[1], block=[64]))
__global__ void scan_fault(float *x) { __shared__ float s[64]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); x[threadIdx.x] = s[threadIdx.x + 1]; }
__m2k_iface(user(n in 1..64), tensor(x, f32, [64]), launch(grid=[1], block=[64]))
__global__ void scan_ok(float *x) { __shared__ float s[64]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); if (threadIdx.x < 63) x[threadIdx.x] = s[threadIdx.x + 1]; }
// fault: batch beyond the table; near miss clamps
__m2k_iface(user(b in 1..9), tensor(t, f32, [8]), tensor(o, f32, [b]), launch(grid=[b], block=[1]))
__global__ void table_fault(const float *t, float *o) { o[blockIdx.x] = t[blockIdx.x]; }
__m2k_iface(user(b in 1..9), tensor(t, f32, [8]), tensor(o, f32, [b]), launch(grid=[b], block=[1]))
__global__ void table_ok(const float *t, float *o) { o[blockIdx.x] = t[min(blockIdx.x, 7u)]; }
