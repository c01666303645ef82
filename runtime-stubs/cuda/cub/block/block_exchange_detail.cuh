/// What cub::BlockLoad and cub::BlockStore have in common: where an item lies
/// in memory under each algorithm, and the way through shared memory that turns
/// one arrangement into another.
#ifndef M2K_STUBS_CUB_BLOCK_EXCHANGE_DETAIL_H
#define M2K_STUBS_CUB_BLOCK_EXCHANGE_DETAIL_H

#include <cub/block/block_reduce.cuh>

namespace cub {
namespace m2k {

enum class arrangement { blocked, striped, warp_striped };

/// The index, in the block's tile, of item i of thread tid.
template <arrangement A, int THREADS, int ITEMS>
__device__ __forceinline__ int item_index(int tid, int i) {
  if constexpr (A == arrangement::blocked)
    return tid * ITEMS + i;
  else if constexpr (A == arrangement::striped)
    return i * THREADS + tid;
  else
    return tid / 32 * (32 * ITEMS) + i * 32 + tid % 32;
}

struct no_storage {};
template <class T, int COUNT> struct alignas(16) exchange_storage {
  T items[COUNT];
};

/// Rearranges the items of the block. A warp-striped arrangement stays within
/// its warp and needs no block-wide barrier.
template <arrangement FROM, arrangement TO, int THREADS, class T, int ITEMS>
__device__ __forceinline__ void exchange(T *storage, int tid,
                                         T (&items)[ITEMS]) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i)
    storage[item_index<FROM, THREADS, ITEMS>(tid, i)] = items[i];
  if constexpr (FROM == arrangement::warp_striped ||
                TO == arrangement::warp_striped)
    __syncwarp();
  else
    __syncthreads();
#pragma unroll
  for (int i = 0; i < ITEMS; ++i)
    items[i] = storage[item_index<TO, THREADS, ITEMS>(tid, i)];
}

} // namespace m2k
} // namespace cub

#endif
