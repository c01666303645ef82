// Without a toolkit's headers and version, a launch is in the first CUDA's way,
// and a stub passes its arguments one by one; where the newer call is declared,
// the stub makes that call.
// RUN: %m2k_real -x cuda -fsyntax-only --cuda-device-only -nocudainc -nocudalib --cuda-path=/nonexistent \
// RUN:   --cuda-gpu-arch=sm_90 -fplugin-arg-m2k-dump=host %s 2>&1 | %FileCheck %s --check-prefixes=CHECK,OLD
// RUN: %m2k_real -x cuda -fsyntax-only --cuda-device-only -nocudainc -nocudalib --cuda-path=/nonexistent \
// RUN:   --cuda-gpu-arch=sm_90 -fplugin-arg-m2k-dump=host -DNEW %s 2>&1 | %FileCheck %s --check-prefixes=CHECK,NEW
#define __global__ __attribute__((global))
struct dim3 {
  unsigned x, y, z;
};
struct CUstream_st;
extern "C" int cudaConfigureCall(dim3, dim3, unsigned long = 0,
                                 CUstream_st * = nullptr);
#ifdef NEW
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **,
                                unsigned long, CUstream_st *);
#endif
__global__ void kernel(int n) {}
// CHECK: define {{.*}} @_Z21__device_stub__kerneli(i32 %n)
// OLD: call i32 @cudaSetupArgument(ptr %n.addr, i64 4, i64 0)
// OLD: call i32 @cudaLaunch(ptr @_Z21__device_stub__kerneli)
// NEW: call i32 @__cudaPopCallConfiguration(
// NEW: call i32 @cudaLaunchKernel(ptr @_Z21__device_stub__kerneli,
// CHECK: define {{.*}} @_Z2opv()
// CHECK: call i32 @cudaConfigureCall(
void op() { kernel<<<dim3{1, 1, 1}, dim3{2, 1, 1}>>>(1); }
