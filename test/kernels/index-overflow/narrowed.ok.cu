// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// The field is as wide as the product.
#include <cstdint>
#include <cuda_fp16.h>
#include <m2k.h>

struct Cursor {
  int64_t begin;
  int step;
};

__m2k_iface(
    user(rows in 1..1M),
    tensor(out, f16, [rows, 128]),
    tensor(in, f16, [rows, 65536]),
    scalar(stride = 65536),
    launch(grid = [rows], block = [128]))
__global__ void gather_head(__half *out, const __half *in, int64_t stride) {
  Cursor c;
  c.begin = blockIdx.x * stride;
  c.step = threadIdx.x;
  out[blockIdx.x * 128u + threadIdx.x] = in[c.begin + c.step];
}
