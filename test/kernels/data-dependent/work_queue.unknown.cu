// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json unknown take_tickets , reason ledger , no-bug , accesses
// RUN: %m2k -fsyntax-only -Wm2k-unknown %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// NONE-NOT: {{.}}
// The index is what an atomic counter held. What would decide it: that the
// counter starts at 0 and that each of n threads adds one once.
#include <m2k.h>

__m2k_iface(
    user(n in 1..4096),
    tensor(out, i32, [n * 128]),
    tensor(counter, i32, [1], values in 0..0),
    launch(grid = [n], block = [128]))
__global__ void take_tickets(int *out, int *counter) {
  const int ticket = atomicAdd(counter, 1);
  // CHECK: :[[@LINE+2]]:3: warning: 'out[ticket]' could not be decided: result
  // CHECK-SAME: of an atomic operation [-Wm2k-unknown]
  out[ticket] = threadIdx.x;
}
