/*
 * Arithmetic of intervals with congruences, inside this layer. Every function
 * gives a superset of the values that its operation can take. Bounds saturate:
 * lo <= -M2K_INF and hi >= M2K_INF mean that there is no bound; lo = M2K_INF
 * means 2^120 or more.
 */
#ifndef M2K_SMT_RANGE_H
#define M2K_SMT_RANGE_H

#include "passes/smt/term.h"

static inline m2k_range m2k_range_all(void) {
  return (m2k_range){-M2K_INF, M2K_INF, 1, 0};
}
static inline bool m2k_range_is_empty(const m2k_range *r) {
  return r->lo > r->hi;
}
static inline bool m2k_range_is_point(const m2k_range *r) {
  return r->lo == r->hi && r->lo > -M2K_INF && r->hi < M2K_INF;
}
static inline bool m2k_range_equal(const m2k_range *a, const m2k_range *b) {
  return a->lo == b->lo && a->hi == b->hi && a->mod == b->mod &&
         a->rem == b->rem;
}
static inline m2k_i128 m2k_clamp(m2k_i128 v) {
  return v > M2K_INF ? M2K_INF : v < -M2K_INF ? -M2K_INF : v;
}

/* Normalised: bounds moved onto the congruence, mod >= 1, rem < mod. */
m2k_range m2k_range_make(m2k_i128 lo, m2k_i128 hi, uint64_t mod, uint64_t rem);
m2k_range m2k_range_const(m2k_i128 value);
m2k_range m2k_range_meet(const m2k_range *a, const m2k_range *b);
m2k_range m2k_range_join(const m2k_range *a, const m2k_range *b);
bool m2k_range_has(const m2k_range *r, m2k_i128 value);

m2k_range m2k_range_add(const m2k_range *a, const m2k_range *b);
m2k_range m2k_range_scale(const m2k_range *a, m2k_i128 factor);
m2k_range m2k_range_mul(const m2k_range *a, const m2k_range *b);
m2k_range m2k_range_div(const m2k_range *a, const m2k_range *b);
m2k_range m2k_range_mod(const m2k_range *a, const m2k_range *b);
m2k_range m2k_range_min(const m2k_range *a, const m2k_range *b);
m2k_range m2k_range_max(const m2k_range *a, const m2k_range *b);

/* ---- exact arithmetic; false on overflow of 126 bits ---- */

bool m2k_mul_fits(m2k_i128 a, m2k_i128 b, m2k_i128 *out);
bool m2k_add_fits(m2k_i128 a, m2k_i128 b, m2k_i128 *out);
/* floor(a / b) and the remainder with b's sign; b != 0. */
m2k_i128 m2k_floor_div(m2k_i128 a, m2k_i128 b);
m2k_i128 m2k_floor_mod(m2k_i128 a, m2k_i128 b);
m2k_i128 m2k_gcd(m2k_i128 a, m2k_i128 b); /* >= 0 */
/* Trailing zero bits that all values of the range share; 0 gives 127. */
unsigned m2k_range_low_zeros(const m2k_range *r);
/* Smallest n with value < 2^n, for value >= 0. */
unsigned m2k_bit_length(m2k_i128 value);

#endif
