// Numbers and pointers in a struct that is passed by value.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-report=%t.json %s 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: %s
// RUN: %verdict %t.json verdict inside safe , verdict behind bug , verdict second bug
#include <m2k.h>

struct Base {
  int flag;
};
struct Params : Base {
  float *out;
  long long stride;
  struct { int cols[2]; } size;
  float *ptrs[3];
};

__m2k_iface(user(r in 1..1M), tensor(p.out, f32, [r, 64]), scalar(p.stride = 64), scalar(p.size.cols[1] = 64), launch(grid = [r], block = [32]))
__global__ void inside(Params p) {
  for (int i = threadIdx.x; i < p.size.cols[1]; i += 32)
    p.out[blockIdx.x * p.stride + i] = 0;
}

__m2k_iface(user(r in 1..1M), tensor(p.out, f32, [r, 64]), scalar(p.stride = 64), scalar(p.flag = 65), launch(grid = [r], block = [1]))
__global__ void behind(Params p) {
  // CHECK: :[[@LINE+2]]:5: warning: 'p.out[blockIdx.x * p.stride + p.flag]' writes element 65 of
  if (p.flag > 0)
    p.out[blockIdx.x * p.stride + p.flag] = 0;
}

__m2k_iface(tensor(p.ptrs[2], f32, [4]), launch(grid = [1], block = [5]))
__global__ void second(Params p) {
  // CHECK: :[[@LINE+1]]:3: warning: 'p.ptrs[2][threadIdx.x]' writes element 4 of
  p.ptrs[2][threadIdx.x] = 0;
}
