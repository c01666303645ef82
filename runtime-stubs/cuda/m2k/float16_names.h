/// The conversion functions of a 16-bit format; only their names differ between
/// half and bfloat16.
///   NAME as in __float2NAME, NAME2 as in __NAME2float, T the type, T2 its pair
#ifndef M2K_STUBS_FLOAT16_NAMES_H
#define M2K_STUBS_FLOAT16_NAMES_H

#define M2K_FLOAT16_INTEGER(NAME, T, NATIVE, INAME, TYPE)                      \
  M2K_HD T __##INAME##2##NAME##_rn(TYPE v) { return T((NATIVE)v); }            \
  M2K_HD T __##INAME##2##NAME##_rz(TYPE v) {                                   \
    return m2k_stubs::round_toward_zero((float)v, T((NATIVE)v));               \
  }                                                                            \
  M2K_DEV TYPE __##NAME##2##INAME##_rz(const T v) {                            \
    return (TYPE)(float)v.m2k_native();                                        \
  }                                                                            \
  M2K_DEV TYPE __##NAME##2##INAME##_rn(const T v) {                            \
    return (TYPE)::rintf((float)v.m2k_native());                               \
  }                                                                            \
  M2K_DEV TYPE __##NAME##2##INAME##_rd(const T v) {                            \
    return (TYPE)::floorf((float)v.m2k_native());                              \
  }                                                                            \
  M2K_DEV TYPE __##NAME##2##INAME##_ru(const T v) {                            \
    return (TYPE)::ceilf((float)v.m2k_native());                               \
  }

#define M2K_FLOAT16_NAMES(NAME, T, T2, RAW, NATIVE)                            \
  M2K_HD T __float2##NAME(const float v) { return T((NATIVE)v); }              \
  M2K_HD T __float2##NAME##_rn(const float v) { return T((NATIVE)v); }         \
  M2K_HD T __float2##NAME##_rz(const float v) {                                \
    return m2k_stubs::round_toward_zero(v, T((NATIVE)v));                      \
  }                                                                            \
  M2K_HD T __float2##NAME##_ru(const float v) {                                \
    return m2k_stubs::round_up(v, T((NATIVE)v));                               \
  }                                                                            \
  M2K_HD T __float2##NAME##_rd(const float v) {                                \
    return m2k_stubs::round_down(v, T((NATIVE)v));                             \
  }                                                                            \
  M2K_HD T __double2##NAME(const double v) { return T((NATIVE)v); }            \
  M2K_HD float __##NAME##2float(const T v) { return (float)v.m2k_native(); }   \
  M2K_HD T2 __float2##NAME##2_rn(const float v) {                              \
    return T2(T((NATIVE)v), T((NATIVE)v));                                     \
  }                                                                            \
  M2K_HD T2 __floats2##NAME##2_rn(const float a, const float b) {              \
    return T2(T((NATIVE)a), T((NATIVE)b));                                     \
  }                                                                            \
  M2K_HD T2 __float22##NAME##2_rn(const float2 v) {                            \
    return T2(T((NATIVE)v.x), T((NATIVE)v.y));                                 \
  }                                                                            \
  M2K_HD float2 __##NAME##22float2(const T2 v) {                               \
    return {(float)v.x.m2k_native(), (float)v.y.m2k_native()};                 \
  }                                                                            \
  M2K_HD T2 __##NAME##2##NAME##2(const T v) { return T2(v, v); }               \
  M2K_HD T2 __halves2##NAME##2(const T a, const T b) { return T2(a, b); }      \
  M2K_HD T __low2##NAME(const T2 v) { return v.x; }                            \
  M2K_HD T __high2##NAME(const T2 v) { return v.y; }                           \
  M2K_HD T2 __low2##NAME##2(const T2 v) { return T2(v.x, v.x); }               \
  M2K_HD T2 __high2##NAME##2(const T2 v) { return T2(v.y, v.y); }              \
  M2K_HD T2 __lows2##NAME##2(const T2 a, const T2 b) { return T2(a.x, b.x); }  \
  M2K_HD T2 __highs2##NAME##2(const T2 a, const T2 b) { return T2(a.y, b.y); } \
  M2K_HD T2 __lowhigh2highlow(const T2 v) { return T2(v.y, v.x); }             \
  M2K_HD unsigned short __##NAME##_as_ushort(const T v) { return ((RAW)v).x; } \
  M2K_HD short __##NAME##_as_short(const T v) { return (short)((RAW)v).x; }    \
  M2K_HD T __ushort_as_##NAME(const unsigned short v) { return T(RAW{v}); }    \
  M2K_HD T __short_as_##NAME(const short v) {                                  \
    return T(RAW{(unsigned short)v});                                          \
  }                                                                            \
  M2K_FLOAT16_INTEGER(NAME, T, NATIVE, short, short)                           \
  M2K_FLOAT16_INTEGER(NAME, T, NATIVE, ushort, unsigned short)                 \
  M2K_FLOAT16_INTEGER(NAME, T, NATIVE, int, int)                               \
  M2K_FLOAT16_INTEGER(NAME, T, NATIVE, uint, unsigned int)                     \
  M2K_FLOAT16_INTEGER(NAME, T, NATIVE, ll, long long)                          \
  M2K_FLOAT16_INTEGER(NAME, T, NATIVE, ull, unsigned long long)

#endif
