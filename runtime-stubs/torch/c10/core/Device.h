/// c10::Device.
#ifndef M2K_STUBS_C10_DEVICE_H
#define M2K_STUBS_C10_DEVICE_H

#include <c10/util/Exception.h>
#include <c10/util/Optional.h>

#include <iosfwd>

namespace c10 {

using DeviceIndex = int8_t;
enum class DeviceType : int8_t { CPU = 0, CUDA = 1, HIP = 6, Meta = 14 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kMeta = DeviceType::Meta;

struct Device final {
  using Type = DeviceType;

  Device(DeviceType type, DeviceIndex index = -1)
      : type_(type), index_(index) {}
  explicit Device(const std::string &text);

  bool operator==(const Device &o) const {
    return type_ == o.type_ && index_ == o.index_;
  }
  bool operator!=(const Device &o) const { return !(*this == o); }
  DeviceType type() const noexcept { return type_; }
  DeviceIndex index() const noexcept { return index_; }
  bool has_index() const noexcept { return index_ != -1; }
  bool is_cuda() const noexcept { return type_ == DeviceType::CUDA; }
  bool is_cpu() const noexcept { return type_ == DeviceType::CPU; }
  bool is_meta() const noexcept { return type_ == DeviceType::Meta; }
  std::string str() const;

private:
  DeviceType type_;
  DeviceIndex index_;
};

std::ostream &operator<<(std::ostream &out, DeviceType type);
std::ostream &operator<<(std::ostream &out, const Device &device);

} // namespace c10

#endif
