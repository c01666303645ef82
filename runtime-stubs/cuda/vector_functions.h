/// make_int4 and its kin.
#ifndef M2K_STUBS_VECTOR_FUNCTIONS_H
#define M2K_STUBS_VECTOR_FUNCTIONS_H

#include <vector_types.h>

#define M2K_MAKE_VECTORS(NAME, TYPE)                                           \
  M2K_HD NAME##1 make_##NAME##1(TYPE x) { return {x}; }                        \
  M2K_HD NAME##2 make_##NAME##2(TYPE x, TYPE y) { return {x, y}; }             \
  M2K_HD NAME##3 make_##NAME##3(TYPE x, TYPE y, TYPE z) { return {x, y, z}; }  \
  M2K_HD NAME##4 make_##NAME##4(TYPE x, TYPE y, TYPE z, TYPE w) {              \
    return {x, y, z, w};                                                       \
  }

M2K_MAKE_VECTORS(char, signed char)
M2K_MAKE_VECTORS(uchar, unsigned char)
M2K_MAKE_VECTORS(short, short)
M2K_MAKE_VECTORS(ushort, unsigned short)
M2K_MAKE_VECTORS(int, int)
M2K_MAKE_VECTORS(uint, unsigned int)
M2K_MAKE_VECTORS(long, long)
M2K_MAKE_VECTORS(ulong, unsigned long)
M2K_MAKE_VECTORS(longlong, long long)
M2K_MAKE_VECTORS(ulonglong, unsigned long long)
M2K_MAKE_VECTORS(float, float)
M2K_MAKE_VECTORS(double, double)
#undef M2K_MAKE_VECTORS

#endif
