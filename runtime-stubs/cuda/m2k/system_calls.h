/// Device-side malloc, free, printf and assert.
#ifndef M2K_STUBS_SYSTEM_CALLS_H
#define M2K_STUBS_SYSTEM_CALLS_H

#include <host_defines.h>

#include <assert.h>
#include <stdio.h>

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char *message, const char *file,
                             unsigned line, const char *function,
                             size_t char_size);
__device__ void __nanosleep(unsigned int ns);

// A failed assertion stops the grid, so the code after it may rely on it.
__device__ __attribute__((noreturn)) static inline void
__assert_fail(const char *message, const char *file, unsigned line,
              const char *function) {
  __assertfail(message, file, line, function, sizeof(char));
  __builtin_trap();
}
}

namespace std {
M2K_DEV void free(void *p) { ::free(p); }
M2K_DEV void *malloc(size_t n) { return ::malloc(n); }
} // namespace std

#include <new>

#endif
