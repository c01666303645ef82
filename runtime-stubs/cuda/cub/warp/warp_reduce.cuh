/// cub::WarpReduce by shuffles. Its TempStorage is empty: nothing passes
/// through memory.
#ifndef M2K_STUBS_CUB_WARP_REDUCE_H
#define M2K_STUBS_CUB_WARP_REDUCE_H

#include <cub/thread/thread_operators.cuh>

namespace cub {

M2K_DEV unsigned LaneId() { return __nvvm_read_ptx_sreg_laneid(); }

namespace m2k {

/// A value of any type from another lane, 32 bits at a time.
template <class T, class Shuffle>
__device__ __forceinline__ T shuffle_words(const T &value, Shuffle shuffle) {
  constexpr int count = (sizeof(T) + 3) / 4;
  if constexpr (sizeof(T) == 4 && std::is_trivially_copyable_v<T>) {
    return __builtin_bit_cast(T, shuffle(__builtin_bit_cast(unsigned, value)));
  } else {
    union {
      unsigned words[count];
      unsigned char bytes[4 * count];
    } buffer;
    buffer.words[count - 1] = 0;
    __builtin_memcpy(buffer.bytes, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < count; ++i)
      buffer.words[i] = shuffle(buffer.words[i]);
    T result;
    __builtin_memcpy(&result, buffer.bytes, sizeof(T));
    return result;
  }
}

/// Reduces over the first `valid` of WIDTH lanes; the result is lane 0's.
template <int WIDTH, class T, class Op>
__device__ __forceinline__ T warp_reduce(T value, Op op, int lane, int valid) {
#pragma unroll
  for (int offset = 1; offset < WIDTH; offset *= 2) {
    T other = shuffle_words(value, [=](unsigned w) {
      return __shfl_down_sync(0xffffffffu, w, offset, WIDTH);
    });
    if (lane + offset < valid)
      value = op(value, other);
  }
  return value;
}

} // namespace m2k

template <class T>
__device__ __forceinline__ T ShuffleDown(T value, int offset, int last_lane,
                                         unsigned mask) {
  (void)last_lane;
  return m2k::shuffle_words(
      value, [=](unsigned w) { return __shfl_down_sync(mask, w, offset); });
}

template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY = 0>
class WarpReduce {
public:
  struct TempStorage {};

  __device__ __forceinline__ WarpReduce(TempStorage &) {}

  template <class Op> __device__ __forceinline__ T Reduce(T input, Op op) {
    return Reduce(input, op, LOGICAL_WARP_THREADS);
  }
  template <class Op>
  __device__ __forceinline__ T Reduce(T input, Op op, int valid) {
    constexpr int width = round_up(LOGICAL_WARP_THREADS);
    int lane = LaneId() % width;
    if (LOGICAL_WARP_THREADS != width && valid > LOGICAL_WARP_THREADS)
      valid = LOGICAL_WARP_THREADS;
    return m2k::warp_reduce<width>(input, op, lane, valid);
  }
  __device__ __forceinline__ T Sum(T input) {
    return Reduce(input, cub::Sum());
  }
  __device__ __forceinline__ T Sum(T input, int valid) {
    return Reduce(input, cub::Sum(), valid);
  }

private:
  static constexpr int round_up(int n) {
    int p = 1;
    while (p < n)
      p *= 2;
    return p;
  }
};

} // namespace cub

#endif
