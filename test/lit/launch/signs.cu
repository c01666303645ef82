// A scalar is a number of its parameter's type, with its sign.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-report=%t.json %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: %s
// RUN: %verdict %t.json verdict narrow safe , verdict wide bug , verdict chosen bug
#include <m2k.h>

// An int ends below 2^31, so i does not wrap.
__m2k_iface(user(n in 1..4G), tensor(x, i8, [n]), scalar(m = n), launch(grid = [1], block = [1]))
__global__ void narrow(char *x, int m) {
  if (m < 0)
    x[-1] = 0;
}

__m2k_iface(user(n in 1..4G), tensor(x, i8, [n]), scalar(m = n), launch(grid = [1], block = [1]))
__global__ void wide(char *x, unsigned m) {
  if ((int)m < 0)
    // CHECK: :[[@LINE+1]]:5: warning: 'x[-1]' writes element -1
    x[-1] = 0;
}

__m2k_iface(tensor(x, i8, [3G]), scalar(m in {1, 3G}), launch(grid = [1], block = [1]))
__global__ void chosen(char *x, unsigned m) {
  // CHECK: :[[@LINE+1]]:3: warning: 'x[m]' writes element 3221225472
  x[m] = 0;
}
