/// The operators that c10's small float types share. All arithmetic goes
/// through float, on the device as well, so that rounding happens once at the
/// end.
#ifndef M2K_STUBS_C10_REDUCED_FLOAT_OPERATORS_H
#define M2K_STUBS_C10_REDUCED_FLOAT_OPERATORS_H

#include <c10/macros/Macros.h>
#include <stdint.h>

#include <limits>

#define M2K_C10_OP(T, OP)                                                      \
  inline C10_HOST_DEVICE T operator OP(const T &a, const T &b) {               \
    return static_cast<float>(a) OP static_cast<float>(b);                     \
  }                                                                            \
  inline C10_HOST_DEVICE float operator OP(T a, float b) {                     \
    return static_cast<float>(a) OP b;                                         \
  }                                                                            \
  inline C10_HOST_DEVICE float operator OP(float a, T b) {                     \
    return a OP static_cast<float>(b);                                         \
  }                                                                            \
  inline C10_HOST_DEVICE double operator OP(T a, double b) {                   \
    return static_cast<double>(static_cast<float>(a)) OP b;                    \
  }                                                                            \
  inline C10_HOST_DEVICE double operator OP(double a, T b) {                   \
    return a OP static_cast<double>(static_cast<float>(b));                    \
  }                                                                            \
  inline C10_HOST_DEVICE T operator OP(T a, int b) {                           \
    return a OP static_cast<T>(static_cast<float>(b));                         \
  }                                                                            \
  inline C10_HOST_DEVICE T operator OP(int a, T b) {                           \
    return static_cast<T>(static_cast<float>(a)) OP b;                         \
  }                                                                            \
  inline C10_HOST_DEVICE T operator OP(T a, int64_t b) {                       \
    return a OP static_cast<T>(static_cast<float>(b));                         \
  }                                                                            \
  inline C10_HOST_DEVICE T operator OP(int64_t a, T b) {                       \
    return static_cast<T>(static_cast<float>(a)) OP b;                         \
  }                                                                            \
  inline C10_HOST_DEVICE T &operator OP##=(T & a, const T & b) {               \
    return a = a OP b;                                                         \
  }                                                                            \
  inline C10_HOST_DEVICE float &operator OP##=(float &a, const T & b) {        \
    return a = a OP static_cast<float>(b);                                     \
  }

#define M2K_C10_OPERATORS(T)                                                   \
  M2K_C10_OP(T, +)                                                             \
  M2K_C10_OP(T, -)                                                             \
  M2K_C10_OP(T, *)                                                             \
  M2K_C10_OP(T, /)                                                             \
  inline C10_HOST_DEVICE T operator-(const T &a) {                             \
    return -static_cast<float>(a);                                             \
  }

/// std::numeric_limits from the bit patterns of its values.
#define M2K_C10_LIMITS(T, DIGITS, MIN_EXP, MAX_EXP, HAS_INF, LOWEST, MIN, MAX, \
                       EPSILON, INF, NAN_BITS, DENORM_MIN)                     \
  template <> class std::numeric_limits<T> {                                   \
    static constexpr T of(int bits) { return T(bits, T::from_bits()); }        \
                                                                               \
  public:                                                                      \
    static constexpr bool is_specialized = true, is_signed = true,             \
                          is_integer = false, is_exact = false,                \
                          has_infinity = HAS_INF, has_quiet_NaN = true,        \
                          is_bounded = true, is_modulo = false;                \
    static constexpr int digits = DIGITS, radix = 2, min_exponent = MIN_EXP,   \
                         max_exponent = MAX_EXP;                               \
    static constexpr T lowest() { return of(LOWEST); }                         \
    static constexpr T min() { return of(MIN); }                               \
    static constexpr T max() { return of(MAX); }                               \
    static constexpr T epsilon() { return of(EPSILON); }                       \
    static constexpr T infinity() { return of(INF); }                          \
    static constexpr T quiet_NaN() { return of(NAN_BITS); }                    \
    static constexpr T denorm_min() { return of(DENORM_MIN); }                 \
  };

#endif
