/// STD_TORCH_CHECK fails as TORCH_CHECK does.
#ifndef M2K_STUBS_TORCH_HEADERONLY_UTIL_EXCEPTION_H
#define M2K_STUBS_TORCH_HEADERONLY_UTIL_EXCEPTION_H

#include <c10/util/Exception.h>

#define STD_TORCH_CHECK_MSG(cond, type, ...)                                   \
  TORCH_CHECK_MSG(cond, type, ##__VA_ARGS__)
#define STD_TORCH_CHECK(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)

#endif
