// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json verdict overwritten unknown , accesses
// The index was below two before the kernel stored n there: with n = 3 the
// store hits q[1], and x[3] is behind x. The solver knows only that q[1] may
// have been overwritten, not with what, so its witness has another n, and
// replay does not reach the fault. Stored terms of tensors would decide it.
#include <m2k.h>

__m2k_iface(user(n in 2..1000), tensor(x, f32, [n]),
            tensor(q, i32, [2], values in 0..1), scalar(n = n),
            launch(grid = [1], block = [1]))
__global__ void overwritten(float *x, int *q, int n) {
  q[n & 1] = n;
  x[q[1]] = 0;
}
