// What newer kernel files take from CUDA's own headers, on ours alone.
// RUN: %m2k -fsyntax-only -Werror %s -fplugin-arg-m2k-report=%t.json
// RUN: %verdict %t.json kernels 5 , verdict numbers conditional , \
// RUN:   verdict sort conditional , verdict shared_address conditional
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda/annotated_ptr>
#include <cuda/ptx>
#include <cuda/std/cmath>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda_fp4.h>
#include <math_constants.h>
#include <mma.h>

namespace cg = cooperative_groups;

__device__ float tile_sum(const cg::thread_block_tile<32> &tile, float v) {
  return cg::reduce(tile, v, cg::plus<float>());
}
__global__ void groups(float *out) {
  cudaGridDependencySynchronize();
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  cg::grid_group grid = cg::this_grid();
  cg::cluster_group cluster = cg::this_cluster();
  float v = tile_sum(tile, CUDART_INF_F);
  if (grid.cluster_rank() + 1 == grid.num_clusters() &&
      cluster.thread_rank() == 0)
    out[0] = v;
  cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void bulk_copy(const int4 *from, int4 *to) {
  namespace ptx = cuda::ptx;
  alignas(16) __shared__ int4 tile[64];
  __shared__ uint64_t barrier;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, tile, from,
                       (uint32_t)sizeof(tile), &barrier);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_relaxed, ptx::scope_cta,
                                   ptx::space_shared, &barrier,
                                   (uint32_t)sizeof(tile));
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_relaxed, ptx::scope_cta,
                                        &barrier, 0))
    ;
  cuda::annotated_ptr<int4, cuda::access_property::streaming> out(to);
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void numbers(float *out, __half h, __nv_bfloat16 b) {
  using limits = cuda::std::numeric_limits<float>;
  float v =
      cuda::maximum<>()(static_cast<float>(static_cast<__half>(b)),
                        static_cast<float>(static_cast<__nv_bfloat16>(h)));
  __half2 pair = __nv_cvt_fp4x2_to_halfraw2((__nv_fp4x2_storage_t)7, __NV_E2M1);
  __nv_fp8x4_e4m3 four(__nv_bfloat162(b, b), __nv_bfloat162(b, b));
  out[0] = cuda::std::isfinite(v) ? v : limits::infinity();
  out[1] = __half2float(pair.x) + float4(four).w;
}

__global__ void sort(float *keys, int *values) {
  using Sort = cub::BlockRadixSort<float, 64, 2, int>;
  __shared__ Sort::TempStorage storage;
  float k[2] = {keys[2 * threadIdx.x], keys[2 * threadIdx.x + 1]};
  int v[2] = {values[2 * threadIdx.x], values[2 * threadIdx.x + 1]};
  Sort(storage).SortDescendingBlockedToStriped(k, v);
  keys[threadIdx.x] = k[0];
  values[threadIdx.x] = v[0];
}

// As nvcc's own intrinsic, which the file declares.
extern "C" __device__ unsigned int __nvvm_get_smem_pointer(void *p);
__global__ void shared_address(float *out) {
  __shared__ float tile[32];
  tile[threadIdx.x % 32] = 1;
  unsigned a = __nvvm_get_smem_pointer(&tile[threadIdx.x % 32]);
  out[0] = *(float *)__cvta_shared_to_generic(a);
}

cudaMemoryType where(const void *p) {
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, p);
  return attributes.type == cudaMemoryTypeHost ? cudaMemoryTypeHost
                                               : cudaMemoryTypeDevice;
}
