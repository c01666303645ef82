/// Types that several of cub's headers share.
#ifndef M2K_STUBS_CUB_UTIL_TYPE_H
#define M2K_STUBS_CUB_UTIL_TYPE_H

#include <cuda_runtime.h>

#include <cfloat>
#include <type_traits>

// The version in which CUDA 12.4 ships cub.
#ifndef CUB_VERSION
#define CUB_VERSION 200302
#define CUB_MAJOR_VERSION 2
#define CUB_MINOR_VERSION 3
#define CUB_SUBMINOR_VERSION 2
#endif
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_PTX_WARP_THREADS 32
#define CUB_RUNTIME_FUNCTION __host__

namespace cub {

struct NullType {};
template <int N> using Int2Type = std::integral_constant<int, N>;

template <class KeyT, class ValueT> struct KeyValuePair {
  typedef KeyT Key;
  typedef ValueT Value;
  Key key;
  Value value;
  KeyValuePair() = default;
  __host__ __device__ __forceinline__ KeyValuePair(const Key &k, const Value &v)
      : key(k), value(v) {}
  __host__ __device__ __forceinline__ bool
  operator!=(const KeyValuePair &o) const {
    return value != o.value || key != o.key;
  }
};

/// TempStorage without a constructor, so that it may be __shared__.
template <class T> struct Uninitialized {
  alignas(T) unsigned char storage[sizeof(T)];
  __host__ __device__ __forceinline__ T &Alias() {
    return reinterpret_cast<T &>(*this);
  }
};

} // namespace cub

#endif
