/// CUDA's 8-bit floating-point types and their conversions.
#ifndef M2K_STUBS_CUDA_FP8_H
#define M2K_STUBS_CUDA_FP8_H

#include <cuda_bf16.h>
#include <m2k/float8.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t {
  __NV_E4M3,
  __NV_E5M2
} __nv_fp8_interpretation_t;

M2K_HD __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t kind) {
  if (kind == __NV_E4M3)
    return m2k_stubs::e4m3fn::from_float(x, saturate == __NV_SATFINITE ? 0x7E
                                                                       : 0x7F);
  return m2k_stubs::e5m2::from_float(x,
                                     saturate == __NV_SATFINITE ? 0x7B : 0x7C);
}
M2K_HD __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8((float)x, saturate, kind);
}
M2K_HD __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__half2float(x), saturate, kind);
}
M2K_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(
    const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__bfloat162float(x), saturate, kind);
}
M2K_HD __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate,
                         const __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturate, kind) |
                                __nv_cvt_float_to_fp8(x.y, saturate, kind)
                                    << 8);
}
M2K_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(
    const __half2_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__half22float2(x), saturate, kind);
}
M2K_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(
    const __nv_bfloat162_raw x, const __nv_saturation_t saturate,
    const __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(x), saturate, kind);
}
// Every value of the 8-bit formats is a half.
M2K_HD __half_raw __nv_cvt_fp8_to_halfraw(
    const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind) {
  return __float2half(kind == __NV_E4M3 ? m2k_stubs::e4m3fn::to_float(x)
                                        : m2k_stubs::e5m2::to_float(x));
}
M2K_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t kind) {
  return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
          __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
}

namespace m2k_stubs {
// Without the 16-bit types' own conversions, which a build may switch off.
template <class T> M2K_HD float as_float(T v) { return (float)v; }
M2K_HD float as_float(__half v) { return __half2float(v); }
M2K_HD float as_float(__nv_bfloat16 v) { return __bfloat162float(v); }
} // namespace m2k_stubs

/// One, two and four values of a format, as NAME, NAME2 and NAME4.
#define M2K_FP8_TYPES(NAME, NAME2, NAME4, KIND, FORMAT)                        \
  struct NAME {                                                                \
    __nv_fp8_storage_t __x;                                                    \
    NAME() = default;                                                          \
    M2K_FP8_FROM(NAME, float, KIND)                                            \
    M2K_FP8_FROM(NAME, double, KIND)                                           \
    M2K_FP8_FROM(NAME, int, KIND)                                              \
    M2K_FP8_FROM(NAME, unsigned int, KIND)                                     \
    M2K_FP8_FROM(NAME, long long, KIND)                                        \
    M2K_FP8_FROM(NAME, unsigned long long, KIND)                               \
    M2K_FP8_FROM(NAME, __half, KIND)                                           \
    M2K_FP8_FROM(NAME, __nv_bfloat16, KIND)                                    \
    M2K_FP8_TO(float, FORMAT)                                                  \
    M2K_FP8_TO(double, FORMAT)                                                 \
    M2K_FP8_TO(__half, FORMAT)                                                 \
    M2K_FP8_TO(__nv_bfloat16, FORMAT)                                          \
    M2K_FP8_TO(int, FORMAT)                                                    \
    M2K_FP8_TO(unsigned int, FORMAT)                                           \
    M2K_FP8_TO(bool, FORMAT)                                                   \
  };                                                                           \
  struct __align__(2) NAME2 {                                                  \
    __nv_fp8x2_storage_t __x;                                                  \
    NAME2() = default;                                                         \
    explicit __host__ __device__ __forceinline__ NAME2(const float2 v)         \
        : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, KIND)) {}            \
    explicit __host__ __device__ __forceinline__ NAME2(const __half2 v)        \
        : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, KIND)) {}          \
    explicit __host__ __device__ __forceinline__ NAME2(const __nv_bfloat162 v) \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, KIND)) {}      \
    explicit __host__ __device__ __forceinline__ operator __half2() const {    \
      return __nv_cvt_fp8x2_to_halfraw2(__x, KIND);                            \
    }                                                                          \
    explicit __host__ __device__ __forceinline__ operator float2() const {     \
      return __half22float2((__half2) * this);                                 \
    }                                                                          \
  };                                                                           \
  struct __align__(4) NAME4 {                                                  \
    __nv_fp8x4_storage_t __x;                                                  \
    NAME4() = default;                                                         \
    explicit __host__ __device__ __forceinline__ NAME4(const float4 v)         \
        : __x(__nv_cvt_float2_to_fp8x2({v.x, v.y}, __NV_SATFINITE, KIND) |     \
              (unsigned)__nv_cvt_float2_to_fp8x2({v.z, v.w}, __NV_SATFINITE,   \
                                                 KIND)                         \
                  << 16) {}                                                    \
    explicit __host__ __device__ __forceinline__ NAME4(const __half2 lo,       \
                                                       const __half2 hi)       \
        : __x(__nv_cvt_halfraw2_to_fp8x2(lo, __NV_SATFINITE, KIND) |           \
              (unsigned)__nv_cvt_halfraw2_to_fp8x2(hi, __NV_SATFINITE, KIND)   \
                  << 16) {}                                                    \
    explicit __host__ __device__ __forceinline__ NAME4(                        \
        const __nv_bfloat162 lo, const __nv_bfloat162 hi)                      \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(lo, __NV_SATFINITE, KIND) |       \
              (unsigned)__nv_cvt_bfloat16raw2_to_fp8x2(hi, __NV_SATFINITE,     \
                                                       KIND)                   \
                  << 16) {}                                                    \
    explicit __host__ __device__ __forceinline__ operator float4() const {     \
      float2 lo = __half22float2(                                              \
          __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)__x, KIND));        \
      float2 hi = __half22float2(__nv_cvt_fp8x2_to_halfraw2(                   \
          (__nv_fp8x2_storage_t)(__x >> 16), KIND));                           \
      return {lo.x, lo.y, hi.x, hi.y};                                         \
    }                                                                          \
  };
#define M2K_FP8_FROM(NAME, TYPE, KIND)                                         \
  explicit __host__ __device__ __forceinline__ NAME(const TYPE v)              \
      : __x(__nv_cvt_float_to_fp8(m2k_stubs::as_float(v), __NV_SATFINITE,      \
                                  KIND)) {}
#define M2K_FP8_TO(TYPE, FORMAT)                                               \
  explicit __host__ __device__ __forceinline__ operator TYPE() const {         \
    return (TYPE)m2k_stubs::FORMAT::to_float(__x);                             \
  }
M2K_FP8_TYPES(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3,
              e4m3fn)
M2K_FP8_TYPES(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2, e5m2)
#undef M2K_FP8_FROM
#undef M2K_FP8_TO
#undef M2K_FP8_TYPES

#endif
