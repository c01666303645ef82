/// cub's device-wide algorithms: host functions that launch kernels of their
/// own. Declarations only; what they do is the checker's model.
#ifndef M2K_STUBS_CUB_DEVICE_H
#define M2K_STUBS_CUB_DEVICE_H

#include <cub/thread/thread_operators.cuh>

namespace cub {

struct DeviceRadixSort {
  template <class Key, class Value>
  static cudaError_t
  SortPairs(void *storage, size_t &storage_size, const Key *keys_in,
            Key *keys_out, const Value *values_in, Value *values_out, int count,
            int begin_bit = 0, int end_bit = sizeof(Key) * 8,
            cudaStream_t stream = nullptr);
  template <class Key, class Value>
  static cudaError_t SortPairsDescending(
      void *storage, size_t &storage_size, const Key *keys_in, Key *keys_out,
      const Value *values_in, Value *values_out, int count, int begin_bit = 0,
      int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr);
  template <class Key>
  static cudaError_t SortKeys(void *storage, size_t &storage_size,
                              const Key *keys_in, Key *keys_out, int count,
                              int begin_bit = 0, int end_bit = sizeof(Key) * 8,
                              cudaStream_t stream = nullptr);
};
struct DeviceScan {
  template <class In, class Out>
  static cudaError_t ExclusiveSum(void *storage, size_t &storage_size, In in,
                                  Out out, int count,
                                  cudaStream_t stream = nullptr);
  template <class In, class Out>
  static cudaError_t InclusiveSum(void *storage, size_t &storage_size, In in,
                                  Out out, int count,
                                  cudaStream_t stream = nullptr);
};
struct DeviceReduce {
  template <class In, class Out>
  static cudaError_t Sum(void *storage, size_t &storage_size, In in, Out out,
                         int count, cudaStream_t stream = nullptr);
  template <class In, class Out>
  static cudaError_t Max(void *storage, size_t &storage_size, In in, Out out,
                         int count, cudaStream_t stream = nullptr);
};

} // namespace cub

#endif
