/// c10::cuda::CUDAStream: a stream that converts to CUDA's.
#ifndef M2K_STUBS_C10_CUDASTREAM_H
#define M2K_STUBS_C10_CUDASTREAM_H

#include <c10/core/Device.h>
#include <c10/cuda/CUDAException.h>

namespace c10 {
namespace cuda {

class CUDAStream {
public:
  operator cudaStream_t() const { return stream(); }
  cudaStream_t stream() const;
  DeviceIndex device_index() const;
  Device device() const;
  void synchronize() const;
  bool query() const;
  int priority() const;

private:
  int64_t id_;
};

CUDAStream getCurrentCUDAStream(DeviceIndex device_index = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex device_index = -1);
CUDAStream getStreamFromPool(bool high_priority = false,
                             DeviceIndex device_index = -1);
CUDAStream getStreamFromExternal(cudaStream_t stream, DeviceIndex device_index);
void setCurrentCUDAStream(CUDAStream stream);

DeviceIndex current_device();
DeviceIndex device_count() noexcept;
void set_device(DeviceIndex device_index);
void device_synchronize();

} // namespace cuda
} // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
} // namespace cuda
} // namespace at

#endif
