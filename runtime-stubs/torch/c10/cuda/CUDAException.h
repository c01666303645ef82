/// Checks of CUDA calls: a failing one does not return.
#ifndef M2K_STUBS_C10_CUDAEXCEPTION_H
#define M2K_STUBS_C10_CUDAEXCEPTION_H

#include <c10/util/Exception.h>

#define C10_CUDA_CHECK(call)                                                   \
  do {                                                                         \
    const cudaError_t m2k_error = (call);                                      \
    TORCH_CHECK(m2k_error == cudaSuccess, "CUDA error");                       \
  } while (0)
#define C10_CUDA_CHECK_WARN(call) ((void)(call))
#define C10_CUDA_IGNORE_ERROR(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())

#endif
