/// The macros of c10 that kernel files use.
#ifndef M2K_STUBS_C10_MACROS_H
#define M2K_STUBS_C10_MACROS_H

#include <cuda_runtime.h>

#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_HOST_DEVICE __host__ __device__
#define C10_ALWAYS_INLINE __attribute__((always_inline)) inline
#define C10_ALWAYS_INLINE_ATTRIBUTE __attribute__((always_inline))
#define C10_NOINLINE __attribute__((noinline))
#define C10_API
#define C10_EXPORT
#define C10_CUDA_API
#define TORCH_API
#define TORCH_CUDA_CU_API
#define C10_LIKELY(e) (__builtin_expect(static_cast<bool>(e), 1))
#define C10_UNLIKELY(e) (__builtin_expect(static_cast<bool>(e), 0))
#define C10_UNUSED [[maybe_unused]]
#define C10_NODISCARD [[nodiscard]]
#define C10_RESTRICT __restrict
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_WARP_SIZE 32
#define C10_STRINGIZE_IMPL(x) #x
#define C10_STRINGIZE(x) C10_STRINGIZE_IMPL(x)
#define C10_CONCATENATE_IMPL(a, b) a##b
#define C10_CONCATENATE(a, b) C10_CONCATENATE_IMPL(a, b)
#define CUDA_KERNEL_ASSERT(cond) assert(cond)

#endif
