/// c10::DeviceType under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_CORE_DEVICETYPE_H
#define M2K_STUBS_TORCH_HEADERONLY_CORE_DEVICETYPE_H

#include <c10/core/Device.h>

namespace torch {
namespace headeronly {
using c10::DeviceType;
using c10::kCPU;
using c10::kCUDA;
} // namespace headeronly
} // namespace torch

#endif
