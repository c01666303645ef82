/// Warp-wide primitives: shuffles, votes, matches, reductions.
///
/// Each 32-bit shuffle is one llvm.nvvm.shfl call; wider types are moved word
/// by word, as the hardware does.
#ifndef M2K_STUBS_WARP_H
#define M2K_STUBS_WARP_H

#include <host_defines.h>
#include <vector_types.h>

namespace m2k_stubs {
/// The bit patterns of a value as 32-bit words; the last one may be partial.
template <class T> struct words {
  static constexpr int count = (sizeof(T) + 3) / 4;
  int w[count];
};
} // namespace m2k_stubs

// CLAMP is the lane bound of PTX's third operand: 31, or 0 for `up`.
#define M2K_SHUFFLE(NAME, BUILTIN, OFFSET, CLAMP)                              \
  M2K_DEV int NAME##_sync(unsigned mask, int v, OFFSET d, int width = 32) {    \
    return __nvvm_shfl_sync_##BUILTIN##_i32(mask, v, d,                        \
                                            ((32 - width) << 8) | CLAMP);      \
  }                                                                            \
  M2K_DEV float NAME##_sync(unsigned mask, float v, OFFSET d,                  \
                            int width = 32) {                                  \
    return __nvvm_shfl_sync_##BUILTIN##_f32(mask, v, d,                        \
                                            ((32 - width) << 8) | CLAMP);      \
  }                                                                            \
  M2K_DEV unsigned NAME##_sync(unsigned mask, unsigned v, OFFSET d,            \
                               int width = 32) {                               \
    return (unsigned)::NAME##_sync(mask, (int)v, d, width);                    \
  }                                                                            \
  M2K_DEV unsigned long long NAME##_sync(unsigned mask, unsigned long long v,  \
                                         OFFSET d, int width = 32) {           \
    unsigned lo = ::NAME##_sync(mask, (unsigned)v, d, width);                  \
    unsigned hi = ::NAME##_sync(mask, (unsigned)(v >> 32), d, width);          \
    return ((unsigned long long)hi << 32) | lo;                                \
  }                                                                            \
  M2K_DEV long long NAME##_sync(unsigned mask, long long v, OFFSET d,          \
                                int width = 32) {                              \
    return (long long)::NAME##_sync(mask, (unsigned long long)v, d, width);    \
  }                                                                            \
  M2K_DEV long NAME##_sync(unsigned mask, long v, OFFSET d, int width = 32) {  \
    return (long)::NAME##_sync(mask, (unsigned long long)v, d, width);         \
  }                                                                            \
  M2K_DEV unsigned long NAME##_sync(unsigned mask, unsigned long v, OFFSET d,  \
                                    int width = 32) {                          \
    return (unsigned long)::NAME##_sync(mask, (unsigned long long)v, d,        \
                                        width);                                \
  }                                                                            \
  M2K_DEV double NAME##_sync(unsigned mask, double v, OFFSET d,                \
                             int width = 32) {                                 \
    return __builtin_bit_cast(                                                 \
        double, ::NAME##_sync(mask, __builtin_bit_cast(unsigned long long, v), \
                              d, width));                                      \
  }                                                                            \
  /* Without a mask: the form of before Volta, all lanes that are active. */   \
  template <class T>                                                           \
  M2K_DEV auto NAME(T v, OFFSET d, int width = 32)                             \
      -> decltype(NAME##_sync(0u, v, d, width)) {                              \
    return NAME##_sync(0xffffffffu, v, d, width);                              \
  }

M2K_SHUFFLE(__shfl, idx, int, 31)
M2K_SHUFFLE(__shfl_up, up, unsigned, 0)
M2K_SHUFFLE(__shfl_down, down, unsigned, 31)
M2K_SHUFFLE(__shfl_xor, bfly, int, 31)
#undef M2K_SHUFFLE

M2K_DEV void __syncwarp(unsigned mask = 0xffffffffu) {
  __nvvm_bar_warp_sync(mask);
}
M2K_DEV void __barrier_sync(unsigned id) { __nvvm_barrier_sync(id); }
M2K_DEV void __barrier_sync_count(unsigned id, unsigned n) {
  __nvvm_barrier_sync_cnt(id, n);
}
M2K_DEV int __all_sync(unsigned mask, int p) {
  return __nvvm_vote_all_sync(mask, p);
}
M2K_DEV int __any_sync(unsigned mask, int p) {
  return __nvvm_vote_any_sync(mask, p);
}
M2K_DEV int __uni_sync(unsigned mask, int p) {
  return __nvvm_vote_uni_sync(mask, p);
}
M2K_DEV unsigned __ballot_sync(unsigned mask, int p) {
  return __nvvm_vote_ballot_sync(mask, p);
}
M2K_DEV unsigned __activemask() { return __nvvm_activemask(); }
M2K_DEV unsigned __lanemask_lt() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
M2K_DEV unsigned __fns(unsigned mask, unsigned base, int offset) {
  return __nvvm_fns(mask, base, offset);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define M2K_MATCH(TYPE, BITS)                                                  \
  M2K_DEV unsigned __match_any_sync(unsigned mask, TYPE v) {                   \
    return __nvvm_match_any_sync_i##BITS(mask, v);                             \
  }                                                                            \
  M2K_DEV unsigned __match_all_sync(unsigned mask, TYPE v, int *all) {         \
    return __nvvm_match_all_sync_i##BITS##p(mask, v, all);                     \
  }
M2K_MATCH(int, 32)
M2K_MATCH(unsigned, 32)
M2K_MATCH(long, 64)
M2K_MATCH(unsigned long, 64)
M2K_MATCH(long long, 64)
M2K_MATCH(unsigned long long, 64)
#undef M2K_MATCH
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
// The builtins take the value first (LLVM, llvm.nvvm.redux.sync).
M2K_DEV unsigned __reduce_add_sync(unsigned mask, unsigned v) {
  return __nvvm_redux_sync_add(v, mask);
}
M2K_DEV int __reduce_add_sync(unsigned mask, int v) {
  return __nvvm_redux_sync_add(v, mask);
}
M2K_DEV unsigned __reduce_min_sync(unsigned mask, unsigned v) {
  return __nvvm_redux_sync_umin(v, mask);
}
M2K_DEV unsigned __reduce_max_sync(unsigned mask, unsigned v) {
  return __nvvm_redux_sync_umax(v, mask);
}
M2K_DEV int __reduce_min_sync(unsigned mask, int v) {
  return __nvvm_redux_sync_min(v, mask);
}
M2K_DEV int __reduce_max_sync(unsigned mask, int v) {
  return __nvvm_redux_sync_max(v, mask);
}
M2K_DEV unsigned __reduce_and_sync(unsigned mask, unsigned v) {
  return __nvvm_redux_sync_and(v, mask);
}
M2K_DEV unsigned __reduce_or_sync(unsigned mask, unsigned v) {
  return __nvvm_redux_sync_or(v, mask);
}
M2K_DEV unsigned __reduce_xor_sync(unsigned mask, unsigned v) {
  return __nvvm_redux_sync_xor(v, mask);
}
#endif

#endif
