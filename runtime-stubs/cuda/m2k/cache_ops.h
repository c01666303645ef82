/// Loads and stores with a cache hint (__ldg, __ldcg, __stcs ...), for every
/// type that CUDA has them for. A hint changes no value, so each is a plain
/// access, and the checker sees it as one.
///
/// Also included on top of a real toolkit, whose header for these clang blocks
/// without replacing anything but __ldg.
#ifndef M2K_STUBS_CACHE_OPS_H
#define M2K_STUBS_CACHE_OPS_H

#define M2K_CACHE_DEV static __attribute__((device, always_inline)) inline

#define M2K_LOAD(NAME, TYPE)                                                   \
  M2K_CACHE_DEV TYPE NAME(const TYPE *p) { return *p; }
#define M2K_STORE(NAME, TYPE)                                                  \
  M2K_CACHE_DEV void NAME(TYPE *p, TYPE v) { *p = v; }

#ifdef __CLANG_CUDA_RUNTIME_WRAPPER_H__
#define M2K_LOAD_LDG(TYPE)
#else
#define M2K_LOAD_LDG(TYPE) M2K_LOAD(__ldg, TYPE)
#endif

// __ldcv asks for the value that memory holds now.
#define M2K_SCALAR(TYPE)                                                       \
  M2K_CACHE_DEV TYPE __ldcv(const TYPE *p) {                                   \
    return *(const volatile TYPE *)p;                                          \
  }                                                                            \
  M2K_CACHE_OPS(TYPE)
// A struct cannot be read as volatile in one piece.
#define M2K_VECTOR(TYPE) M2K_LOAD(__ldcv, TYPE) M2K_CACHE_OPS(TYPE)

#define M2K_CACHE_OPS(TYPE)                                                    \
  M2K_LOAD_LDG(TYPE)                                                           \
  M2K_LOAD(__ldca, TYPE)                                                       \
  M2K_LOAD(__ldcg, TYPE)                                                       \
  M2K_LOAD(__ldcs, TYPE)                                                       \
  M2K_LOAD(__ldlu, TYPE)                                                       \
  M2K_STORE(__stwb, TYPE)                                                      \
  M2K_STORE(__stcg, TYPE)                                                      \
  M2K_STORE(__stcs, TYPE)                                                      \
  M2K_STORE(__stwt, TYPE)

M2K_SCALAR(char)
M2K_SCALAR(signed char)
M2K_SCALAR(short)
M2K_SCALAR(int)
M2K_SCALAR(long)
M2K_SCALAR(long long)
M2K_SCALAR(unsigned char)
M2K_SCALAR(unsigned short)
M2K_SCALAR(unsigned int)
M2K_SCALAR(unsigned long)
M2K_SCALAR(unsigned long long)
M2K_SCALAR(float)
M2K_SCALAR(double)
M2K_VECTOR(char2)
M2K_VECTOR(char4)
M2K_VECTOR(uchar2)
M2K_VECTOR(uchar4)
M2K_VECTOR(short2)
M2K_VECTOR(short4)
M2K_VECTOR(ushort2)
M2K_VECTOR(ushort4)
M2K_VECTOR(int2)
M2K_VECTOR(int4)
M2K_VECTOR(uint2)
M2K_VECTOR(uint4)
M2K_VECTOR(longlong2)
M2K_VECTOR(ulonglong2)
M2K_VECTOR(float2)
M2K_VECTOR(float4)
M2K_VECTOR(double2)
#undef M2K_SCALAR
#undef M2K_VECTOR
#undef M2K_CACHE_OPS
#undef M2K_LOAD_LDG
#undef M2K_LOAD
#undef M2K_STORE

#endif
