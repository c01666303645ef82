/// cub's function objects.
#ifndef M2K_STUBS_CUB_THREAD_OPERATORS_H
#define M2K_STUBS_CUB_THREAD_OPERATORS_H

#include <cub/util_type.cuh>

namespace cub {

struct Sum {
  template <class T, class U>
  __host__ __device__ __forceinline__ auto operator()(const T &a,
                                                      const U &b) const {
    return a + b;
  }
};
struct Difference {
  template <class T, class U>
  __host__ __device__ __forceinline__ auto operator()(const T &a,
                                                      const U &b) const {
    return a - b;
  }
};
struct Max {
  template <class T, class U>
  __host__ __device__ __forceinline__ std::common_type_t<T, U>
  operator()(const T &a, const U &b) const {
    return CUB_MAX(a, b);
  }
};
struct Min {
  template <class T, class U>
  __host__ __device__ __forceinline__ std::common_type_t<T, U>
  operator()(const T &a, const U &b) const {
    return CUB_MIN(a, b);
  }
};
// Of equal values the one with the lower index wins.
struct ArgMax {
  template <class T, class Offset>
  __host__ __device__ __forceinline__ KeyValuePair<Offset, T>
  operator()(const KeyValuePair<Offset, T> &a,
             const KeyValuePair<Offset, T> &b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class T, class Offset>
  __host__ __device__ __forceinline__ KeyValuePair<Offset, T>
  operator()(const KeyValuePair<Offset, T> &a,
             const KeyValuePair<Offset, T> &b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct Equality {
  template <class T, class U>
  __host__ __device__ __forceinline__ bool operator()(const T &a,
                                                      const U &b) const {
    return a == b;
  }
};

} // namespace cub

#endif
