// A file that has none of the functions of a traced header.
__global__ void own(int *x) { x[0] = 0; }
