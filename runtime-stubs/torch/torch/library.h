/// Registration of operators. It has no effect on a kernel: what is registered
/// has a body, and can be called, that is all.
#ifndef M2K_STUBS_TORCH_LIBRARY_H
#define M2K_STUBS_TORCH_LIBRARY_H

#include <torch/types.h>
#include <type_traits>

namespace c10 {
enum class DispatchKey { CPU, CUDA, Meta, CompositeExplicitAutograd };
} // namespace c10

namespace m2k_registration {
/// A lambda's body is otherwise compiled for nobody.
template <class F> void keep(F &&) {
  using Body = std::decay_t<F>;
  if constexpr (std::is_class_v<Body>) {
    auto call = &Body::operator();
    (void)call;
  }
}
} // namespace m2k_registration

namespace torch {
template <class T> class class_;

class Library {
public:
  template <class T> class_<T> class_(const std::string &name);
  Library &def(const char *schema);
  template <class F> Library &def(const char *, F &&function) {
    m2k_registration::keep(function);
    return *this;
  }
  template <class F> Library &impl(const char *, F &&function) {
    m2k_registration::keep(function);
    return *this;
  }
  template <class F>
  Library &impl(const char *, c10::DispatchKey, F &&function) {
    m2k_registration::keep(function);
    return *this;
  }
};
} // namespace torch

// The build names the extension; a file is checked without its build.
#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME m2k_extension
#endif

#define M2K_REGISTRATION(m)                                                    \
  [[maybe_unused]] static void C10_CONCATENATE(                                \
      m2k_registration_, __COUNTER__)(torch::Library & m)
#define TORCH_LIBRARY(ns, m) M2K_REGISTRATION(m)
#define TORCH_LIBRARY_FRAGMENT(ns, m) M2K_REGISTRATION(m)
#define TORCH_LIBRARY_IMPL(ns, key, m) M2K_REGISTRATION(m)

namespace pybind11 {
struct module_ {
  template <class F, class... Extra>
  module_ &def(const char *, F &&function, const Extra &...) {
    m2k_registration::keep(function);
    return *this;
  }
};
struct arg {
  explicit arg(const char *name);
  template <class T> arg &operator=(const T &) &&;
};
} // namespace pybind11
namespace py = pybind11;
#define PYBIND11_MODULE(name, m)                                               \
  [[maybe_unused]] static void C10_CONCATENATE(                                \
      m2k_registration_, __COUNTER__)(pybind11::module_ & m)

#endif
