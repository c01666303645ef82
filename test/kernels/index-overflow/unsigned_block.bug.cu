// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict scale_rows bug , accesses
// blockIdx.x is unsigned, so the product wraps at 2^32, silently: 2^32 / 4096 =
// 1048576, so 1048577 rows of 8 KiB, twice: 16.0 GiB. The wrapped index is
// inside.
#include <cuda_fp16.h>
#include <m2k.h>

__m2k_iface(
    user(num_tokens in 1..16M),
    fixed(hidden_size in {4096}),
    tensor(out, f16, [num_tokens, hidden_size]),
    tensor(input, f16, [num_tokens, hidden_size]),
    scalar(hidden = hidden_size),
    launch(grid = [num_tokens], block = [1024]))
__global__ void scale_rows(__half *out, const __half *input, float scale,
                           int hidden) {
  for (int idx = threadIdx.x; idx < hidden; idx += blockDim.x) {
    // CHECK: :[[@LINE+8]]:34: warning: 'blockIdx.x * hidden' overflows 32 bits:
    // CHECK-SAME: 4294967296 becomes 0 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'input', f16[num_tokens, hidden_size], reads
    // CHECK-SAME: element 0 instead of 4294967296
    // CHECK: note: launched with grid = (1048577, 1, 1), block = (1024, 1, 1);
    // CHECK-SAME: in blockIdx = (1048576, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for num_tokens = 1048577 (user), hidden_size = 4096 (model);
    // CHECK-SAME: needs 16.0 GiB of device memory
    const float x = (float)input[blockIdx.x * hidden + idx];
    out[(size_t)blockIdx.x * hidden + idx] = (__half)(x * scale);
  }
}
