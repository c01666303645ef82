/// cub::BlockReduce, as its warp-reductions algorithm works: each warp reduces
/// by shuffles, lane 0 stores its partial result, and after a barrier thread 0
/// combines them. As in cub, only thread 0 gets the result, and TempStorage has
/// one slot per warp of the full block, whatever the launch.
#ifndef M2K_STUBS_CUB_BLOCK_REDUCE_H
#define M2K_STUBS_CUB_BLOCK_REDUCE_H

#include <cub/warp/warp_reduce.cuh>

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

M2K_DEV int RowMajorTid(int x, int y, int z) {
  return (z == 1 ? 0 : (int)threadIdx.z * x * y) +
         (y == 1 ? 0 : (int)threadIdx.y * x) + (int)threadIdx.x;
}

template <class T, int BLOCK_DIM_X,
          BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY = 0>
class BlockReduce {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int warps = (threads + 31) / 32;
  struct Storage {
    // Unused, but as in cub: one byte per warp for the warps' own storage.
    NullType warp_storage[warps];
    T warp_aggregates[warps];
    T block_prefix;
  };

public:
  using TempStorage = Uninitialized<Storage>;

  __device__ __forceinline__ BlockReduce(TempStorage &storage)
      : storage_(storage.Alias()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ __forceinline__ BlockReduce()
      : storage_(private_storage()),
        tid_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  template <class Op> __device__ __forceinline__ T Reduce(T input, Op op) {
    return Reduce(input, op, threads);
  }

  /// Over the inputs of the threads 0 to num_valid - 1.
  template <class Op>
  __device__ __forceinline__ T Reduce(T input, Op op, int num_valid) {
    int warp = tid_ / 32, lane = tid_ % 32;
    T aggregate = m2k::warp_reduce<32>(input, op, lane, num_valid - warp * 32);
    if (lane == 0)
      storage_.warp_aggregates[warp] = aggregate;
    __syncthreads();
    if (tid_ == 0) {
#pragma unroll
      for (int other = 1; other < warps; ++other)
        if (other * 32 < num_valid)
          aggregate = op(aggregate, storage_.warp_aggregates[other]);
    }
    return aggregate;
  }

  /// Over all items of all threads.
  template <int ITEMS, class Op>
  __device__ __forceinline__ T Reduce(T (&inputs)[ITEMS], Op op) {
    T partial = inputs[0];
#pragma unroll
    for (int i = 1; i < ITEMS; ++i)
      partial = op(partial, inputs[i]);
    return Reduce(partial, op, threads);
  }

  __device__ __forceinline__ T Sum(T input) {
    return Reduce(input, cub::Sum());
  }
  __device__ __forceinline__ T Sum(T input, int num_valid) {
    return Reduce(input, cub::Sum(), num_valid);
  }
  template <int ITEMS> __device__ __forceinline__ T Sum(T (&inputs)[ITEMS]) {
    return Reduce(inputs, cub::Sum());
  }

private:
  __device__ __forceinline__ static Storage &private_storage() {
    __shared__ TempStorage storage;
    return storage.Alias();
  }
  Storage &storage_;
  int tid_;
};

} // namespace cub

#endif
