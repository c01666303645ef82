/// torch::stable::Tensor: what can be asked of a tensor. Methods stay
/// declarations; the checker models them by qualified name.
#ifndef M2K_STUBS_TORCH_STABLE_TENSOR_H
#define M2K_STUBS_TORCH_STABLE_TENSOR_H

#include <torch/csrc/stable/device.h>
#include <torch/headeronly/core/Layout.h>
#include <torch/headeronly/core/ScalarType.h>
#include <torch/headeronly/util/HeaderOnlyArrayRef.h>

// Kernel files rely on what PyTorch's header brings along.
#include <algorithm>
#include <climits>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace torch {
namespace stable {

using torch::headeronly::IntHeaderOnlyArrayRef;
using torch::headeronly::Layout;
using torch::headeronly::ScalarType;

class Tensor {
  /// A shared pointer's two words.
  AtenTensorOpaque *handle_;
  void *count_;

public:
  Tensor();
  explicit Tensor(AtenTensorHandle handle);
  Tensor(const Tensor &);
  Tensor(Tensor &&) noexcept;
  ~Tensor();
  Tensor &operator=(const Tensor &);
  Tensor &operator=(Tensor &&) noexcept;
  AtenTensorHandle get() const;

  bool defined() const;
  int64_t dim() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  IntHeaderOnlyArrayRef sizes() const;
  IntHeaderOnlyArrayRef strides() const;
  int64_t numel() const;
  size_t element_size() const;
  int64_t storage_offset() const;
  bool is_contiguous() const;

  ScalarType scalar_type() const;
  Device device() const;
  Layout layout() const;
  int8_t get_device() const;
  DeviceIndex get_device_index() const;
  bool is_cuda() const;
  bool is_cpu() const;
  const Tensor &set_requires_grad(bool requires_grad) const;

  void *data_ptr() const;
  void *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  template <class T> T *mutable_data_ptr() const;
  template <class T, std::enable_if_t<!std::is_const_v<T>, int> = 0>
  const T *const_data_ptr() const;
};

} // namespace stable
} // namespace torch

#endif
