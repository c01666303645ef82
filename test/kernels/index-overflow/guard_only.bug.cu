// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug out-of-bounds , verdict clear_words bug , accesses
// The product wraps in the guard alone: 2^29 * 4 = 2^31 is negative, which is
// below any number of bytes. The index 2^29, the first thread of block
// 2097152, is right and outside: out of bounds, with the product in a note.
// One word is enough.
#include <m2k.h>

__m2k_iface(
    user(words in 1..64),
    tensor(x, i32, [words]),
    scalar(bytes = words * 4),
    launch(grid = [2097153], block = [256]))
__global__ void clear_words(int *x, int bytes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i * 4 < bytes)
    // CHECK: :[[@LINE+7]]:5: warning: 'x[i]' writes element 536870912 of 'x',
    // CHECK-SAME: which has 1 element [-Wm2k-out-of-bounds]
    // CHECK: :[[@LINE-3]]:7: note: in a condition on the way to this access,
    // CHECK-SAME: 'i * 4' overflows 32 bits: 2147483648 becomes -2147483648
    // CHECK: note: launched with grid = (2097153, 1, 1), block = (256, 1, 1);
    // CHECK-SAME: in blockIdx = (2097152, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for words = 1 (user); needs 4 bytes of device memory
    x[i] = 0;
}
