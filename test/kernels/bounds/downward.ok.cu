// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// A signed counter, or an unsigned one that is tested before it steps.
#include <m2k.h>

__m2k_iface(
    user(rows in 1..4096, len in 1..4096),
    tensor(out, i32, [rows]),
    tensor(mask, i32, [rows, len]),
    scalar(n = len),
    launch(grid = [rows], block = [1]))
__global__ void last_valid(int *out, const int *mask, int n) {
  const int *row = mask + (size_t)blockIdx.x * n;
  int found = -1;
  for (int i = n - 1; i >= 0; --i) {
    if (row[i] != 0) {
      found = i;
      break;
    }
  }
  out[blockIdx.x] = found;
}

__m2k_iface(
    user(rows in 1..4096, len in 1..4096),
    tensor(out, i32, [rows]),
    tensor(mask, i32, [rows, len]),
    scalar(n = len),
    launch(grid = [rows], block = [1]))
__global__ void last_valid_unsigned(int *out, const int *mask, int n) {
  const int *row = mask + (size_t)blockIdx.x * n;
  int found = -1;
  for (unsigned i = n; i-- > 0;) {
    if (row[i] != 0) {
      found = i;
      break;
    }
  }
  out[blockIdx.x] = found;
}
