/// Guards that set the device or the stream for their lifetime. What they do is
/// of no interest to the checker: it knows them by name.
#ifndef M2K_STUBS_C10_CUDAGUARD_H
#define M2K_STUBS_C10_CUDAGUARD_H

#include <c10/cuda/CUDAStream.h>

namespace c10 {
namespace cuda {

struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex index);
  explicit CUDAGuard(Device device);
  CUDAGuard(const CUDAGuard &) = delete;
  CUDAGuard &operator=(const CUDAGuard &) = delete;
  ~CUDAGuard();
  void set_device(Device device);
  void set_index(DeviceIndex index);
  Device original_device() const;
  Device current_device() const;

private:
  Device original_, current_;
};

struct OptionalCUDAGuard {
  OptionalCUDAGuard();
  explicit OptionalCUDAGuard(std::optional<Device> device);
  explicit OptionalCUDAGuard(std::optional<DeviceIndex> index);
  OptionalCUDAGuard(const OptionalCUDAGuard &) = delete;
  OptionalCUDAGuard &operator=(const OptionalCUDAGuard &) = delete;
  ~OptionalCUDAGuard();
  void set_device(Device device);
  void set_index(DeviceIndex index);
  void reset();

private:
  std::optional<Device> original_;
};

struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream stream);
  CUDAStreamGuard(const CUDAStreamGuard &) = delete;
  ~CUDAStreamGuard();

private:
  CUDAStream original_;
};

} // namespace cuda

struct DeviceGuard {
  explicit DeviceGuard(Device device);
  DeviceGuard(const DeviceGuard &) = delete;
  ~DeviceGuard();

private:
  Device original_;
};
struct OptionalDeviceGuard {
  OptionalDeviceGuard();
  explicit OptionalDeviceGuard(std::optional<Device> device);
  OptionalDeviceGuard(const OptionalDeviceGuard &) = delete;
  ~OptionalDeviceGuard();

private:
  std::optional<Device> original_;
};

} // namespace c10

namespace at {
using namespace c10;
} // namespace at

#endif
