/// c10::HeaderOnlyArrayRef under its other name.
#ifndef M2K_STUBS_TORCH_HEADERONLY_UTIL_HEADERONLYARRAYREF_H
#define M2K_STUBS_TORCH_HEADERONLY_UTIL_HEADERONLYARRAYREF_H

#include <c10/util/ArrayRef.h>

namespace torch {
namespace headeronly {
using c10::HeaderOnlyArrayRef;
using IntHeaderOnlyArrayRef = HeaderOnlyArrayRef<int64_t>;
} // namespace headeronly
} // namespace torch

#endif
