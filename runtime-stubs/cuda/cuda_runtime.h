/// Stands in for the CUDA runtime header. nvcc_compat.h includes it into every
/// translation unit, as nvcc does.
///
/// Clang ships device wrappers for the math library that need no toolkit; they
/// are used as they are, so that the IR is the same as with a real toolkit. The
/// order is clang's own: forward declarations, standard headers, builtin
/// variables, vector types, libdevice, wrappers.
#ifndef M2K_STUBS_CUDA_RUNTIME_H
#define M2K_STUBS_CUDA_RUNTIME_H

#include <host_defines.h>

// clang-format off
#include <__clang_cuda_math_forward_declares.h>
// libstdc++ keeps away from __float128 when it sees this, and kernel files ask
// it whether they are compiled as CUDA. __NVCC__ stays undefined: this is not
// nvcc.
#ifndef __CUDACC__
#define __CUDACC__
#endif
#include <cmath>
#include <cstdlib>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <cuda.h>
#include <vector_types.h>
#include <__clang_cuda_builtin_vars.h>
#include <vector_functions.h>
#include <driver_types.h>
#include <cuda_runtime_api.h>
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include <m2k/math.h>
#include <m2k/system_calls.h>
#include <__clang_cuda_cmath.h>
#include <m2k/intrinsics.h>
#include <m2k/warp.h>
#include <m2k/atomics.h>
#include <m2k/cache_ops.h>
// clang-format on

__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const {
  return {x, y, z};
}
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const {
  return {x, y, z};
}

// Programmatic dependent launch: what the grid before this one has written
// becomes visible, and the grid after this one may start. Neither touches
// memory of this grid.
M2K_DEV void cudaGridDependencySynchronize() {}
M2K_DEV void cudaTriggerProgrammaticLaunchCompletion() {}

#endif
