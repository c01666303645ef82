/// c10::optional is std::optional, as in current PyTorch.
#ifndef M2K_STUBS_C10_OPTIONAL_H
#define M2K_STUBS_C10_OPTIONAL_H

#include <optional>

namespace c10 {
using std::make_optional;
using std::nullopt;
using std::nullopt_t;
using std::optional;
} // namespace c10

#endif
