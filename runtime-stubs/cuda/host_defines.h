/// The keywords that nvcc knows and clang spells as attributes.
/// Nothing but macros belongs here.
#ifndef M2K_STUBS_HOST_DEFINES_H
#define M2K_STUBS_HOST_DEFINES_H

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Managed memory is reachable from both sides; to the checker it is a device
// variable like any other.
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
// Only hints to code generation: clang 19 has no attribute for them.
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDART_DEVICE __device__

// Ours, for the headers in this directory: a helper that leaves no call behind.
#define M2K_DEV static __device__ __forceinline__
#define M2K_HD static __host__ __device__ __forceinline__

#endif
