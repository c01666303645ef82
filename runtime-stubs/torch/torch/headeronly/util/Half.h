/// c10::Half under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_UTIL_HALF_H
#define M2K_STUBS_TORCH_HEADERONLY_UTIL_HALF_H

#include <c10/util/Half.h>

namespace torch {
namespace headeronly {
using c10::Half;
} // namespace headeronly
} // namespace torch

#endif
