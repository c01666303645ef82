// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json unknown gather_tables , reason ledger , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-unknown %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// The address comes out of a table of pointers. What would decide it: an
// interface that names what is behind them, or host code that fills the table.
#include <m2k.h>

__m2k_iface(
    user(n in 1..64),
    tensor(out, f32, [n, 128]),
    tensor(tables, u64, [n]),
    launch(grid = [n], block = [128]))
__global__ void gather_tables(float *out, const float *const *tables) {
  // CHECK: :[[@LINE+3]]:19: warning: 'tables[blockIdx.x][threadIdx.x]' could
  // CHECK-SAME: not be decided: pointer that was loaded from memory
  // CHECK-SAME: [-Wm2k-unknown]
  const float v = tables[blockIdx.x][threadIdx.x];
  out[blockIdx.x * 128 + threadIdx.x] = v;
}
