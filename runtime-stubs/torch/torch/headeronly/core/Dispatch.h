/// THO_DISPATCH_*: AT_DISPATCH_* without ATen.
/// A switch over a scalar type that instantiates its body once per case.
#ifndef M2K_STUBS_TORCH_HEADERONLY_CORE_DISPATCH_H
#define M2K_STUBS_TORCH_HEADERONLY_CORE_DISPATCH_H

#include <torch/headeronly/core/ScalarType.h>
#include <torch/headeronly/util/Exception.h>

namespace detail {
inline c10::ScalarType scalar_type(c10::ScalarType type) { return type; }
} // namespace detail

#define THO_PRIVATE_CASE_TYPE_USING_HINT(enum_type, HINT, ...)                 \
  case enum_type: {                                                            \
    using HINT [[maybe_unused]] =                                              \
        torch::headeronly::impl::ScalarTypeToCPPTypeT<enum_type>;              \
    return __VA_ARGS__();                                                      \
  }
#define THO_DISPATCH_CASE(enum_type, ...)                                      \
  THO_PRIVATE_CASE_TYPE_USING_HINT(enum_type, scalar_t, __VA_ARGS__)
#define THO_DISPATCH_SWITCH(TYPE, NAME, ...)                                   \
  [&] {                                                                        \
    const auto &the_type = TYPE;                                               \
    [[maybe_unused]] constexpr const char *at_dispatch_name = NAME;            \
    torch::headeronly::ScalarType _st = ::detail::scalar_type(the_type);       \
    switch (_st) {                                                             \
      __VA_ARGS__                                                              \
    default:                                                                   \
      STD_TORCH_CHECK(false, at_dispatch_name,                                 \
                      " is not implemented for this type");                    \
    }                                                                          \
  }()

#endif
