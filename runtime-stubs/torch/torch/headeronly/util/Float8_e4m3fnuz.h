/// c10::Float8_e4m3fnuz under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_UTIL_FLOAT8_E4M3FNUZ_H
#define M2K_STUBS_TORCH_HEADERONLY_UTIL_FLOAT8_E4M3FNUZ_H

#include <c10/util/Float8_e4m3fnuz.h>

namespace torch {
namespace headeronly {
using c10::Float8_e4m3fnuz;
} // namespace headeronly
} // namespace torch

#endif
