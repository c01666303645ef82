/// CUDA's 4-bit floating-point storage: two values in a byte, e2m1.
#ifndef M2K_STUBS_CUDA_FP4_H
#define M2K_STUBS_CUDA_FP4_H

#include <cuda_fp8.h>

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

// A sign, two bits of exponent with bias 1, one of mantissa; neither infinity
// nor NaN. Every value is a half.
M2K_HD __half_raw __nv_cvt_fp4_to_halfraw(const __nv_fp4_storage_t x,
                                          const __nv_fp4_interpretation_t) {
  const int exponent = (x >> 1) & 3, mantissa = x & 1;
  const float magnitude =
      exponent == 0 ? 0.5f * mantissa
                    : (1.0f + 0.5f * mantissa) * (float)(1 << (exponent - 1));
  return __float2half(x & 8 ? -magnitude : magnitude);
}
M2K_HD __half2_raw __nv_cvt_fp4x2_to_halfraw2(
    const __nv_fp4x2_storage_t x, const __nv_fp4_interpretation_t kind) {
  return {__nv_cvt_fp4_to_halfraw(x & 0xf, kind).x,
          __nv_cvt_fp4_to_halfraw(x >> 4, kind).x};
}

#endif
