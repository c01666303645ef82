/// Registration of C++ classes with PyTorch: parsed, without effect.
#ifndef M2K_STUBS_TORCH_CUSTOM_CLASS_H
#define M2K_STUBS_TORCH_CUSTOM_CLASS_H

#include <torch/all.h>

namespace c10 {

class intrusive_ptr_target {
public:
  virtual ~intrusive_ptr_target() = default;
};

template <class T> class intrusive_ptr {
  T *target_ = nullptr;

public:
  intrusive_ptr() = default;
  explicit intrusive_ptr(T *target) : target_(target) {}
  T *get() const { return target_; }
  T &operator*() const { return *target_; }
  T *operator->() const { return target_; }
  explicit operator bool() const { return target_ != nullptr; }
};
template <class T, class... Arguments>
intrusive_ptr<T> make_intrusive(Arguments &&...arguments) {
  return intrusive_ptr<T>(new T(std::forward<Arguments>(arguments)...));
}

struct IValue {
  template <class T> IValue(T &&value);
};

struct SourceLocation {
  const char *function;
  const char *file;
  uint32_t line;
};
class TypeError : public Error {
public:
  TypeError(SourceLocation where, std::string message);
};

} // namespace c10

namespace torch {

struct CustomClassHolder : c10::intrusive_ptr_target {};
namespace jit {
using torch::CustomClassHolder;
}

template <class... Arguments> struct init_arguments {};
template <class... Arguments> init_arguments<Arguments...> init() { return {}; }

template <class T> class class_ {
public:
  template <class... A> class_ &def(A &&...);
  template <class... A> class_ &def_static(A &&...);
  template <class... A> class_ &def_property(A &&...);
  template <class... A> class_ &def_readonly(A &&...);
  template <class... A> class_ &def_readwrite(A &&...);
  template <class... A> class_ &def_pickle(A &&...);
};

} // namespace torch

#endif
