/*
 * Runtime values of the interpreter: one scalar leaf. Vectors, structs and
 * arrays are runs of leaves, integers wider than 64 bits runs of 64-bit words.
 *
 * `bits` is the machine value, zero-extended. `exact` is the shadow value of
 * replay.h; for values that hold no wrapped history it is the signed machine
 * value. Addresses are flat: (object id << 44) plus a little for the object's
 * alignment, so that pointers go through integer arithmetic and back; `prov`
 * remembers the object, whatever the arithmetic does to the number.
 * What must not grow here: anything about one instruction.
 */
#ifndef M2K_REPLAY_VALUE_H
#define M2K_REPLAY_VALUE_H

#include "passes/base/int128.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  M2K_RV_UNDEF = 1,  /* undefined: nothing else in the value counts */
  M2K_RV_FRESH = 2,  /* exact is where counting (re)started */
  M2K_RV_HUGE = 4,   /* the exact value left 120 bits; certainly outside */
  M2K_RV_PACKED = 8, /* several numbers in one: truncation takes one out */
};

typedef struct m2k_rv {
  m2k_i128 exact;
  uint64_t bits;
  uint32_t prov;   /* object id, or 0 */
  uint32_t wrap_s; /* first wrap in its history, in signed reading, or 0 */
  uint32_t wrap_u; /* the same in unsigned reading */
  uint32_t flags;
  uint32_t decider; /* first wrap that decided a comparison which this value
                       hangs on, or 0 */
} m2k_rv;

static inline uint64_t m2k_mask(unsigned width) {
  return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}

static inline int64_t m2k_signed(uint64_t bits, unsigned width) {
  unsigned shift = width >= 64 ? 0 : 64 - width;
  return (int64_t)(bits << shift) >> shift;
}

static inline m2k_rv m2k_rv_fresh(uint64_t bits, unsigned width) {
  bits &= m2k_mask(width);
  return (m2k_rv){
      .exact = m2k_signed(bits, width), .bits = bits, .flags = M2K_RV_FRESH};
}

static inline m2k_rv m2k_rv_undef(void) {
  return (m2k_rv){.flags = M2K_RV_UNDEF};
}

static inline bool m2k_rv_is_undef(const m2k_rv *v) {
  return v->flags & M2K_RV_UNDEF;
}

/* Whether a load of the same bits from memory without shadow would give an
 * equally good value. */
static inline bool m2k_rv_is_plain(const m2k_rv *v, unsigned width) {
  return !v->prov && !v->decider &&
         !(v->flags & (M2K_RV_HUGE | M2K_RV_PACKED)) &&
         v->exact == m2k_signed(v->bits, width) &&
         (v->exact >= 0 || (v->flags & M2K_RV_FRESH));
}

static inline m2k_i128 m2k_exact_limit(void) { return (m2k_i128)1 << 120; }

/* Product of exact values; false when it leaves the range that is kept. */
static inline bool m2k_exact_mul(m2k_i128 a, m2k_i128 b, m2k_i128 *product) {
  m2k_i128 limit = m2k_exact_limit();
  m2k_i128 x = a < 0 ? -a : a, y = b < 0 ? -b : b;
  *product = 0;
  if (!x || !y)
    return true;
  if ((x >> 60 || y >> 60) && x > limit / y)
    return false;
  *product = a * b;
  return *product < limit && *product > -limit;
}

#endif
