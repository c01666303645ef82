// RUN: %m2k -fsyntax-only %s -fplugin-arg-m2k-report=%t.json 2>&1 \
// RUN:   | %FileCheck --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error: %s
// RUN: %verdict %t.json bug index-overflow , verdict scale_vectors bug , accesses
// Counted in vectors of four, a row of 8192 is 2048 long, and the unsigned
// product wraps four times later: 2^32 / 2048 = 2097152. 2097153 rows of
// 32 KiB are 64.0 GiB, in place. The wrapped vector is number 0.
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
    // CHECK: :[[@LINE+7]]:25: warning: 'blockIdx.x * vectors' overflows 32
    // CHECK-SAME: bits: 4294967296 becomes 0 [-Wm2k-index-overflow]
    // CHECK: note: the access to 'x', f32[rows, 8192], reads element 0 instead
    // CHECK-SAME: of 17179869184
    // CHECK: note: launched with grid = (2097153, 1, 1), block = (512, 1, 1);
    // CHECK-SAME: in blockIdx = (2097152, 0, 0), threadIdx = (0, 0, 0)
    // CHECK: note: for rows = 2097153 (user); needs 64.0 GiB of device memory
    const unsigned at = blockIdx.x * vectors + i;
    Vec<T, WIDTH> t = v[at];
#pragma unroll
    for (int k = 0; k < WIDTH; ++k)
      t.at[k] *= scale;
    v[at] = t;
  }
}

template __global__ void scale_vectors<float, 4>(float *, float, int);
