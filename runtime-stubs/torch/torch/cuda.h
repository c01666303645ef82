#ifndef M2K_STUBS_TORCH_CUDA_H
#define M2K_STUBS_TORCH_CUDA_H

#include <stddef.h>
#include <stdint.h>

namespace torch {
namespace cuda {
size_t device_count();
bool is_available();
void synchronize(int64_t device_index = -1);
} // namespace cuda
} // namespace torch

#endif
