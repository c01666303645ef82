/*
 * Bit operations as arithmetic, as far as possible: a field of bits i..j-1 of a
 * is MOD(a, 2^j) - MOD(a, 2^i); or and xor of operands that share no bits are
 * sums. What is left stays an APP with the best interval.
 */
#include "passes/smt/bank.h"
#include "passes/smt/range.h"

enum { MOST_FIELDS = 3 /* runs of ones in a mask that is written out */ };

static m2k_i128 pow2(unsigned k) { return (m2k_i128)1 << k; }

static m2k_term low_bits(m2k_bank *bank, m2k_term a, unsigned k) {
  return m2k_mod(bank, a, m2k_const(bank, pow2(k)));
}

/* Bits that may be one in some value of t: those from the common low zeros up
 * to the length of the largest value. */
static m2k_i128 possible_bits(const m2k_bank *bank, m2k_term t,
                              uint32_t width) {
  const m2k_range *r = m2k_range_at(bank, t);
  unsigned high = r->hi < pow2(width) ? m2k_bit_length(r->hi) : width;
  unsigned low = m2k_range_low_zeros(r);
  return low >= high ? 0 : pow2(high) - pow2(low);
}

static void check(const m2k_bank *bank, m2k_term t, uint32_t width) {
  const m2k_range *r = m2k_range_at(bank, t);
  M2K_ASSERT(width >= 1 && width <= 64);
  if (r->lo <= r->hi && (r->lo < 0 || r->hi >= pow2(width)))
    m2k_bug("bit operation on an operand that may not fit %u bits", width);
}

/* a & mask by fields; M2K_NO_TERM for a mask of too many runs. Bits that a
 * never has may be either in the mask, whichever makes fewer runs. */
static m2k_term mask_fields(m2k_bank *bank, m2k_term a, m2k_i128 mask,
                            uint32_t width) {
  m2k_i128 may = possible_bits(bank, a, width);
  m2k_term fields[MOST_FIELDS];
  uint32_t count = 0;
  mask &= may;
  if (mask == may)
    return a;
  while (mask) {
    unsigned low = m2k_bit_length(mask & -mask) - 1, high = low;
    while (mask >> high & 1)
      ++high;
    if (count == MOST_FIELDS)
      return M2K_NO_TERM;
    m2k_term top = low_bits(bank, a, high);
    fields[count++] = m2k_sub(bank, top, low_bits(bank, a, low));
    mask -= pow2(high) - pow2(low);
  }
  m2k_term sum = m2k_const(bank, 0);
  for (uint32_t i = 0; i < count; ++i)
    sum = m2k_add(bank, sum, fields[i]);
  return sum;
}

/* The operands of t when it chooses between constants by a condition: t is
 * base + step * indicator. */
static bool is_choice(const m2k_bank *bank, m2k_term t, m2k_term *cond,
                      m2k_i128 *then, m2k_i128 *other) {
  m2k_i128 step = 1, base = 0, one, zero;
  if (m2k_kind_of(bank, t) == M2K_TERM_SUM) {
    if (m2k_node_at(bank, t)->count != 1)
      return false;
    step = m2k_coef(bank, t, 0);
    base = m2k_sum_constant(bank, t);
    t = m2k_arg_of(bank, t, 0);
  }
  if (m2k_kind_of(bank, t) != M2K_TERM_ITE ||
      !m2k_is_const(bank, m2k_arg_of(bank, t, 1), &one) ||
      !m2k_is_const(bank, m2k_arg_of(bank, t, 2), &zero))
    return false;
  *cond = m2k_arg_of(bank, t, 0);
  *then = base + step * one;
  *other = base + step * zero;
  return true;
}

typedef m2k_term (*bit_op)(m2k_bank *bank, m2k_term a, m2k_term b,
                           uint32_t width);

/* Moves the operation into a choice between constants when the other operand
 * is a constant or such a choice itself. */
static m2k_term into_choice(m2k_bank *bank, m2k_term a, m2k_term b,
                            uint32_t width, bit_op op) {
  m2k_term cond, other_cond;
  m2k_i128 x, y, u, v;
  if (!is_choice(bank, a, &cond, &x, &y))
    return M2K_NO_TERM;
  if (!m2k_is_const(bank, b, &u) && !is_choice(bank, b, &other_cond, &u, &v))
    return M2K_NO_TERM;
  m2k_term then = op(bank, m2k_const(bank, x), b, width);
  return m2k_ite(bank, cond, then, op(bank, m2k_const(bank, y), b, width));
}

