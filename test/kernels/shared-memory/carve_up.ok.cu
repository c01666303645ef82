// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// 4 + 4 bytes an entry.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..65536),
    fixed(k in {8, 32}),
    tensor(scores, f32, [rows, k]),
    tensor(indices, i32, [rows, k]),
    scalar(top = k),
    launch(grid = [rows], block = [32], shared = k * (4 + 4)))
__global__ void top_logits(float *scores, int *indices, int top) {
  extern __shared__ float score_buffer[];
  int *index_buffer = reinterpret_cast<int *>(score_buffer + top);
  const int tid = threadIdx.x;
  const size_t base = (size_t)blockIdx.x * top;
  if (tid < top) {
    score_buffer[tid] = scores[base + tid];
    index_buffer[tid] = indices[base + tid];
  }
  __syncwarp();
  if (tid < top) {
    scores[base + tid] = score_buffer[top - 1 - tid];
    indices[base + tid] = index_buffer[top - 1 - tid];
  }
}
