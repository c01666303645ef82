/// Atomic functions of every type and scope. CUDA's are relaxed, so each is one
/// monotonic atomicrmw or cmpxchg in the IR (increment and decrement with a
/// bound are clang's nvvm intrinsics: clang 19 offers no other way to them).
#ifndef M2K_STUBS_ATOMICS_H
#define M2K_STUBS_ATOMICS_H

#include <host_defines.h>
#include <vector_types.h>

#define M2K_ATOMIC(NAME, OPERATION, TYPE, SCOPE)                               \
  M2K_DEV TYPE NAME(TYPE *p, TYPE v) {                                         \
    return __scoped_atomic_##OPERATION(p, v, __ATOMIC_RELAXED, SCOPE);         \
  }
/// SUFFIX is CUDA's: nothing for the device, _block or _system.
#define M2K_ATOMICS_INTEGER(TYPE, SUFFIX, SCOPE)                               \
  M2K_ATOMIC(atomicAdd##SUFFIX, fetch_add, TYPE, SCOPE)                        \
  M2K_ATOMIC(atomicSub##SUFFIX, fetch_sub, TYPE, SCOPE)                        \
  M2K_ATOMIC(atomicMin##SUFFIX, fetch_min, TYPE, SCOPE)                        \
  M2K_ATOMIC(atomicMax##SUFFIX, fetch_max, TYPE, SCOPE)                        \
  M2K_ATOMIC(atomicAnd##SUFFIX, fetch_and, TYPE, SCOPE)                        \
  M2K_ATOMIC(atomicOr##SUFFIX, fetch_or, TYPE, SCOPE)                          \
  M2K_ATOMIC(atomicXor##SUFFIX, fetch_xor, TYPE, SCOPE)                        \
  M2K_ATOMIC(atomicExch##SUFFIX, exchange_n, TYPE, SCOPE)                      \
  M2K_ATOMIC_CAS(TYPE, SUFFIX, SCOPE)
#define M2K_ATOMIC_CAS(TYPE, SUFFIX, SCOPE)                                    \
  M2K_DEV TYPE atomicCAS##SUFFIX(TYPE *p, TYPE compare, TYPE v) {              \
    __scoped_atomic_compare_exchange_n(                                        \
        p, &compare, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, SCOPE);     \
    return compare;                                                            \
  }
// Two or four floats: each element is atomic, the whole is not.
#define M2K_ATOMICS_SCOPE(SUFFIX, SCOPE)                                       \
  M2K_ATOMICS_INTEGER(int, SUFFIX, SCOPE)                                      \
  M2K_ATOMICS_INTEGER(unsigned int, SUFFIX, SCOPE)                             \
  M2K_ATOMICS_INTEGER(unsigned long long, SUFFIX, SCOPE)                       \
  M2K_ATOMIC(atomicMin##SUFFIX, fetch_min, long long, SCOPE)                   \
  M2K_ATOMIC(atomicMax##SUFFIX, fetch_max, long long, SCOPE)                   \
  M2K_ATOMIC(atomicAnd##SUFFIX, fetch_and, long long, SCOPE)                   \
  M2K_ATOMIC(atomicOr##SUFFIX, fetch_or, long long, SCOPE)                     \
  M2K_ATOMIC(atomicXor##SUFFIX, fetch_xor, long long, SCOPE)                   \
  M2K_ATOMIC_CAS(unsigned short, SUFFIX, SCOPE)                                \
  M2K_ATOMIC(atomicAdd##SUFFIX, fetch_add, float, SCOPE)                       \
  M2K_ATOMIC(atomicAdd##SUFFIX, fetch_add, double, SCOPE)                      \
  M2K_DEV float atomicExch##SUFFIX(float *p, float v) {                        \
    return __int_as_float(atomicExch##SUFFIX((int *)p, __float_as_int(v)));    \
  }                                                                            \
  M2K_DEV float2 atomicAdd##SUFFIX(float2 *p, float2 v) {                      \
    return {atomicAdd##SUFFIX(&p->x, v.x), atomicAdd##SUFFIX(&p->y, v.y)};     \
  }                                                                            \
  M2K_DEV float4 atomicAdd##SUFFIX(float4 *p, float4 v) {                      \
    return {atomicAdd##SUFFIX(&p->x, v.x), atomicAdd##SUFFIX(&p->y, v.y),      \
            atomicAdd##SUFFIX(&p->z, v.z), atomicAdd##SUFFIX(&p->w, v.w)};     \
  }                                                                            \
  M2K_DEV unsigned atomicInc##SUFFIX(unsigned *p, unsigned limit) {            \
    return __nvvm_atom_inc_gen_ui(p, limit);                                   \
  }                                                                            \
  M2K_DEV unsigned atomicDec##SUFFIX(unsigned *p, unsigned limit) {            \
    return __nvvm_atom_dec_gen_ui(p, limit);                                   \
  }

M2K_ATOMICS_SCOPE(, __MEMORY_SCOPE_DEVICE)
M2K_ATOMICS_SCOPE(_block, __MEMORY_SCOPE_WRKGRP)
M2K_ATOMICS_SCOPE(_system, __MEMORY_SCOPE_SYSTEM)
#undef M2K_ATOMICS_SCOPE
#undef M2K_ATOMICS_INTEGER
#undef M2K_ATOMIC_CAS
#undef M2K_ATOMIC

#endif
