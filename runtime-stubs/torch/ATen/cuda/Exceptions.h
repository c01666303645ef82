#ifndef M2K_STUBS_ATEN_CUDA_EXCEPTIONS_H
#define M2K_STUBS_ATEN_CUDA_EXCEPTIONS_H

#include <c10/cuda/CUDAException.h>

#define AT_CUDA_CHECK(call) C10_CUDA_CHECK(call)
#define TORCH_CUDABLAS_CHECK(call) TORCH_CHECK((call) == 0)
#define AT_CUDA_DRIVER_CHECK(call) TORCH_CHECK((call) == CUDA_SUCCESS)

#endif
