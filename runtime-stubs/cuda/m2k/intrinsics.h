/// Integer intrinsics that are in neither clang's wrappers nor its builtins,
/// written as plain arithmetic so that their value stays visible in the IR.
#ifndef M2K_STUBS_INTRINSICS_H
#define M2K_STUBS_INTRINSICS_H

#include <host_defines.h>
#include <vector_types.h>

// Shift counts: the wrapping forms take them modulo 32, the clamping ones cut
// them off at 32 (PTX shf).
M2K_DEV unsigned int __funnelshift_l(unsigned int lo, unsigned int hi,
                                     unsigned int shift) {
  unsigned long long both = ((unsigned long long)hi << 32) | lo;
  return (unsigned int)((both << (shift & 31)) >> 32);
}
M2K_DEV unsigned int __funnelshift_r(unsigned int lo, unsigned int hi,
                                     unsigned int shift) {
  unsigned long long both = ((unsigned long long)hi << 32) | lo;
  return (unsigned int)(both >> (shift & 31));
}
M2K_DEV unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi,
                                      unsigned int shift) {
  unsigned long long both = ((unsigned long long)hi << 32) | lo;
  return (unsigned int)((both << (shift < 32 ? shift : 32)) >> 32);
}
M2K_DEV unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi,
                                      unsigned int shift) {
  unsigned long long both = ((unsigned long long)hi << 32) | lo;
  return (unsigned int)(both >> (shift < 32 ? shift : 32));
}

/// Four-way dot product of the bytes of a and b, added to c.
M2K_DEV int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8)
    c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
  return c;
}
M2K_DEV unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  for (int i = 0; i < 32; i += 8)
    c += ((a >> i) & 0xff) * ((b >> i) & 0xff);
  return c;
}
M2K_DEV int __dp4a(char4 a, char4 b, int c) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + c;
}
M2K_DEV unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + c;
}
M2K_DEV int __dp2a_lo(int a, int b, int c) {
  return (short)a * (signed char)b + (short)(a >> 16) * (signed char)(b >> 8) +
         c;
}
M2K_DEV int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }

// Address spaces. The 32-bit shared address keeps its provenance through the
// cast.
M2K_DEV size_t __cvta_generic_to_shared(const void *p) {
  return (size_t)(__attribute__((address_space(3))) void *)p;
}
M2K_DEV size_t __cvta_generic_to_global(const void *p) {
  return (size_t)(__attribute__((address_space(1))) void *)p;
}
M2K_DEV size_t __cvta_generic_to_constant(const void *p) {
  return (size_t)(__attribute__((address_space(4))) void *)p;
}
M2K_DEV size_t __cvta_generic_to_local(const void *p) {
  return (size_t)(__attribute__((address_space(5))) void *)p;
}
// nvcc knows this without a declaration; files declare it themselves, so it is
// not static here.
extern "C" __device__ __forceinline__ unsigned int
__nvvm_get_smem_pointer(void *p) {
  return (unsigned int)__cvta_generic_to_shared(p);
}
M2K_DEV void *__cvta_shared_to_generic(size_t a) {
  return (void *)(__attribute__((address_space(3))) void *)a;
}
M2K_DEV void *__cvta_global_to_generic(size_t a) {
  return (void *)(__attribute__((address_space(1))) void *)a;
}
M2K_DEV unsigned int __isGlobal(const void *p) {
  return __nvvm_isspacep_global(p);
}
M2K_DEV unsigned int __isShared(const void *p) {
  return __nvvm_isspacep_shared(p);
}
M2K_DEV unsigned int __isConstant(const void *p) {
  return __nvvm_isspacep_const(p);
}
M2K_DEV unsigned int __isLocal(const void *p) {
  return __nvvm_isspacep_local(p);
}

#endif
