// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// A mask keeps it below.
#include <m2k.h>

union Word {
  int whole;
  unsigned char byte[4];
};

__m2k_iface(tensor(x, f32, [8]), scalar(v in 0..2303),
            launch(grid = [1], block = [1]))
__global__ void second_byte(float *x, int v) {
  Word w;
  w.whole = v & 2047;
  x[w.byte[1]] = 0;
}
