// Three kernels of an inference engine, two of them with a fault. What a model
// hands to them stands in engine.m2k.h; this file knows nothing of the checker.
#include <cuda_fp16.h>

// out[row][i] += bias[i], one block per row.
__global__ void add_bias(__half *out, const __half *bias, int width) {
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    // blockIdx.x and width are 32 bits wide, and so is their product.
    __half *element = &out[blockIdx.x * width + i];
    *element = __hadd(*element, bias[i]);
  }
}

// The same, repaired.
__global__ void add_bias_wide(__half *out, const __half *bias, int width) {
  __half *row = out + static_cast<size_t>(blockIdx.x) * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    row[i] = __hadd(row[i], bias[i]);
}

// scale[row] = the largest absolute value of the row, one block per row.
constexpr int warps = 8;
__global__ void row_scale(float *scale, const __half *in, int width) {
  __shared__ float largest[warps];
  const __half *row = in + static_cast<size_t>(blockIdx.x) * width;
  float mine = 0.0f;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    mine = fmaxf(mine, fabsf(__half2float(row[i])));
  for (int lanes = 16; lanes > 0; lanes /= 2)
    mine = fmaxf(mine, __shfl_xor_sync(0xffffffff, mine, lanes));
  // Room for 8 warps, but a block of 1024 threads has 32.
  if (threadIdx.x % 32 == 0)
    largest[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int warp = 1; warp < warps; warp++)
      mine = fmaxf(mine, largest[warp]);
    scale[blockIdx.x] = mine;
  }
}
