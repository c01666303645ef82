/// The operators of PyTorch's stable interface. Declarations; what a call does
/// is the checker's model.
#ifndef M2K_STUBS_TORCH_STABLE_OPS_H
#define M2K_STUBS_TORCH_STABLE_OPS_H

#include <torch/csrc/stable/tensor.h>
#include <torch/headeronly/core/MemoryFormat.h>

#include <optional>
#include <string>

namespace torch {
namespace stable {

using torch::headeronly::MemoryFormat;

Tensor empty(IntHeaderOnlyArrayRef size,
             std::optional<ScalarType> dtype = std::nullopt,
             std::optional<Layout> layout = std::nullopt,
             std::optional<Device> device = std::nullopt,
             std::optional<bool> pin_memory = std::nullopt,
             std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor full(IntHeaderOnlyArrayRef size, double value,
            std::optional<ScalarType> dtype = std::nullopt,
            std::optional<Layout> layout = std::nullopt,
            std::optional<Device> device = std::nullopt,
            std::optional<bool> pin_memory = std::nullopt);
Tensor empty_like(const Tensor &like);
Tensor new_empty(const Tensor &like, IntHeaderOnlyArrayRef size,
                 std::optional<ScalarType> dtype = std::nullopt,
                 std::optional<Layout> layout = std::nullopt,
                 std::optional<Device> device = std::nullopt,
                 std::optional<bool> pin_memory = std::nullopt);
Tensor new_zeros(const Tensor &like, IntHeaderOnlyArrayRef size,
                 std::optional<ScalarType> dtype = std::nullopt,
                 std::optional<Layout> layout = std::nullopt,
                 std::optional<Device> device = std::nullopt,
                 std::optional<bool> pin_memory = std::nullopt);
Tensor from_blob(void *data, IntHeaderOnlyArrayRef sizes,
                 IntHeaderOnlyArrayRef strides, Device device, ScalarType dtype,
                 int64_t storage_offset = 0, Layout layout = Layout::Strided);
/// The deleter runs when the tensor is gone, after all that is checked.
template <class F, std::enable_if_t<std::is_invocable_v<F, void *>, int> = 0>
Tensor from_blob(void *data, IntHeaderOnlyArrayRef sizes,
                 IntHeaderOnlyArrayRef strides, Device device, ScalarType dtype,
                 F &&, int64_t storage_offset = 0,
                 Layout layout = Layout::Strided) {
  return from_blob(data, sizes, strides, device, dtype, storage_offset, layout);
}

Tensor reshape(const Tensor &self, IntHeaderOnlyArrayRef shape);
Tensor view(const Tensor &self, IntHeaderOnlyArrayRef size);
Tensor flatten(const Tensor &self, int64_t from = 0, int64_t to = -1);
Tensor narrow(Tensor &self, int64_t dim, int64_t start, int64_t length);
Tensor select(const Tensor &self, int64_t dim, int64_t index);
Tensor transpose(const Tensor &self, int64_t a, int64_t b);
Tensor unsqueeze(const Tensor &self, int64_t dim);
Tensor squeeze(const Tensor &self, int64_t dim);
Tensor pad(const Tensor &self, IntHeaderOnlyArrayRef pad,
           const std::string &mode = "constant", double value = 0.0);
Tensor contiguous(const Tensor &self,
                  MemoryFormat memory_format = MemoryFormat::Contiguous);
Tensor clone(const Tensor &self);
Tensor to(const Tensor &self, std::optional<ScalarType> dtype = std::nullopt,
          std::optional<Layout> layout = std::nullopt,
          std::optional<Device> device = std::nullopt,
          std::optional<bool> pin_memory = std::nullopt,
          bool non_blocking = false, bool copy = false,
          std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor to(const Tensor &self, Device device, bool non_blocking = false,
          bool copy = false);

Tensor fill_(const Tensor &self, double value);
Tensor zero_(Tensor &self);
Tensor copy_(Tensor &self, const Tensor &from,
             std::optional<bool> non_blocking = std::nullopt);

Tensor amax(const Tensor &self, int64_t dim, bool keepdim = false);
Tensor amax(const Tensor &self, IntHeaderOnlyArrayRef dims,
            bool keepdim = false);
Tensor sum(const Tensor &self,
           std::optional<IntHeaderOnlyArrayRef> dims = std::nullopt,
           bool keepdim = false,
           std::optional<ScalarType> dtype = std::nullopt);
Tensor &sum_out(Tensor &out, const Tensor &self,
                std::optional<IntHeaderOnlyArrayRef> dims = std::nullopt,
                bool keepdim = false,
                std::optional<ScalarType> dtype = std::nullopt);
Tensor subtract(const Tensor &self, const Tensor &other, double alpha = 1.0);
Tensor matmul(const Tensor &self, const Tensor &other);

namespace detail {
/// To and from the one word in which an operator takes any type.
template <class T> StableIValue from(T value);
template <class T> T to(StableIValue value);
} // namespace detail

} // namespace stable
} // namespace torch

#endif
