#include <m2k.h>
__m2k_iface(user(n in 1..100), tensor(p, i32, [n]),
            launch(grid = [n], block = [1]))
__global__ void bounds(int *p) { p[blockIdx.x + 1] = 1; }
