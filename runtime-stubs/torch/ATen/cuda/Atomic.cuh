/// gpuAtomicAdd and its kin: CUDA's atomics under a portable name.
#ifndef M2K_STUBS_ATEN_CUDA_ATOMIC_H
#define M2K_STUBS_ATEN_CUDA_ATOMIC_H

#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>

template <class T> static inline __device__ T gpuAtomicAdd(T *p, T v) {
  return atomicAdd(p, v);
}
static inline __device__ int64_t gpuAtomicAdd(int64_t *p, int64_t v) {
  return (int64_t)atomicAdd((unsigned long long *)p, (unsigned long long)v);
}
static inline __device__ c10::Half gpuAtomicAdd(c10::Half *p, c10::Half v) {
  return c10::Half(atomicAdd((__half *)p, (__half)v));
}
static inline __device__ c10::BFloat16 gpuAtomicAdd(c10::BFloat16 *p,
                                                    c10::BFloat16 v) {
  return c10::BFloat16(atomicAdd((__nv_bfloat16 *)p, (__nv_bfloat16)v));
}
template <class T>
static inline __device__ void gpuAtomicAddNoReturn(T *p, T v) {
  gpuAtomicAdd(p, v);
}
template <class T> static inline __device__ T gpuAtomicMax(T *p, T v) {
  return atomicMax(p, v);
}
template <class T> static inline __device__ T gpuAtomicMin(T *p, T v) {
  return atomicMin(p, v);
}

#endif
