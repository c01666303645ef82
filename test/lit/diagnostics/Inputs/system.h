#pragma GCC system_header
#include <m2k.h>
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]),
            launch(grid = [n], block = [1]))
__global__ void in_header(int *p) { p[blockIdx.x + 1] = 1; }
template <typename T> __device__ void set(T *p) { *p = 1; }
