/// torch::stable::Device: as c10::Device, with a wider index.
#ifndef M2K_STUBS_TORCH_STABLE_DEVICE_H
#define M2K_STUBS_TORCH_STABLE_DEVICE_H

#include <torch/csrc/stable/accelerator.h>
#include <torch/headeronly/core/DeviceType.h>

namespace torch {
namespace stable {

using torch::headeronly::DeviceType;
using DeviceIndex = accelerator::DeviceIndex;

class Device {
  DeviceType type_;
  DeviceIndex index_;

public:
  Device(DeviceType type, DeviceIndex index = -1)
      : type_(type), index_(index) {}
  Device(const std::string &text);

  bool operator==(const Device &o) const noexcept {
    return type_ == o.type_ && index_ == o.index_;
  }
  bool operator!=(const Device &o) const noexcept { return !(*this == o); }
  void set_index(DeviceIndex index) { index_ = index; }
  DeviceType type() const noexcept { return type_; }
  DeviceIndex index() const noexcept { return index_; }
  bool has_index() const noexcept { return index_ != -1; }
  bool is_cuda() const noexcept { return type_ == DeviceType::CUDA; }
  bool is_cpu() const noexcept { return type_ == DeviceType::CPU; }
};

} // namespace stable
} // namespace torch

#endif
