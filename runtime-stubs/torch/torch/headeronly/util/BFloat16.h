/// c10::BFloat16 under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_UTIL_BFLOAT16_H
#define M2K_STUBS_TORCH_HEADERONLY_UTIL_BFLOAT16_H

#include <c10/util/BFloat16.h>

namespace torch {
namespace headeronly {
using c10::BFloat16;
} // namespace headeronly
} // namespace torch

#endif
