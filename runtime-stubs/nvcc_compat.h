/// Force-included before the user's code in a checking run, never in a build
/// that produces objects: what nvcc supplies and clang does not.
///
/// Without a toolkit this brings in the stubs' CUDA runtime, because nvcc, too,
/// includes cuda_runtime.h by itself. With a toolkit clang has already read its
/// own wrapper, and only the gaps are filled.
#ifndef M2K_NVCC_COMPAT_H
#define M2K_NVCC_COMPAT_H

#ifdef __CUDA__
#ifndef __CLANG_CUDA_RUNTIME_WRAPPER_H__
#include <cuda_runtime.h>
#endif
// nvcc's own prelude has these; clang's leaves them out.
#include <assert.h>
#include <stdio.h>

#include "cuda/m2k/cache_ops.h"
#include "cuda/m2k/host_math.h"
#endif

#endif
