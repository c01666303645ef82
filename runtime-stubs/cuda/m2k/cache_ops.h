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

#define M2K_CACHE_OPS(TYPE)                                                    \
  M2K_LOAD_LDG(TYPE)                                                           \
  M2K_LOAD(__ldca, TYPE)                                                       \
  M2K_LOAD(__ldcg, TYPE)                                                       \
  M2K_LOAD(__ldcs, TYPE)                                                       \
  M2K_LOAD(__ldlu, TYPE)                                                       \
  M2K_LOAD(__ldcv, TYPE)                                                       \
  M2K_STORE(__stwb, TYPE)                                                      \
  M2K_STORE(__stcg, TYPE)                                                      \
  M2K_STORE(__stcs, TYPE)                                                      \
  M2K_STORE(__stwt, TYPE)

M2K_CACHE_OPS(char)
M2K_CACHE_OPS(signed char)
M2K_CACHE_OPS(short)
M2K_CACHE_OPS(int)
M2K_CACHE_OPS(long)
M2K_CACHE_OPS(long long)
M2K_CACHE_OPS(unsigned char)
M2K_CACHE_OPS(unsigned short)
M2K_CACHE_OPS(unsigned int)
M2K_CACHE_OPS(unsigned long)
M2K_CACHE_OPS(unsigned long long)
M2K_CACHE_OPS(float)
M2K_CACHE_OPS(double)
M2K_CACHE_OPS(char2)
M2K_CACHE_OPS(char4)
M2K_CACHE_OPS(uchar2)
M2K_CACHE_OPS(uchar4)
M2K_CACHE_OPS(short2)
M2K_CACHE_OPS(short4)
M2K_CACHE_OPS(ushort2)
M2K_CACHE_OPS(ushort4)
M2K_CACHE_OPS(int2)
M2K_CACHE_OPS(int4)
M2K_CACHE_OPS(uint2)
M2K_CACHE_OPS(uint4)
M2K_CACHE_OPS(longlong2)
M2K_CACHE_OPS(ulonglong2)
M2K_CACHE_OPS(float2)
M2K_CACHE_OPS(float4)
M2K_CACHE_OPS(double2)
#undef M2K_CACHE_OPS
#undef M2K_LOAD_LDG
#undef M2K_LOAD
#undef M2K_STORE

#endif
