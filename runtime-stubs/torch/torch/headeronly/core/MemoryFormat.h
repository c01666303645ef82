/// c10::MemoryFormat under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_CORE_MEMORYFORMAT_H
#define M2K_STUBS_TORCH_HEADERONLY_CORE_MEMORYFORMAT_H

#include <c10/core/TensorOptions.h>

namespace torch {
namespace headeronly {
using c10::MemoryFormat;
} // namespace headeronly
} // namespace torch

#endif
