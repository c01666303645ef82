/// at::Tensor: the operations that make a tensor out of a tensor.
#ifndef M2K_STUBS_ATEN_TENSOR_H
#define M2K_STUBS_ATEN_TENSOR_H

#include <ATen/core/TensorBase.h>

#include <functional>

namespace c10 {
/// A number of any type, as an operator's argument.
class Scalar {
  double value_;

public:
  Scalar() : value_(0) {}
  template <class T> Scalar(T value) : value_((double)value) {}
  template <class T> T to() const { return (T)value_; }
};
} // namespace c10

namespace at {

class Tensor;
using TensorList = ArrayRef<Tensor>;
using OptionalIntArrayRef = std::optional<IntArrayRef>;

namespace indexing {
struct NoneType {};
inline constexpr NoneType None{};
struct Slice {
  Slice(std::optional<int64_t> start = {}, std::optional<int64_t> stop = {},
        std::optional<int64_t> step = {});
};
struct TensorIndex {
  TensorIndex(NoneType);
  TensorIndex(Slice);
  TensorIndex(int64_t);
  TensorIndex(const Tensor &);
};
} // namespace indexing

class Tensor : public TensorBase {
public:
  Tensor();
  Tensor(const Tensor &);
  Tensor(Tensor &&) noexcept;
  explicit Tensor(const TensorBase &);
  ~Tensor();
  Tensor &operator=(const Tensor &) &;
  Tensor &operator=(Tensor &&) & noexcept;
  Tensor &operator=(const Scalar &) &&;
  Tensor &operator=(const Tensor &) &&;

  Tensor contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  Tensor view(IntArrayRef sizes) const;
  Tensor view(ScalarType type) const;
  Tensor view_as(const Tensor &other) const;
  Tensor reshape(IntArrayRef sizes) const;
  Tensor flatten(int64_t from = 0, int64_t to = -1) const;
  Tensor slice(int64_t dim = 0, std::optional<int64_t> start = std::nullopt,
               std::optional<int64_t> end = std::nullopt,
               int64_t step = 1) const;
  Tensor narrow(int64_t dim, int64_t start, int64_t length) const;
  Tensor select(int64_t dim, int64_t index) const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  Tensor index_select(int64_t dim, const Tensor &index) const;
  Tensor operator[](int64_t index) const;
  Tensor operator[](const Tensor &index) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t dim) const;
  Tensor expand(IntArrayRef sizes, bool implicit = false) const;
  Tensor permute(IntArrayRef dims) const;
  Tensor transpose(int64_t a, int64_t b) const;
  Tensor t() const;
  Tensor as_strided(IntArrayRef sizes, IntArrayRef strides,
                    std::optional<int64_t> offset = std::nullopt) const;
  Tensor repeat(IntArrayRef repeats) const;
  Tensor clone(std::optional<MemoryFormat> format = std::nullopt) const;
  Tensor detach() const;
  Tensor to(ScalarType type, bool non_blocking = false,
            bool copy = false) const;
  Tensor to(Device device) const;
  Tensor to(TensorOptions options) const;
  Tensor to(Device device, ScalarType type, bool non_blocking = false,
            bool copy = false) const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor sum() const;
  Tensor sum(OptionalIntArrayRef dims, bool keepdim = false) const;
  Tensor max() const;
  Tensor min() const;
  Tensor abs() const;
  Tensor cumsum(int64_t dim) const;
  Tensor matmul(const Tensor &other) const;
  Tensor new_empty(IntArrayRef sizes, TensorOptions options = {}) const;
  Tensor new_zeros(IntArrayRef sizes, TensorOptions options = {}) const;
  Tensor &zero_() const;
  Tensor &fill_(const Scalar &value) const;
  Tensor &copy_(const Tensor &from, bool non_blocking = false) const;
  Tensor &add_(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor &resize_(IntArrayRef sizes) const;
  Scalar item() const;
  template <class T> T item() const;
};

Tensor &operator+=(Tensor &a, const Tensor &b);
Tensor &operator-=(Tensor &a, const Tensor &b);
Tensor &operator*=(Tensor &a, const Tensor &b);
Tensor &operator/=(Tensor &a, const Tensor &b);
Tensor operator*(const Tensor &a, const Scalar &b);
Tensor operator/(const Tensor &a, const Scalar &b);
Tensor operator+(const Tensor &a, const Tensor &b);
Tensor operator-(const Tensor &a, const Tensor &b);
Tensor operator*(const Tensor &a, const Tensor &b);
Tensor operator/(const Tensor &a, const Tensor &b);

inline std::optional<Device> device_of(const Tensor &t) {
  if (t.defined())
    return t.device();
  return std::nullopt;
}
inline std::optional<Device> device_of(const std::optional<Tensor> &t) {
  return t.has_value() ? device_of(*t) : std::nullopt;
}

Tensor empty(IntArrayRef sizes, TensorOptions options = {},
             std::optional<MemoryFormat> format = std::nullopt);
Tensor empty_symint(SymIntArrayRef sizes, TensorOptions options = {},
                    std::optional<MemoryFormat> format = std::nullopt);
Tensor empty_strided(IntArrayRef sizes, IntArrayRef strides,
                     TensorOptions options = {});
Tensor zeros(IntArrayRef sizes, TensorOptions options = {});
Tensor ones(IntArrayRef sizes, TensorOptions options = {});
Tensor full(IntArrayRef sizes, const Scalar &value, TensorOptions options = {});
Tensor arange(const Scalar &end, TensorOptions options = {});
Tensor arange(const Scalar &start, const Scalar &end,
              TensorOptions options = {});
Tensor empty_like(const Tensor &like, TensorOptions options = {},
                  std::optional<MemoryFormat> format = std::nullopt);
Tensor zeros_like(const Tensor &like, TensorOptions options = {});
Tensor ones_like(const Tensor &like, TensorOptions options = {});
Tensor full_like(const Tensor &like, const Scalar &value,
                 TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides,
                 TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes,
                 const std::function<void(void *)> &deleter,
                 TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides,
                 const std::function<void(void *)> &deleter,
                 TensorOptions options = {});
Tensor cat(TensorList tensors, int64_t dim = 0);
Tensor sum(const Tensor &t);
Tensor &sum_out(Tensor &out, const Tensor &t, OptionalIntArrayRef dims,
                bool keepdim = false);
Tensor matmul(const Tensor &a, const Tensor &b);
Tensor mm(const Tensor &a, const Tensor &b);

} // namespace at

#endif
