// The user's output is the same with and without the plugin.
// DEFINE: %{cuda} = -x cuda --cuda-device-only -nocudainc -nocudalib \
// DEFINE:   --cuda-path=/nonexistent --cuda-gpu-arch=sm_90
// RUN: %clang %{cuda} -S -O0 -o %t.a %s
// RUN: %clang %{cuda} -S -O0 -fplugin=%build/libm2k.so -o %t.b %s
// RUN: cmp %t.a %t.b
// RUN: %clang %{cuda} -S -O2 -o %t.a %s
// RUN: %clang %{cuda} -S -O2 -fplugin=%build/libm2k.so -o %t.b %s
// RUN: cmp %t.a %t.b
// RUN: %clang %{cuda} -S -O3 -o %t.a %s
// RUN: %clang %{cuda} -S -O3 -fplugin=%build/libm2k.so -o %t.b %s
// RUN: cmp %t.a %t.b
// RUN: %clang %{cuda} -S -O2 -g -o %t.a %s
// RUN: %clang %{cuda} -S -O2 -g -fplugin=%build/libm2k.so -o %t.b %s
// RUN: cmp %t.a %t.b
// RUN: %clang %{cuda} -c -emit-llvm -O0 -g -o %t.a %s
// RUN: %clang %{cuda} -c -emit-llvm -O0 -g -fplugin=%build/libm2k.so -o %t.b %s
// RUN: cmp %t.a %t.b

#define GLOBAL __attribute__((global))
#define DEVICE __attribute__((device))

template <typename T> struct Sum {
  T value;
  DEVICE void add(T x) { value += x; }
};

DEVICE static int counter;

template <typename T> GLOBAL void kernel(T *p, int n) {
  __attribute__((shared)) static T tile[32];
  int i = __nvvm_read_ptx_sreg_tid_x();
  Sum<T> sum{p[i]};
  auto twice = [&] { sum.add(sum.value); };
  twice();
  tile[i] = sum.value;
  __syncthreads();
  if (i < n)
    p[i] = tile[n - 1 - i] + counter++;
}

template GLOBAL void kernel<float>(float *, int);
template GLOBAL void kernel<short>(short *, int);
