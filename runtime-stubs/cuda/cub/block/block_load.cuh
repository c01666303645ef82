/// cub::BlockLoad. The vectorised algorithm loads item by item: cub, too, falls
/// back to that, and the bytes touched are the same.
#ifndef M2K_STUBS_CUB_BLOCK_LOAD_H
#define M2K_STUBS_CUB_BLOCK_LOAD_H

#include <cub/block/block_exchange_detail.cuh>

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int BLOCK_DIM_X, int ITEMS,
          BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY = 0>
class BlockLoad {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr m2k::arrangement in_memory =
      ALGORITHM == BLOCK_LOAD_DIRECT || ALGORITHM == BLOCK_LOAD_VECTORIZE
          ? m2k::arrangement::blocked
      : ALGORITHM == BLOCK_LOAD_STRIPED || ALGORITHM == BLOCK_LOAD_TRANSPOSE
          ? m2k::arrangement::striped
          : m2k::arrangement::warp_striped;
  static constexpr bool exchanges = ALGORITHM >= BLOCK_LOAD_TRANSPOSE;
  using Storage =
      std::conditional_t<exchanges, m2k::exchange_storage<T, threads * ITEMS>,
                         m2k::no_storage>;

public:
  using TempStorage = Uninitialized<Storage>;

  __device__ __forceinline__ BlockLoad()
      : storage_(private_storage()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ __forceinline__ BlockLoad(TempStorage &storage)
      : storage_(storage.Alias()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  template <class Iterator>
  __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS]) {
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
      items[i] = from[index(i)];
    rearrange(items);
  }
  /// Items from `valid` on are not read and keep what they held.
  template <class Iterator>
  __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS],
                                       int valid) {
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
      if (index(i) < valid)
        items[i] = from[index(i)];
    rearrange(items);
  }
  template <class Iterator, class Default>
  __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS],
                                       int valid, Default otherwise) {
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
      items[i] = otherwise;
    Load(from, items, valid);
  }

private:
  __device__ __forceinline__ int index(int i) const {
    return m2k::item_index<in_memory, threads, ITEMS>(tid_, i);
  }
  __device__ __forceinline__ void rearrange(T (&items)[ITEMS]) {
    if constexpr (exchanges)
      m2k::exchange<in_memory, m2k::arrangement::blocked, threads>(
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
