// Without the plugin the annotations are nothing.
#include <m2k.h>

#define CASE                                                                   \
  __m2k_iface(user(n in 1..100), tensor(p, f32, [n]),                          \
              launch(grid = [n], block = [1]))

__m2k_iface_for("other", user(n in 1..8), tensor(p, f32, [n]),
                launch(grid = [n], block = [32]))

namespace ops {
template <typename T> struct Sum {
  T value;
  __device__ void add(T x) { value += x; }
};

__device__ int counter;
__constant__ float table[16];

template <typename T>
__m2k_iface(user(n in 1..100), tensor(p, any, [n]),
            launch(grid = [n], block = [1]))
__global__ void kernel(T *p, int n) {
  __shared__ T tile[32];
  Sum<T> sum{p[blockIdx.x + 1]};
  auto twice = [&] { sum.add(sum.value); };
  twice();
  tile[threadIdx.x] = sum.value + T(table[threadIdx.x & 15]);
  __syncthreads();
  p[n] = tile[n - 1 - threadIdx.x];
  atomicAdd(&counter, 1);
}

// Used before the namespace ends, so the instance copies the attribute.
__m2k_iface(tensor(p, f32, [4]))
__attribute__((noinline)) void launch(float *p, int n) {
  kernel<float><<<n, 32>>>(p, n);
}
} // namespace ops

template __global__ void ops::kernel<short>(short *, int);

__attribute__((annotate("the user's own"))) CASE
__global__ void other(float *p) { p[blockIdx.x + 1] = 1; }

struct Member {
  __m2k_iface(tensor(p, f32, [4]))
  static void method(float *p) { other<<<1, 1>>>(p); }
};

// What the host module changes in the AST must not be seen: whether a function
// is used, which constants the device has, how exceptions are handled.
constexpr int sizes[] = {32, 64};
static const float scale = 0.5f;
static void unused_but_for_its_address(float *p) {
  ops::kernel<<<1, 32>>>(p, 2);
}
using Launch = void (*)(float *);
static const Launch launches[] = {unused_but_for_its_address};
__global__ void constants(float *p) { *p = sizes[1] * scale; }

template <typename F> void with_threads(int n, F &&body) {
  if (n > 32)
    throw n;
  body(sizes[n & 1]);
}

static int first = sizes[0];
int chosen(float *p, int n) {
  static int limit = first + n;
  try {
    with_threads(n, [&](int threads) { constants<<<limit, threads>>>(p); });
    launches[0](p);
  } catch (int) {
    return 1;
  }
  return first;
}

int main() {
  float *p = nullptr;
  ops::launch(p, 1);
  chosen(p, 3);
  Member::method(p);
}
