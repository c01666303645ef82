/// Checks of the C interface's error codes: a failing one does not return.
#ifndef M2K_STUBS_TORCH_HEADERONLY_UTIL_SHIM_UTILS_H
#define M2K_STUBS_TORCH_HEADERONLY_UTIL_SHIM_UTILS_H

#include <torch/headeronly/util/Exception.h>

#define TORCH_SUCCESS 0
#define TORCH_FAILURE 1
#define TORCH_ERROR_CODE_CHECK(call)                                           \
  STD_TORCH_CHECK((call) == TORCH_SUCCESS, #call " failed")

#endif
