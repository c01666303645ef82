// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict transpose_tile bug , accesses
// 32 rows of 33 are used, 32 * 32 * 4 = 4096 bytes are passed. Written is
// ty * 33 + tx: row 31 starts at 1023, so tx = 1 is at 1024. Read is
// tx * 33 + ty: only tx = 31 comes that far, with ty = 1.
#include <m2k.h>

__m2k_iface(
    user(n in 1..256),
    tensor(out, f32, [n * 32, n * 32]),
    tensor(in, f32, [n * 32, n * 32]),
    scalar(width = n * 32),
    launch(grid = [n, n], block = [32, 32], shared = 32 * 32 * 4))
__global__ void transpose_tile(float *out, const float *in, int width) {
  extern __shared__ float tile[];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  // CHECK: :[[@LINE+7]]:3: warning: 'tile[ty * 33 + tx]' writes element 1024 of
  // CHECK-SAME: 'dynamic shared memory', which has 1024 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (32, 32, 1), 4.0 KiB
  // CHECK-SAME: of shared memory; in blockIdx = (0, 0, 0), threadIdx = (1, 31,
  // CHECK-SAME: 0)
  // CHECK: note: for n = 1 (user); needs 8.0 KiB of device memory
  tile[ty * 33 + tx] = in[(y + ty) * width + x + tx];
  __syncthreads();
  // CHECK: :[[@LINE+6]]:36: warning: 'tile[tx * 33 + ty]' reads element 1024 of
  // CHECK-SAME: 'dynamic shared memory', which has 1024 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  // CHECK: note: launched with grid = (1, 1, 1), block = (32, 32, 1), 4.0 KiB
  // CHECK-SAME: of shared memory; in blockIdx = (0, 0, 0), threadIdx = (31, 1,
  // CHECK-SAME: 0)
  out[(x + ty) * width + y + tx] = tile[tx * 33 + ty];
}
