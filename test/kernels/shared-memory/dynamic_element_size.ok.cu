// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Four bytes an element.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    fixed(hidden in {1024, 2048}),
    tensor(out, f16, [rows, hidden]),
    tensor(in, f16, [rows, hidden]),
    scalar(cols = hidden),
    launch(grid = [rows], block = [256], shared = hidden * 4))
__global__ void softmax_rows(__half *out, const __half *in, int cols) {
  extern __shared__ float row[];
  const size_t base = (size_t)blockIdx.x * cols;
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    row[i] = __expf((float)in[base + i]);
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    out[base + i] = (__half)row[i];
}
