/// The macros of c10, where newer PyTorch has them.
#ifndef M2K_STUBS_TORCH_HEADERONLY_MACROS_MACROS_H
#define M2K_STUBS_TORCH_HEADERONLY_MACROS_MACROS_H

#include <c10/macros/Macros.h>

#endif
