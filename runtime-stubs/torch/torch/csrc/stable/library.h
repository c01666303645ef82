/// Registration of operators. It has no effect on a kernel: parsed, and done.
#ifndef M2K_STUBS_TORCH_STABLE_LIBRARY_H
#define M2K_STUBS_TORCH_STABLE_LIBRARY_H

#include <torch/csrc/stable/ops.h>

namespace torch {
namespace stable {
class StableLibrary {
public:
  StableLibrary &def(const char *schema);
  template <class F> StableLibrary &impl(const char *name, F function);
};
} // namespace stable
} // namespace torch

#define M2K_STABLE_REGISTRATION(m)                                             \
  [[maybe_unused]] static void C10_CONCATENATE(                                \
      m2k_registration_, __COUNTER__)(torch::stable::StableLibrary & m)
#define STABLE_TORCH_LIBRARY(ns, m) M2K_STABLE_REGISTRATION(m)
#define STABLE_TORCH_LIBRARY_FRAGMENT(ns, m) M2K_STABLE_REGISTRATION(m)
#define STABLE_TORCH_LIBRARY_IMPL(ns, key, m) M2K_STABLE_REGISTRATION(m)
#define TORCH_BOX(function) (function)

#endif
