// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %verdict %t.json safe , accesses
// NONE-NOT: {{.}}
// In 64 bits.
#include <m2k.h>

template <typename T, int WIDTH> struct alignas(sizeof(T) * WIDTH) Vec {
  T at[WIDTH];
};

template <typename T, int WIDTH>
__m2k_iface(
    user(rows in 1..4M),
    tensor(x, f32, [rows, 8192]),
    scalar(hidden = 8192),
    launch(grid = [rows], block = [512]))
__global__ void scale_vectors(T *x, float scale, int hidden) {
  auto *v = reinterpret_cast<Vec<T, WIDTH> *>(x);
  const int vectors = hidden / WIDTH;
  for (int i = threadIdx.x; i < vectors; i += blockDim.x) {
    const size_t at = (size_t)blockIdx.x * vectors + i;
    Vec<T, WIDTH> t = v[at];
#pragma unroll
    for (int k = 0; k < WIDTH; ++k)
      t.at[k] *= scale;
    v[at] = t;
  }
}

template __global__ void scale_vectors<float, 4>(float *, float, int);
template __global__ void scale_vectors<float, 2>(float *, float, int);
