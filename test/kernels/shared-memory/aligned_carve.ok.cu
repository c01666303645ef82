// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The host rounds the same way.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536, d in 1..128),
    tensor(out, f32, [rows, d]),
    tensor(q, f16, [rows, d]),
    scalar(dim = d),
    launch(grid = [rows], block = [128],
           shared = ceildiv(d * 2, 16) * 16 + d * 4))
__global__ void attend(float *out, const __half *q, int dim) {
  extern __shared__ __align__(16) unsigned char raw[];
  __half *keys = reinterpret_cast<__half *>(raw);
  float *sums = reinterpret_cast<float *>(raw + (dim * 2 + 15) / 16 * 16);
  const int tid = threadIdx.x;
  const size_t base = (size_t)blockIdx.x * dim;
  if (tid < dim) {
    keys[tid] = q[base + tid];
    sums[tid] = (float)keys[tid];
    out[base + tid] = sums[tid];
  }
}
