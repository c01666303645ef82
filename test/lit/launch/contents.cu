// What the elements of a tensor can be: the signs of the element type, steps
// and lists.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-report=%t.json %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: %s
// RUN: %verdict %t.json verdict high bug , verdict inside safe , verdict negative bug , verdict listed safe , verdict of_list bug , verdict stepped safe , verdict of_step bug , verdict rewritten bug
#include <cstdint>
#include <m2k.h>

// 200 is no negative number.
__m2k_iface(tensor(x, f32, [200]), tensor(k, u8, [1], values in 200..200), launch(grid = [1], block = [1]))
__global__ void high(float *x, const uint8_t *k) {
  // CHECK: :[[@LINE+1]]:3: warning: 'x[k[0]]' writes element 200 of 'x'
  x[k[0]] = 0;
}

__m2k_iface(tensor(x, f32, [256]), tensor(k, u8, [1], values in 0..255), launch(grid = [1], block = [1]))
__global__ void inside(float *x, const uint8_t *k) { x[k[0]] = 0; }

// Of a signed type, elements above its maximum do not exist.
__m2k_iface(tensor(x, f32, [128]), tensor(k, i8, [1], values in -1..255), launch(grid = [1], block = [1]))
__global__ void negative(float *x, const int8_t *k) {
  // CHECK: :[[@LINE+1]]:3: warning: 'x[k[0]]' writes element -1 of 'x'
  x[k[0]] = 0;
}

__m2k_iface(tensor(x, f32, [1]), tensor(k, i32, [1], values in {7, 0}), launch(grid = [1], block = [1]))
__global__ void listed(float *x, const int *k) {
  if (k[0] == 3)
    x[-1] = 0;
}

__m2k_iface(tensor(x, f32, [7]), tensor(k, i32, [1], values in {7, 3}), launch(grid = [1], block = [1]))
__global__ void of_list(float *x, const int *k) {
  // CHECK: :[[@LINE+1]]:3: warning: 'x[k[0]]' writes element 7 of 'x'
  x[k[0]] = 0;
}

__m2k_iface(tensor(x, f32, [1]), tensor(k, i32, [1], values in 0..100 step 4), launch(grid = [1], block = [1]))
__global__ void stepped(float *x, const int *k) {
  if (k[0] % 4 == 1)
    x[-1] = 0;
}

__m2k_iface(tensor(x, f32, [96]), tensor(k, i32, [1], values in 0..99 step 4), launch(grid = [1], block = [1]))
__global__ void of_step(float *x, const int *k) {
  // CHECK: :[[@LINE+1]]:3: warning: 'x[k[0]]' writes element 96 of 'x'
  x[k[0]] = 0;
}

// What the kernel stores is not what the interface says of the contents.
__m2k_iface(tensor(x, f32, [1]), tensor(k, i32, [1], values in 0..0), launch(grid = [1], block = [1]))
__global__ void rewritten(float *x, int *k) {
  k[0] = 1;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: warning: 'x[k[0]]' writes element 1 of 'x'
  x[k[0]] = 0;
}
