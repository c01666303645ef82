/// dim3 and the short vector types, with CUDA's sizes and alignments.
/// No functions here; make_* is in vector_functions.h.
#ifndef M2K_STUBS_VECTOR_TYPES_H
#define M2K_STUBS_VECTOR_TYPES_H

#include <host_defines.h>

/// The four vectors of one element type. Alignment as in the CUDA programming
/// guide: of 2 and 4 elements the size of the whole, at most 16 bytes; of 1 and
/// 3 elements that of the element.
#define M2K_VECTOR_TYPES(NAME, TYPE, ALIGN2, ALIGN4)                           \
  struct NAME##1 { TYPE x; };                                                  \
  struct __align__(ALIGN2) NAME##2 { TYPE x, y; };                             \
  struct NAME##3 { TYPE x, y, z; };                                            \
  struct __align__(ALIGN4) NAME##4 { TYPE x, y, z, w; };

M2K_VECTOR_TYPES(char, signed char, 2, 4)
M2K_VECTOR_TYPES(uchar, unsigned char, 2, 4)
M2K_VECTOR_TYPES(short, short, 4, 8)
M2K_VECTOR_TYPES(ushort, unsigned short, 4, 8)
M2K_VECTOR_TYPES(int, int, 8, 16)
M2K_VECTOR_TYPES(uint, unsigned int, 8, 16)
M2K_VECTOR_TYPES(long, long, 16, 16)
M2K_VECTOR_TYPES(ulong, unsigned long, 16, 16)
M2K_VECTOR_TYPES(longlong, long long, 16, 16)
M2K_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
M2K_VECTOR_TYPES(float, float, 8, 16)
M2K_VECTOR_TYPES(double, double, 16, 16)
#undef M2K_VECTOR_TYPES

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                                     unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

#endif
