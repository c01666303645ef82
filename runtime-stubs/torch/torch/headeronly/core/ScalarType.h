/// c10::ScalarType and its C++ types under their other names.
#ifndef M2K_STUBS_TORCH_HEADERONLY_CORE_SCALARTYPE_H
#define M2K_STUBS_TORCH_HEADERONLY_CORE_SCALARTYPE_H

#include <c10/core/ScalarType.h>
#include <torch/headeronly/util/BFloat16.h>
#include <torch/headeronly/util/Float8_e4m3fn.h>
#include <torch/headeronly/util/Float8_e4m3fnuz.h>
#include <torch/headeronly/util/Float8_e5m2.h>
#include <torch/headeronly/util/Float8_e5m2fnuz.h>
#include <torch/headeronly/util/Half.h>

namespace torch {
namespace headeronly {
using c10::CppTypeToScalarType;
using c10::ScalarType;
using c10::toString;
namespace impl {
using c10::impl::ScalarTypeToCPPTypeT;
} // namespace impl
} // namespace headeronly
} // namespace torch

#endif
