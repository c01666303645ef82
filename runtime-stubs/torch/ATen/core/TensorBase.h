/// at::TensorBase: what can be asked of a tensor. Methods stay declarations;
/// the checker models them by qualified name, and each is declared in the class
/// in which PyTorch has it.
#ifndef M2K_STUBS_ATEN_TENSORBASE_H
#define M2K_STUBS_ATEN_TENSORBASE_H

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>
#include <c10/core/TensorOptions.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Optional.h>

namespace c10 {
struct TensorImpl;

/// A dimension that may be symbolic; here it is a number.
class SymInt {
  int64_t data_;

public:
  SymInt(int64_t value = 0) : data_(value) {}
  int64_t expect_int() const { return data_; }
  int64_t guard_int(const char *, int64_t) const { return data_; }
  operator int64_t() const { return data_; }
};
using SymIntArrayRef = ArrayRef<SymInt>;

struct Storage {
  void *data() const;
  const void *mutable_data() const;
  size_t nbytes() const;
  Device device() const;

private:
  void *impl_;
};
} // namespace c10

namespace at {
using namespace c10;

class TensorBase {
public:
  TensorBase();
  TensorBase(const TensorBase &);
  TensorBase(TensorBase &&) noexcept;
  ~TensorBase();
  TensorBase &operator=(const TensorBase &) &;
  TensorBase &operator=(TensorBase &&) & noexcept;

  bool defined() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  SymInt sym_size(int64_t dim) const;
  SymIntArrayRef sym_sizes() const;
  SymInt sym_numel() const;
  int64_t numel() const;
  size_t nbytes() const;
  size_t itemsize() const;
  int64_t element_size() const;
  int64_t storage_offset() const;
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  TensorBase contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;

  ScalarType scalar_type() const;
  caffe2::TypeMeta dtype() const;
  Device device() const;
  Layout layout() const;
  DeviceIndex get_device() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool is_meta() const;
  bool is_floating_point() const;
  bool is_same(const TensorBase &other) const;
  bool requires_grad() const;
  TensorOptions options() const;
  TensorImpl *unsafeGetTensorImpl() const;
  const Storage &storage() const;

  void *data_ptr() const;
  const void *const_data_ptr() const;
  void *mutable_data_ptr() const;
  template <class T> T *data_ptr() const;
  template <class T> const T *const_data_ptr() const;
  template <class T> T *mutable_data_ptr() const;

protected:
  /// The one word that PyTorch's tensors consist of.
  TensorImpl *impl_;
};

} // namespace at

#endif
