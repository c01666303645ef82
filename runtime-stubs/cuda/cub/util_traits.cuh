/// cub::Traits: the bits of a number, and the way in which radix sorting orders
/// them (ascending as unsigned).
#ifndef M2K_STUBS_CUB_UTIL_TRAITS_H
#define M2K_STUBS_CUB_UTIL_TRAITS_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cub/util_type.cuh>

#include <cstdint>

namespace cub {

template <class T> struct Traits {
  using UnsignedBits = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, unsigned int,
                                            unsigned long long>>>;
  static constexpr UnsignedBits HIGH_BIT = UnsignedBits(1)
                                           << (8 * sizeof(T) - 1);

  static __host__ __device__ __forceinline__ UnsignedBits
  TwiddleIn(UnsignedBits key) {
    if constexpr (std::is_unsigned_v<T>)
      return key;
    else if constexpr (std::is_integral_v<T>)
      return key ^ HIGH_BIT;
    else
      return key ^ (key & HIGH_BIT ? UnsignedBits(-1) : HIGH_BIT);
  }
  static __host__ __device__ __forceinline__ UnsignedBits
  TwiddleOut(UnsignedBits key) {
    if constexpr (std::is_unsigned_v<T>)
      return key;
    else if constexpr (std::is_integral_v<T>)
      return key ^ HIGH_BIT;
    else
      return key ^ (key & HIGH_BIT ? HIGH_BIT : UnsignedBits(-1));
  }
};

} // namespace cub

#endif
