/// torch::stable::accelerator: the current device and stream. Guards are
/// declarations; the checker knows them by name.
#ifndef M2K_STUBS_TORCH_STABLE_ACCELERATOR_H
#define M2K_STUBS_TORCH_STABLE_ACCELERATOR_H

#include <torch/csrc/stable/macros.h>

namespace torch {
namespace stable {
namespace accelerator {

using DeviceIndex = int32_t;
using StreamId = int64_t;

class DeviceGuard {
public:
  explicit DeviceGuard(DeviceIndex device_index);
  DeviceGuard(DeviceGuard &&) noexcept;
  DeviceGuard &operator=(DeviceGuard &&) noexcept;
  ~DeviceGuard();
  void set_index(DeviceIndex device_index);

private:
  void *guard_;
  void (*deleter_)(void *);
};

class Stream {
public:
  Stream(const Stream &);
  Stream(Stream &&) noexcept;
  ~Stream();
  StreamId id() const;
  void *nativeHandle() const;

private:
  void *stream_;
  void *count_;
};

Stream getCurrentStream(DeviceIndex device_index);
DeviceIndex getCurrentDeviceIndex();

} // namespace accelerator
} // namespace stable
} // namespace torch

#endif
