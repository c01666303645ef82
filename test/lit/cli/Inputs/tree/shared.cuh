#pragma once
#include <m2k.h>

__m2k_iface(user(n in 100..1M), tensor(x, f32, [n]), scalar(n = n),
            launch(grid = [ceildiv(n, 256)], block = [256]))
__global__ void over(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    x[i] = 1;
}
