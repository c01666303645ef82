/// Checks of CUDA calls: a failing one does not return.
#ifndef M2K_STUBS_TORCH_STABLE_MACROS_H
#define M2K_STUBS_TORCH_STABLE_MACROS_H

#include <torch/csrc/stable/c/shim.h>
#include <torch/headeronly/util/Exception.h>
#include <torch/headeronly/util/shim_utils.h>

#define STD_CUDA_CHECK(EXPR)                                                   \
  do {                                                                         \
    const cudaError_t m2k_error = (EXPR);                                      \
    STD_TORCH_CHECK(m2k_error == cudaSuccess, "CUDA error");                   \
  } while (0)
#define STD_CUDA_KERNEL_LAUNCH_CHECK() STD_CUDA_CHECK(cudaGetLastError())
#define STABLE_TORCH_ERROR_CODE_CHECK(call) TORCH_ERROR_CODE_CHECK(call)

#endif
