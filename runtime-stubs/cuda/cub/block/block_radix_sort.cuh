/// cub::BlockRadixSort: the result of a stable sort of the block's items by
/// their bits. The way there is another than cub's: neighbours are compared and
/// exchanged in shared memory, so that no address depends on a key.
#ifndef M2K_STUBS_CUB_BLOCK_RADIX_SORT_H
#define M2K_STUBS_CUB_BLOCK_RADIX_SORT_H

#include <cub/block/block_exchange_detail.cuh>
#include <cub/util_traits.cuh>

namespace cub {

template <class Key, int BLOCK_DIM_X, int ITEMS, class Value = NullType,
          int RADIX_BITS = 4>
class BlockRadixSort {
  static constexpr int threads = BLOCK_DIM_X, count = BLOCK_DIM_X * ITEMS;
  static constexpr bool keys_only = std::is_same_v<Value, NullType>;
  struct alignas(16) Storage {
    Key keys[count];
    Value values[keys_only ? 1 : count];
  };

public:
  using TempStorage = Uninitialized<Storage>;

  __device__ __forceinline__ BlockRadixSort()
      : storage_(private_storage()), tid_(RowMajorTid(BLOCK_DIM_X, 1, 1)) {}
  __device__ __forceinline__ BlockRadixSort(TempStorage &storage)
      : storage_(storage.Alias()), tid_(RowMajorTid(BLOCK_DIM_X, 1, 1)) {}

#define M2K_SORT(NAME, DESCENDING, TO)                                         \
  __device__ __forceinline__ void NAME(Key(&keys)[ITEMS]) {                    \
    NullType none[ITEMS];                                                      \
    sort<DESCENDING, m2k::arrangement::TO>(keys, none);                        \
  }                                                                            \
  template <class V>                                                           \
  __device__ __forceinline__ void NAME(Key(&keys)[ITEMS], V(&values)[ITEMS]) { \
    sort<DESCENDING, m2k::arrangement::TO>(keys, values);                      \
  }
  M2K_SORT(Sort, false, blocked)
  M2K_SORT(SortDescending, true, blocked)
  M2K_SORT(SortBlockedToStriped, false, striped)
  M2K_SORT(SortDescendingBlockedToStriped, true, striped)
#undef M2K_SORT

private:
  /// Whether two neighbours are the wrong way round; equal ones never are.
  template <bool DESCENDING>
  __device__ __forceinline__ static bool exchanged(const Key &left,
                                                   const Key &right) {
    auto a = bits(left), b = bits(right);
    return DESCENDING ? a < b : b < a;
  }
  __device__ __forceinline__ static typename Traits<Key>::UnsignedBits
  bits(const Key &key) {
    return Traits<Key>::TwiddleIn(
        reinterpret_cast<const typename Traits<Key>::UnsignedBits &>(key));
  }

  template <bool DESCENDING, m2k::arrangement TO, class V>
  __device__ __forceinline__ void sort(Key (&keys)[ITEMS], V (&values)[ITEMS]) {
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      storage_.keys[tid_ * ITEMS + i] = keys[i];
      if constexpr (!keys_only)
        storage_.values[tid_ * ITEMS + i] = values[i];
    }
    __syncthreads();
    // After as many rounds as there are items, none is out of place.
    for (int round = 0; round < count; ++round) {
      for (int left = 2 * tid_ + (round & 1); left + 1 < count;
           left += 2 * threads)
        if (exchanged<DESCENDING>(storage_.keys[left],
                                  storage_.keys[left + 1])) {
          swap(storage_.keys[left], storage_.keys[left + 1]);
          if constexpr (!keys_only)
            swap(storage_.values[left], storage_.values[left + 1]);
        }
      __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      const int at = m2k::item_index<TO, threads, ITEMS>(tid_, i);
      keys[i] = storage_.keys[at];
      if constexpr (!keys_only)
        values[i] = storage_.values[at];
    }
  }
  template <class T> __device__ __forceinline__ static void swap(T &a, T &b) {
    T was = a;
    a = b;
    b = was;
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
