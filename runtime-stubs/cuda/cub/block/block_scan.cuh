/// cub::BlockScan, as its warp-scans algorithm works: each warp scans by
/// shuffles, its last lane stores the warp's total, and after a barrier every
/// thread combines the totals of the warps before its own.
#ifndef M2K_STUBS_CUB_BLOCK_SCAN_H
#define M2K_STUBS_CUB_BLOCK_SCAN_H

#include <cub/block/block_reduce.cuh>

namespace cub {

enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS
};

namespace m2k {
template <class T>
__device__ __forceinline__ T shuffle_up(const T &value, int offset) {
  return shuffle_words(value, [=](unsigned w) {
    return __shfl_up_sync(0xffffffffu, w, offset);
  });
}
} // namespace m2k

template <class T, int BLOCK_DIM_X,
          BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY = 0>
class BlockScan {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int warps = (threads + 31) / 32;
  struct alignas(16) Storage {
    T warp_aggregates[warps];
    // Unused, but as in cub: one byte per warp for the warps' own storage.
    NullType warp_storage[warps];
    T block_prefix;
  };

public:
  using TempStorage = Uninitialized<Storage>;

  __device__ __forceinline__ BlockScan()
      : storage_(private_storage()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ __forceinline__ BlockScan(TempStorage &storage)
      : storage_(storage.Alias()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  // One item per thread.
  template <class Op>
  __device__ __forceinline__ void InclusiveScan(T input, T &output, Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  template <class Op, class Last>
  __device__ __forceinline__ void InclusiveScan(T input, T &output, Op op,
                                                Last &last) {
    T in[1] = {input}, out[1];
    InclusiveScan(in, out, op, last);
    output = out[0];
  }
  template <class Op>
  __device__ __forceinline__ void ExclusiveScan(T input, T &output, T initial,
                                                Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial, op, aggregate);
  }
  template <class Op>
  __device__ __forceinline__ void ExclusiveScan(T input, T &output, T initial,
                                                Op op, T &aggregate) {
    bool has_prefix;
    T prefix = before(input, op, has_prefix, aggregate);
    output = has_prefix ? op(initial, prefix) : initial;
  }
  __device__ __forceinline__ void InclusiveSum(T input, T &output) {
    InclusiveScan(input, output, cub::Sum());
  }
  template <class Last>
  __device__ __forceinline__ void InclusiveSum(T input, T &output, Last &last) {
    InclusiveScan(input, output, cub::Sum(), last);
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T &output) {
    ExclusiveScan(input, output, T(), cub::Sum());
  }
  __device__ __forceinline__ void ExclusiveSum(T input, T &output,
                                               T &aggregate) {
    ExclusiveScan(input, output, T(), cub::Sum(), aggregate);
  }

  // Several consecutive items per thread. The last argument is either where the
  // total of the block goes or a function object that is called with it, by the
  // first warp, and answers what comes before the block.
  template <int ITEMS, class Op>
  __device__ __forceinline__ void InclusiveScan(T (&input)[ITEMS],
                                                T (&output)[ITEMS], Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  template <int ITEMS, class Op, class Last>
  __device__ __forceinline__ void
  InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Op op, Last &last) {
    bool has_prefix;
    T running = prefix_of(input, op, has_prefix, last);
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      running = i > 0 || has_prefix ? op(running, input[i]) : input[i];
      output[i] = running;
    }
  }
  template <int ITEMS, class Op>
  __device__ __forceinline__ void
  ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], T initial, Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial, op, aggregate);
  }
  template <int ITEMS, class Op>
  __device__ __forceinline__ void ExclusiveScan(T (&input)[ITEMS],
                                                T (&output)[ITEMS], T initial,
                                                Op op, T &aggregate) {
    bool has_prefix;
    T prefix = prefix_of(input, op, has_prefix, aggregate);
    T running = has_prefix ? op(initial, prefix) : initial;
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) {
      T next = op(running, input[i]);
      output[i] = running;
      running = next;
    }
  }
  template <int ITEMS>
  __device__ __forceinline__ void InclusiveSum(T (&input)[ITEMS],
                                               T (&output)[ITEMS]) {
    InclusiveScan(input, output, cub::Sum());
  }
  template <int ITEMS>
  __device__ __forceinline__ void ExclusiveSum(T (&input)[ITEMS],
                                               T (&output)[ITEMS]) {
    ExclusiveScan(input, output, T(), cub::Sum());
  }
  template <int ITEMS>
  __device__ __forceinline__ void
  ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T &aggregate) {
    ExclusiveScan(input, output, T(), cub::Sum(), aggregate);
  }

private:
  /// All inputs of the threads before this one, combined; the first thread has
  /// none. `aggregate` becomes the total of the block.
  template <class Op>
  __device__ __forceinline__ T before(T input, Op op, bool &has_prefix,
                                      T &aggregate) {
    int warp = tid_ / 32, lane = tid_ % 32;
    T inclusive = input;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
      T other = m2k::shuffle_up(inclusive, offset);
      if (lane >= offset)
        inclusive = op(other, inclusive);
    }
    T within = m2k::shuffle_up(inclusive, 1);
    if (lane == 31 || tid_ == threads - 1)
      storage_.warp_aggregates[warp] = inclusive;
    __syncthreads();
    aggregate = storage_.warp_aggregates[0];
    T warps_before = aggregate;
#pragma unroll
    for (int other = 1; other < warps; ++other) {
      if (warp == other)
        warps_before = aggregate;
      aggregate = op(aggregate, storage_.warp_aggregates[other]);
    }
    has_prefix = tid_ != 0;
    if (warp == 0)
      return within;
    return lane == 0 ? warps_before : op(warps_before, within);
  }

  template <int ITEMS, class Op, class Last>
  __device__ __forceinline__ T prefix_of(T (&input)[ITEMS], Op op,
                                         bool &has_prefix, Last &last) {
    T partial = input[0];
#pragma unroll
    for (int i = 1; i < ITEMS; ++i)
      partial = op(partial, input[i]);
    T aggregate;
    T prefix = before(partial, op, has_prefix, aggregate);
    if constexpr (std::is_same_v<Last, T>) {
      last = aggregate;
    } else {
      if (tid_ < 32) {
        T block_prefix = last(aggregate);
        if (tid_ == 0)
          storage_.block_prefix = block_prefix;
      }
      __syncthreads();
      T block_prefix = storage_.block_prefix;
      prefix = has_prefix ? op(block_prefix, prefix) : block_prefix;
      has_prefix = true;
    }
    return prefix;
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
