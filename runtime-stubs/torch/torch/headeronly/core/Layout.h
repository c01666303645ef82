/// c10::Layout under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_CORE_LAYOUT_H
#define M2K_STUBS_TORCH_HEADERONLY_CORE_LAYOUT_H

#include <c10/core/TensorOptions.h>

namespace torch {
namespace headeronly {
using c10::kStrided;
using c10::Layout;
} // namespace headeronly
} // namespace torch

#endif
