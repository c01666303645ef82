/// c10::TensorOptions, layouts and memory formats.
#ifndef M2K_STUBS_C10_TENSOROPTIONS_H
#define M2K_STUBS_C10_TENSOROPTIONS_H

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

namespace c10 {

enum class Layout : int8_t { Strided, Sparse };
constexpr Layout kStrided = Layout::Strided;
enum class MemoryFormat : int8_t {
  Contiguous,
  Preserve,
  ChannelsLast,
  ChannelsLast3d
};

struct TensorOptions {
  TensorOptions() = default;
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType type) : device_(Device(type)) {}
  TensorOptions(ScalarType type) : dtype_(type) {}
  TensorOptions(caffe2::TypeMeta meta) : dtype_(meta.toScalarType()) {}

  [[nodiscard]] TensorOptions device(std::optional<Device> device) const {
    TensorOptions r = *this;
    r.device_ = device;
    return r;
  }
  [[nodiscard]] TensorOptions device(DeviceType type,
                                     DeviceIndex index = -1) const {
    return device(Device(type, index));
  }
  [[nodiscard]] TensorOptions dtype(std::optional<ScalarType> type) const {
    TensorOptions r = *this;
    r.dtype_ = type;
    return r;
  }
  [[nodiscard]] TensorOptions dtype(caffe2::TypeMeta meta) const {
    return dtype(std::optional<ScalarType>(meta.toScalarType()));
  }
  [[nodiscard]] TensorOptions layout(Layout) const { return *this; }
  [[nodiscard]] TensorOptions requires_grad(bool) const { return *this; }
  [[nodiscard]] TensorOptions pinned_memory(bool) const { return *this; }
  [[nodiscard]] TensorOptions memory_format(MemoryFormat) const {
    return *this;
  }
  Device device() const { return device_.value_or(Device(DeviceType::CPU)); }
  caffe2::TypeMeta dtype() const {
    return caffe2::TypeMeta::fromScalarType(dtype_.value_or(ScalarType::Float));
  }

private:
  std::optional<Device> device_;
  std::optional<ScalarType> dtype_;
};

inline TensorOptions dtype(ScalarType type) { return TensorOptions(type); }
inline TensorOptions dtype(caffe2::TypeMeta meta) {
  return TensorOptions(meta);
}
inline TensorOptions device(Device device) { return TensorOptions(device); }
inline TensorOptions layout(Layout) { return TensorOptions(); }
inline TensorOptions requires_grad(bool = true) { return TensorOptions(); }

} // namespace c10

#endif
