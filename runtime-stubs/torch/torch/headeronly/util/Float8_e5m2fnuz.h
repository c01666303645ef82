/// c10::Float8_e5m2fnuz under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_UTIL_FLOAT8_E5M2FNUZ_H
#define M2K_STUBS_TORCH_HEADERONLY_UTIL_FLOAT8_E5M2FNUZ_H

#include <c10/util/Float8_e5m2fnuz.h>

namespace torch {
namespace headeronly {
using c10::Float8_e5m2fnuz;
} // namespace headeronly
} // namespace torch

#endif
