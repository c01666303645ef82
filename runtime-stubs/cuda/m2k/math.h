/// What CUDA's math headers add to clang's own device wrappers: min and max for
/// all pairs of types on both sides, casts with a rounding mode, and the float
/// functions that only CUDA has, on the host.
///
/// Device functions end in libdevice's __nv_* declarations, which stay calls
/// in the IR, exactly as with a real toolkit.
#ifndef M2K_STUBS_MATH_H
#define M2K_STUBS_MATH_H

#include <host_defines.h>

// nvcc gives these to host code as well; libstdc++ does not have them.
static inline __host__ float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline __host__ double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline __host__ float fdividef(float a, float b) { return a / b; }
static inline __host__ int __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
static inline __host__ unsigned int __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned int, x);
}
static inline __host__ float __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
static inline __host__ float __uint_as_float(unsigned int x) {
  return __builtin_bit_cast(float, x);
}

M2K_DEV float rsqrt(float x) { return ::rsqrtf(x); }
M2K_DEV float rcbrt(float x) { return ::rcbrtf(x); }
M2K_DEV float sinpi(float x) { return ::sinpif(x); }
M2K_DEV float cospi(float x) { return ::cospif(x); }
M2K_DEV float erfcinv(float x) { return ::erfcinvf(x); }
M2K_DEV float erfcx(float x) { return ::erfcxf(x); }
M2K_DEV float erfinv(float x) { return ::erfinvf(x); }
M2K_DEV float normcdf(float x) { return ::normcdff(x); }
M2K_DEV float normcdfinv(float x) { return ::normcdfinvf(x); }
M2K_DEV void sincospi(float x, float *s, float *c) { ::sincospif(x, s, c); }

// The integer forms. A template would lose against std::min in the calls that
// matter, so the pairs are written out, as CUDA does.
#define M2K_MINMAX(RESULT, A, B, LOW, HIGH)                                    \
  M2K_DEV RESULT min(A a, B b) { return LOW((RESULT)a, (RESULT)b); }           \
  M2K_DEV RESULT max(A a, B b) { return HIGH((RESULT)a, (RESULT)b); }
#define M2K_MINMAX_PAIR(RESULT, A, B, LOW, HIGH)                               \
  M2K_MINMAX(RESULT, A, B, LOW, HIGH)                                          \
  M2K_MINMAX(RESULT, B, A, LOW, HIGH)

// min(int, int) and max(int, int) are in clang's __clang_cuda_math.h.
M2K_MINMAX(unsigned int, unsigned int, unsigned int, ::umin, ::umax)
M2K_MINMAX_PAIR(unsigned int, int, unsigned int, ::umin, ::umax)
M2K_MINMAX(long, long, long, ::llmin, ::llmax)
M2K_MINMAX(unsigned long, unsigned long, unsigned long, ::ullmin, ::ullmax)
M2K_MINMAX_PAIR(unsigned long, long, unsigned long, ::ullmin, ::ullmax)
M2K_MINMAX(long long, long long, long long, ::llmin, ::llmax)
M2K_MINMAX(unsigned long long, unsigned long long, unsigned long long, ::ullmin,
           ::ullmax)
M2K_MINMAX_PAIR(unsigned long long, long long, unsigned long long, ::ullmin,
                ::ullmax)
M2K_MINMAX(float, float, float, ::fminf, ::fmaxf)
M2K_MINMAX(double, double, double, ::fmin, ::fmax)
M2K_MINMAX_PAIR(double, float, double, ::fmin, ::fmax)
#undef M2K_MINMAX
#undef M2K_MINMAX_PAIR

#endif
