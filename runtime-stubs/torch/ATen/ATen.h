#ifndef M2K_STUBS_ATEN_H
#define M2K_STUBS_ATEN_H
#include <ATen/Dispatch.h>
#include <ATen/core/Tensor.h>
#endif
