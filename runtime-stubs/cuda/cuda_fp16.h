/// half and half2: IEEE binary16, two bytes, on clang's _Float16.
#ifndef M2K_STUBS_CUDA_FP16_H
#define M2K_STUBS_CUDA_FP16_H

#include <cuda_runtime.h>
#include <m2k/float16_names.h>

#define M2K_T __half
#define M2K_T2 __half2
#define M2K_RAW __half_raw
#define M2K_RAW2 __half2_raw
#define M2K_NATIVE _Float16
#define M2K_OTHER __nv_bfloat16
#ifndef __CUDA_NO_HALF_CONVERSIONS__
#define M2K_CONVERSIONS 1
#else
#define M2K_CONVERSIONS 0
#endif
#ifndef __CUDA_NO_HALF_OPERATORS__
#define M2K_OPERATORS 1
#else
#define M2K_OPERATORS 0
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
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

M2K_FLOAT16_NAMES(half, __half, __half2, __half_raw, _Float16)

M2K_HD __half2 make_half2(const __half a, const __half b) {
  return __half2(a, b);
}

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#endif
