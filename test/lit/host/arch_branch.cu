// Host code around an #if about __CUDA_ARCH__ was parsed with the device's
// branch, and says so.
// RUN: %m2k -fsyntax-only -fplugin-arg-m2k-dump=host %s 2>&1 | %FileCheck %s
#include <cuda_runtime.h>
__global__ void kernel(int n) {}

// CHECK-DAG: attributes {{.*}} "m2k-arch-branch" {{.*}}"m2k-name"="by_if"
void by_if() {
  int n = 1;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  n = 2;
#endif
  kernel<<<n, 1>>>(n);
}
// CHECK-DAG: attributes {{.*}} "m2k-arch-branch" {{.*}}"m2k-name"="by_ifdef"
void by_ifdef() {
#ifdef __CUDA_ARCH__
#else
  kernel<<<2, 1>>>(2);
#endif
  kernel<<<1, 1>>>(1);
}
// CHECK-DAG: attributes {{.*}} "m2k-arch-branch" {{.*}}"m2k-name"="by_elif"
template <int N> void by_elif() {
#if 0
#elif !defined(__CUDA_ARCH__)
  kernel<<<1, 1>>>(N);
#endif
  kernel<<<1, 1>>>(1);
}
template void by_elif<1>();
// CHECK-DAG: attributes {{.*}} "m2k-arch-branch" {{.*}}"m2k-name"="by_skipped_elif"
void by_skipped_elif() {
#if 1
  kernel<<<1, 1>>>(1);
#elif defined(__CUDA_ARCH__)
#endif
}

// Around a whole function it decides which there is, on both sides alike for
// what is analysed; other conditionals are the user's own.
// CHECK-DAG: attributes #{{[0-9]+}} = { convergent null_pointer_is_valid {{.*}}"m2k-name"="before"
// CHECK-DAG: attributes #{{[0-9]+}} = { {{([^"]|"[^m])*}}"m2k-name"="by_other"
#ifdef __CUDA_ARCH__
void before() { kernel<<<1, 1>>>(1); }
#endif
void by_other() {
#ifdef OTHER
#elif defined(__CUDA_ARCH_LIST__)
#endif
  kernel<<<1, 1>>>(1);
}
// CHECK-NOT: m2k-arch-branch
