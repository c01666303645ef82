// Launches in every way that host code has for them, and what the prepared
// module shows of each. Nothing is inlined, nothing is unwound.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=host %s 2>&1 | %FileCheck %s --implicit-check-not=invoke --implicit-check-not=landingpad
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=host %s 2>&1 | %FileCheck %s --check-prefix=NAMES
#include <stdexcept>
#include <torch/all.h>

struct Params {
  float *p;
  int n;
};
template <typename T, int N> __global__ void kernel(T *p, int n) { p[n] = N; }
__global__ void by_struct(Params params) { *params.p = 0; }
#define LAUNCH(N) kernel<float, N><<<grid, 32, 16>>>(p, N)

// The stub keeps its arguments, whose addresses the launch gets.
// CHECK-LABEL: define {{.*}}_Z24__device_stub__by_struct6Params(ptr byval(%struct.Params) align 8 %params)
// CHECK: [[ARGS:%.*]] = getelementptr ptr, ptr %kernel_args, i32 0
// CHECK: store ptr %params, ptr [[ARGS]]
// CHECK: call i32 @__cudaPopCallConfiguration(ptr %grid_dim, ptr %block_dim, ptr %shmem_size, ptr %stream)
// CHECK: call i32 @cudaLaunchKernel(ptr @_Z24__device_stub__by_struct6Params, ptr byval(%struct.dim3) align 4 %grid_dim, ptr byval(%struct.dim3) align 4 %block_dim, ptr %kernel_args,
// NAMES-DAG: "m2k-name"="by_struct" "m2k-stub"="_Z9by_struct6Params"

// CHECK-LABEL: define {{.*}}_Z5plain6Params(ptr byval(%struct.Params) align 8 %params)
// CHECK: call i32 @__cudaPushCallConfiguration(ptr byval(%struct.dim3) align 4 %agg.tmp, ptr byval(%struct.dim3) align 4 %agg.tmp1, i64 0, ptr null)
// CHECK: kcall.configok:
// CHECK: call void @_Z24__device_stub__by_struct6Params(ptr byval(%struct.Params) align 8 %agg.tmp2)
void plain(Params params) { by_struct<<<params.n, 1>>>(params); }

// CHECK-LABEL: define {{.*}}_Z8by_macroPfi(
// CHECK: call void @_Z21__device_stub__kernelIfLi2EEvPT_i(ptr %p, i32 2)
// CHECK: call void @_Z21__device_stub__kernelIfLi4EEvPT_i(ptr %p, i32 4)
void by_macro(float *p, int which) {
  dim3 grid(which);
  switch (which) {
  case 2:
    LAUNCH(2);
    break;
  case 4:
    LAUNCH(4);
    break;
  }
}

// CHECK-LABEL: define {{.*}}_Z10by_addressPfi(
// CHECK: %cond = select i1 %cmp, ptr @_Z21__device_stub__kernelIfLi2EEvPT_i, ptr @_Z21__device_stub__kernelIfLi4EEvPT_i
// CHECK: call i32 @cudaFuncSetAttribute(
// CHECK: call void %
void by_address(float *p, int n) {
  auto chosen = n > 2 ? &kernel<float, 2> : &kernel<float, 4>;
  cudaFuncSetAttribute((const void *)chosen,
                       cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  chosen<<<1, 1, 65536>>>(p, n);
}

// CHECK-LABEL: define {{.*}}_Z6by_apiPfi(
// CHECK: [[SLOT:%.*]] = alloca [2 x ptr]
// CHECK: store ptr %p.addr, ptr [[SLOT]]
// CHECK: call i32 @cudaLaunchKernel(ptr @_Z21__device_stub__kernelIfLi2EEvPT_i, ptr byval(%struct.dim3)
void by_api(float *p, int n) {
  void *args[] = {&p, &n};
  cudaLaunchKernel((const void *)&kernel<float, 2>, dim3(1), dim3(n), args, 0,
                   nullptr);
}

// A dispatch macro is a switch over lambdas, each with an instance of its own.
// CHECK-LABEL: define {{.*}}_Z8dispatchRN2at6TensorE(
// CHECK: call void @_ZZ8dispatchRN2at6TensorEENKUlvE_clEv(
void dispatch(torch::Tensor &t) {
  TORCH_CHECK(t.dim() == 1);
  AT_DISPATCH_FLOATING_TYPES(t.scalar_type(), "dispatch", [&] {
    kernel<scalar_t, 1><<<1, 1>>>(t.data_ptr<scalar_t>(), 0);
  });
}

// CHECK-LABEL: define {{.*}}_ZZ8dispatchRN2at6TensorEENKUlvE_clEv(
// CHECK: switch i8
// CHECK-DAG: call void {{.*}}E_clEv(
// CHECK: call void @_ZN3c106detail14torchCheckFail
// CHECK-NEXT: unreachable

// CHECK-LABEL: define {{.*}}_Z6throwsPf(
// CHECK: call void @_ZNSt13runtime_errorC1EPKc(
// CHECK: call void @__cxa_throw(
// CHECK-NEXT: unreachable
// CHECK: call void @_Z21__device_stub__kernelIfLi1EEvPT_i(
void throws(float *p) {
  if (!p)
    throw std::runtime_error("null");
  try {
    kernel<float, 1><<<1, 1>>>(p, 0);
  } catch (const std::exception &) {
    kernel<float, 7><<<1, 1>>>(p, 0);
  }
}

// NAMES-DAG: "m2k-name"="(lambda)::operator()"
// NAMES-DAG: noreturn {{.*}}"m2k-name"="c10::detail::torchCheckFail"
// NAMES-DAG: "m2k-name"="at::TensorBase::dim"
// NAMES-DAG: "m2k-name"="cudaLaunchKernel"
// NAMES-DAG: "m2k-name"="__cudaPushCallConfiguration"
// NAMES-DAG: "m2k-name"="std::runtime_error::runtime_error"
