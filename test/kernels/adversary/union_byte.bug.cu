// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , accesses
// The second byte of 2303 is 8.
#include <m2k.h>

union Word {
  int whole;
  unsigned char byte[4];
};

__m2k_iface(tensor(x, f32, [8]), scalar(v in 0..2303),
            launch(grid = [1], block = [1]))
__global__ void second_byte(float *x, int v) {
  Word w;
  w.whole = v;
  // CHECK: :[[@LINE+3]]:3: warning: 'x[w.byte[1]]' writes element 8
  // CHECK-SAME: of 'x', which has 8 elements
  // CHECK-SAME: [-Wm2k-out-of-bounds]
  x[w.byte[1]] = 0;
}
