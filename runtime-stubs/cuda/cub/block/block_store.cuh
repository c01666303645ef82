/// cub::BlockStore, the counterpart of BlockLoad.
#ifndef M2K_STUBS_CUB_BLOCK_STORE_H
#define M2K_STUBS_CUB_BLOCK_STORE_H

#include <cub/block/block_exchange_detail.cuh>

namespace cub {

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int BLOCK_DIM_X, int ITEMS,
          BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY = 0>
class BlockStore {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr m2k::arrangement in_memory =
      ALGORITHM == BLOCK_STORE_DIRECT || ALGORITHM == BLOCK_STORE_VECTORIZE
          ? m2k::arrangement::blocked
      : ALGORITHM == BLOCK_STORE_STRIPED || ALGORITHM == BLOCK_STORE_TRANSPOSE
          ? m2k::arrangement::striped
          : m2k::arrangement::warp_striped;
  static constexpr bool exchanges = ALGORITHM >= BLOCK_STORE_TRANSPOSE;
  using Storage =
      std::conditional_t<exchanges, m2k::exchange_storage<T, threads * ITEMS>,
                         m2k::no_storage>;

public:
  using TempStorage = Uninitialized<Storage>;

  __device__ __forceinline__ BlockStore()
      : storage_(private_storage()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ __forceinline__ BlockStore(TempStorage &storage)
      : storage_(storage.Alias()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  template <class Iterator>
  __device__ __forceinline__ void Store(Iterator to, T (&items)[ITEMS]) {
    rearrange(items);
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
      to[index(i)] = items[i];
  }
  /// Items from `valid` on are not written.
  template <class Iterator>
  __device__ __forceinline__ void Store(Iterator to, T (&items)[ITEMS],
                                        int valid) {
    rearrange(items);
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
      if (index(i) < valid)
        to[index(i)] = items[i];
  }

private:
  __device__ __forceinline__ int index(int i) const {
    return m2k::item_index<in_memory, threads, ITEMS>(tid_, i);
  }
  __device__ __forceinline__ void rearrange(T (&items)[ITEMS]) {
    if constexpr (exchanges)
      m2k::exchange<m2k::arrangement::blocked, in_memory, threads>(
          storage_.items, tid_, items);
  }
  __device__ __forceinline__ static Storage &private_storage() {
    __shared__ TempStorage storage;
    return storage.Alias();
  }
  Storage &storage_;
  int tid_;
};

} // namespace cub

#endif
