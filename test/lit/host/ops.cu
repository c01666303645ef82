// From which host functions execution starts: those that lead to the device and
// that no other such function leads to, in the user's own files, and those that
// a case names. What registers functions calls none.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=host %s 2>&1 | %FileCheck %s --implicit-check-not='{{^op }}'
// only= keeps an op with its kernels, and a kernel with its ops.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=host -fplugin-arg-m2k-only=by_kernel %s 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=KERNEL --implicit-check-not='{{^op }}' --implicit-check-not='define {{.*}}main'
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=host,report -fplugin-arg-m2k-only=main %s 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=OP --implicit-check-not='{{^op }}' --implicit-check-not='define {{.*}}helper' --implicit-check-not=by_kernel
#include <m2k.h>
#include <torch/all.h>

template <typename T> __global__ void kernel(T *p) { *p = 0; }
__global__ void by_kernel(float *p) { *p = 0; }
__device__ float device_memory[4];

// CHECK: op calls_nothing = _Z13calls_nothingPf, 1 cases
__m2k_iface(user(n in 1..9), tensor(p, f32, [n])) void calls_nothing(float *p) {
  (void)p;
}
void no_launch(float *p) { *p = 0; }
inline void unused(float *p) { by_kernel<<<1, 1>>>(p); }

// A helper is part of the op that calls it, however it is found.
static void helper(float *p) { by_kernel<<<1, 1>>>(p); }
template <typename T> void launcher(T *p) { kernel<<<1, 1>>>(p); }
using Launch = void (*)(int *);
static void by_table(int *p) { kernel<<<2, 1>>>(p); }
static void by_other_table(int *p) { kernel<<<3, 1>>>(p); }
static const Launch table[] = {by_table, by_other_table};

// CHECK: op ns::op = _ZN2ns2opEPfPii, 0 cases
// KERNEL: op ns::op =
namespace ns {
void op(float *f, int *i, int which) {
  helper(f);
  launcher(i);
  table[which](i);
  [=] { helper(f); }();
}
} // namespace ns

// An explicit instantiation is a function that others can call.
template <typename T> void instantiated(T *p) { kernel<<<1, 1>>>(p); }
template void instantiated<double>(double *);
// CHECK: op instantiated<double> = _Z12instantiatedIdEvPT_, 0 cases

// CHECK: op copies = _Z6copiesPfS_, 0 cases
void copies(float *to, float *from) {
  cudaMemcpy(to, from, 4, cudaMemcpyDeviceToDevice);
}
// CHECK: op clears = _Z6clearsPf, 0 cases
void clears(float *to) { cudaMemsetAsync(to, 0, 4); }

// Each of a circle is called by the other: the first counts.
// CHECK: op ping = _Z4pingPfi, 0 cases
// KERNEL: op ping =
void pong(float *p, int n);
void ping(float *p, int n) { n ? pong(p, n - 1) : no_launch(p); }
void pong(float *p, int n) {
  by_kernel<<<1, 1>>>(p);
  ping(p, n - 1);
}

// CHECK: op method::run = _ZN6method3runEv, 0 cases
struct method {
  float *p;
  void run();
};
void method::run() { kernel<<<1, 1>>>(p); }

// CHECK: op main = main, 0 cases
// OP: op main =
// OP: define {{.*}} @main(
// OP: kernel<float>
int main() { kernel<<<1, 1>>>(device_memory); }

// CHECK: op (anonymous namespace)::registered = {{.*}}, 0 cases
// CHECK: op {{.*}}(torch::Library &)::(anonymous class)::operator() = {{.*}}, 0 cases
namespace {
void registered(torch::Tensor &t) { launcher(t.data_ptr<int>()); }
} // namespace
TORCH_LIBRARY(lib, m) {
  m.def("registered", &registered);
  m.def("lambda", [](torch::Tensor t) { launcher(t.data_ptr<int>()); });
}
