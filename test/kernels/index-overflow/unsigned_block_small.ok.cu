// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// Near miss: 65536 rows of 8192 are 2^29 elements, far below 2^32.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(num_tokens in 1..65536),
    fixed(hidden_size in {2048, 4096, 8192}),
    tensor(out, f16, [num_tokens, hidden_size]),
    tensor(input, f16, [num_tokens, hidden_size]),
    scalar(hidden = hidden_size),
    launch(grid = [num_tokens], block = [1024]))
__global__ void scale_rows(__half *out, const __half *input, float scale,
                           int hidden) {
  for (int idx = threadIdx.x; idx < hidden; idx += blockDim.x)
    out[blockIdx.x * hidden + idx] =
        (__half)((float)input[blockIdx.x * hidden + idx] * scale);
}
