/// Registration of operators. It has no effect on a kernel: parsed, and done.
#ifndef M2K_STUBS_TORCH_LIBRARY_H
#define M2K_STUBS_TORCH_LIBRARY_H

#include <torch/types.h>

namespace c10 {
enum class DispatchKey { CPU, CUDA, Meta, CompositeExplicitAutograd };
} // namespace c10

namespace torch {
class Library {
public:
  Library &def(const char *schema);
  template <class F> Library &def(const char *schema, F &&function);
  template <class F> Library &impl(const char *name, F &&function);
  template <class F>
  Library &impl(const char *name, c10::DispatchKey key, F &&function);
};
} // namespace torch

#define TORCH_LIBRARY(ns, m)                                                   \
  [[maybe_unused]] static void C10_CONCATENATE(m2k_library_,                   \
                                               ns)(torch::Library & m)
#define TORCH_LIBRARY_FRAGMENT(ns, m)                                          \
  [[maybe_unused]] static void C10_CONCATENATE(m2k_fragment_,                  \
                                               ns)(torch::Library & m)
#define TORCH_LIBRARY_IMPL(ns, key, m)                                         \
  [[maybe_unused]] static void C10_CONCATENATE(m2k_impl_##ns##_,               \
                                               key)(torch::Library & m)
#define PYBIND11_MODULE(name, m) [[maybe_unused]] static void m2k_module()

#endif
