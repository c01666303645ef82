/// Host overloads of min and max in the global namespace. nvcc declares them
/// for mixed types; clang, with or without a toolkit, does not.
#ifndef M2K_STUBS_HOST_MATH_H
#define M2K_STUBS_HOST_MATH_H

#define M2K_HOST_MINMAX(RESULT, A, B)                                          \
  static inline __attribute__((host, always_inline)) RESULT min(A a, B b) {    \
    return (RESULT)a < (RESULT)b ? (RESULT)a : (RESULT)b;                      \
  }                                                                            \
  static inline __attribute__((host, always_inline)) RESULT max(A a, B b) {    \
    return (RESULT)a > (RESULT)b ? (RESULT)a : (RESULT)b;                      \
  }
#define M2K_HOST_MINMAX_PAIR(RESULT, A, B)                                     \
  M2K_HOST_MINMAX(RESULT, A, B)                                                \
  M2K_HOST_MINMAX(RESULT, B, A)

M2K_HOST_MINMAX(int, int, int)
M2K_HOST_MINMAX(unsigned int, unsigned int, unsigned int)
M2K_HOST_MINMAX_PAIR(unsigned int, int, unsigned int)
M2K_HOST_MINMAX(long, long, long)
M2K_HOST_MINMAX(unsigned long, unsigned long, unsigned long)
M2K_HOST_MINMAX_PAIR(unsigned long, long, unsigned long)
M2K_HOST_MINMAX(long long, long long, long long)
M2K_HOST_MINMAX(unsigned long long, unsigned long long, unsigned long long)
M2K_HOST_MINMAX_PAIR(unsigned long long, long long, unsigned long long)
M2K_HOST_MINMAX(float, float, float)
M2K_HOST_MINMAX(double, double, double)
M2K_HOST_MINMAX_PAIR(double, float, double)
#undef M2K_HOST_MINMAX
#undef M2K_HOST_MINMAX_PAIR

#endif