static m2k_term intern(m2k_bank *bank, m2k_app fn, m2k_term a, m2k_term b,
                       uint32_t width) {
  m2k_term args[2] = {a < b ? a : b, a < b ? b : a};
  const m2k_range *x = m2k_range_at(bank, a), *y = m2k_range_at(bank, b);
  m2k_i128 either =
      possible_bits(bank, a, width) | possible_bits(bank, b, width);
  m2k_i128 lo = 0, hi = either ? pow2(m2k_bit_length(either)) - 1 : 0;
  unsigned zx = m2k_range_low_zeros(x), zy = m2k_range_low_zeros(y);
  unsigned zeros = zx < zy ? zx : zy;
  if (fn == M2K_APP_BITAND) {
    hi = x->hi < y->hi ? x->hi : y->hi;
    zeros = zx > zy ? zx : zy;
  } else if (fn == M2K_APP_BITOR) {
    lo = x->lo > y->lo ? x->lo : y->lo;
  }
  m2k_term t = m2k_apply(bank, fn, width, args, 2, lo, hi);
  if (zeros > 0)
    m2k_bank_refine(bank, t,
                    m2k_range_make(-M2K_INF, M2K_INF,
                                   (uint64_t)1 << (zeros < 32 ? zeros : 32),
                                   0));
  return t;
}

static m2k_term either_choice(m2k_bank *bank, m2k_term a, m2k_term b,
                              uint32_t width, bit_op op) {
  m2k_term t = into_choice(bank, a, b, width, op);
  return t != M2K_NO_TERM ? t : into_choice(bank, b, a, width, op);
}

m2k_term m2k_bitand(m2k_bank *bank, m2k_term a, m2k_term b, uint32_t width) {
  m2k_i128 x, y;
  check(bank, a, width);
  check(bank, b, width);
  if (m2k_is_const(bank, a, &x)) { /* the constant comes second */
    m2k_term swap = a;
    a = b;
    b = swap;
  }
  if (a == b)
    return a;
  if ((possible_bits(bank, a, width) & possible_bits(bank, b, width)) == 0)
    return m2k_const(bank, 0);
  m2k_term t = either_choice(bank, a, b, width, m2k_bitand);
  if (t != M2K_NO_TERM)
    return t;
  if (m2k_is_const(bank, b, &y)) {
    if (m2k_is_const(bank, a, &x))
      return m2k_const(bank, x & y);
    t = mask_fields(bank, a, y, width);
    if (t != M2K_NO_TERM) {
      m2k_i128 hi = m2k_range_at(bank, a)->hi;
      m2k_bank_refine(bank, t, m2k_range_make(0, y < hi ? y : hi, 1, 0));
      return t;
    }
  }
  return intern(bank, M2K_APP_BITAND, a, b, width);
}

/* or (twice = 1) and xor (twice = 2): a + b - twice * (a & b) where the
 * conjunction has a closed form. */
static m2k_term by_sum(m2k_bank *bank, m2k_app fn, m2k_term a, m2k_term b,
                       uint32_t width, m2k_i128 twice) {
  m2k_i128 x, y;
  if ((possible_bits(bank, a, width) & possible_bits(bank, b, width)) == 0)
    return m2k_add(bank, a, b);
  if (m2k_is_const(bank, a, &x)) {
    m2k_term swap = a;
    a = b;
    b = swap;
  }
  bool ok = m2k_is_const(bank, b, &y);
  m2k_term both = ok ? m2k_bitand(bank, a, b, width) : M2K_NO_TERM;
  if (ok && m2k_kind_of(bank, both) != M2K_TERM_APP) {
    m2k_i128 most = possible_bits(bank, a, width) | y;
    m2k_term t =
        m2k_add(bank, m2k_add(bank, a, b), m2k_scale(bank, both, -twice));
    m2k_bank_refine(bank, t,
                    m2k_range_make(twice == 1 ? y : 0,
                                   pow2(m2k_bit_length(most)) - 1, 1, 0));
    return t;
  }
  return intern(bank, fn, a, b, width);
}

m2k_term m2k_bitor(m2k_bank *bank, m2k_term a, m2k_term b, uint32_t width) {
  check(bank, a, width);
  check(bank, b, width);
  if (a == b)
    return a;
  m2k_term t = either_choice(bank, a, b, width, m2k_bitor);
  if (t != M2K_NO_TERM)
    return t;
  return by_sum(bank, M2K_APP_BITOR, a, b, width, 1);
}

m2k_term m2k_bitxor(m2k_bank *bank, m2k_term a, m2k_term b, uint32_t width) {
  check(bank, a, width);
  check(bank, b, width);
  if (a == b)
    return m2k_const(bank, 0);
  m2k_term t = either_choice(bank, a, b, width, m2k_bitxor);
  if (t != M2K_NO_TERM)
    return t;
  return by_sum(bank, M2K_APP_BITXOR, a, b, width, 2);
}
