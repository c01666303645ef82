__global__ void whole(int *p) { __shared__ int a[4]; a[threadIdx.x & 3] = 1; p[0] = a[0]; }
__global__ void broken(int *p) { p[0] = missing; }
