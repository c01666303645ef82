/* C's division, and machine integers. */
#include "passes/smt/linear.h"
#include "passes/smt/range.h"

/* Calls op on operands that are not negative, and turns signs back: what C's
 * division and remainder are. */
typedef m2k_term (*binary)(m2k_bank *bank, m2k_term a, m2k_term b);

static m2k_term positive_divisor(m2k_bank *bank, m2k_term a, m2k_term b,
                                 binary op) {
  const m2k_range *r = m2k_range_at(bank, a);
  if (r->lo >= 0)
    return op(bank, a, b);
  bool negative = r->hi <= 0;
  m2k_term below = m2k_neg(bank, op(bank, m2k_neg(bank, a), b));
  if (negative)
    return below;
  m2k_term cond = m2k_le(bank, m2k_const(bank, 0), a);
  return m2k_ite(bank, cond, op(bank, a, b), below);
}

/* quotient: a negative divisor turns the sign. */
static m2k_term any_divisor(m2k_bank *bank, m2k_term a, m2k_term b, binary op,
                            bool turns) {
  const m2k_range *r = m2k_range_at(bank, b);
  if (r->lo >= 0)
    return positive_divisor(bank, a, b, op);
  bool negative = r->hi < 0;
  m2k_term below = positive_divisor(bank, a, m2k_neg(bank, b), op);
  if (turns)
    below = m2k_neg(bank, below);
  if (negative)
    return below;
  m2k_term cond = m2k_le(bank, m2k_const(bank, 0), b);
  return m2k_ite(bank, cond, positive_divisor(bank, a, b, op), below);
}

m2k_term m2k_tdiv(m2k_bank *bank, m2k_term a, m2k_term b) {
  return any_divisor(bank, a, b, m2k_div, true);
}

m2k_term m2k_trem(m2k_bank *bank, m2k_term a, m2k_term b) {
  return any_divisor(bank, a, b, m2k_mod, false);
}

m2k_term m2k_uwrap(m2k_bank *bank, m2k_term a, uint32_t width) {
  M2K_ASSERT(width >= 1 && width <= 64);
  return m2k_mod(bank, a, m2k_const(bank, (m2k_i128)1 << width));
}

m2k_term m2k_swrap(m2k_bank *bank, m2k_term a, uint32_t width) {
  M2K_ASSERT(width >= 1 && width <= 64);
  m2k_i128 half = (m2k_i128)1 << (width - 1);
  const m2k_range *r = m2k_range_at(bank, a);
  if (r->lo >= -half && r->hi < half)
    return a;
  m2k_term shifted = m2k_offset(bank, a, half);
  return m2k_offset(bank, m2k_uwrap(bank, shifted, width), -half);
}
