/// __nv_bfloat16 and its pair: the upper half of a float, on clang's __bf16.
#ifndef M2K_STUBS_CUDA_BF16_H
#define M2K_STUBS_CUDA_BF16_H

#include <cuda_fp16.h>
#include <m2k/float16_names.h>

#define M2K_T __nv_bfloat16
#define M2K_T2 __nv_bfloat162
#define M2K_RAW __nv_bfloat16_raw
#define M2K_RAW2 __nv_bfloat162_raw
#define M2K_NATIVE __bf16
#define M2K_OTHER __half
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define M2K_CONVERSIONS 1
#else
#define M2K_CONVERSIONS 0
#endif
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
#define M2K_OPERATORS 1
#else
#define M2K_OPERATORS 0
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
#define M2K_OPERATORS2 1
#else
#define M2K_OPERATORS2 0
#endif
#include <m2k/float16.inc>
#undef M2K_CONVERSIONS
#undef M2K_OPERATORS
#undef M2K_OPERATORS2
#undef M2K_T
#undef M2K_T2
#undef M2K_RAW
#undef M2K_RAW2
#undef M2K_NATIVE
#undef M2K_OTHER

M2K_FLOAT16_NAMES(bfloat16, __nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw,
                  __bf16)

// Through float, which holds every value of both.
#ifndef __CUDA_NO_HALF_CONVERSIONS__
__host__ __device__ __forceinline__ __half::__half(const __nv_bfloat16 v)
    : __half((_Float16)__bfloat162float(v)) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
__host__ __device__ __forceinline__ __nv_bfloat16::__nv_bfloat16(const __half v)
    : __nv_bfloat16((__bf16)__half2float(v)) {}
#endif

M2K_HD __nv_bfloat162 make_bfloat162(const __nv_bfloat16 a,
                                     const __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
