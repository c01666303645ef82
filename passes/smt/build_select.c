#include "passes/smt/linear.h"
#include "passes/smt/range.h"

static m2k_term extreme(m2k_bank *bank, m2k_term_kind kind, m2k_term a,
                        m2k_term b) {
  bool is_min = kind == M2K_TERM_MIN;
  if (a == b)
    return a;
  m2k_term diff = m2k_sub(bank, a, b);
  const m2k_range *d = m2k_range_at(bank, diff);
  if (d->hi <= 0)
    return is_min ? a : b;
  if (d->lo >= 0)
    return is_min ? b : a;
  m2k_term args[2] = {a < b ? a : b, a < b ? b : a};
  for (uint32_t i = 0; i < 2; ++i) /* min(min(x, y), x) */
    if (m2k_kind_of(bank, args[i]) == kind &&
        (m2k_arg_of(bank, args[i], 0) == args[1 - i] ||
         m2k_arg_of(bank, args[i], 1) == args[1 - i]))
      return args[i];
  bool fresh;
  m2k_term t = m2k_bank_op(bank, kind, M2K_SORT_INT, args, 2, &fresh);
  if (fresh) {
    const m2k_range *x = m2k_range_at(bank, args[0]);
    const m2k_range *y = m2k_range_at(bank, args[1]);
    bank->ranges.at[t] = is_min ? m2k_range_min(x, y) : m2k_range_max(x, y);
  }
  return t;
}

m2k_term m2k_min(m2k_bank *bank, m2k_term a, m2k_term b) {
  return extreme(bank, M2K_TERM_MIN, a, b);
}

m2k_term m2k_max(m2k_bank *bank, m2k_term a, m2k_term b) {
  return extreme(bank, M2K_TERM_MAX, a, b);
}

static m2k_term intern_ite(m2k_bank *bank, m2k_term cond, m2k_term a,
                           m2k_term b) {
  m2k_sort sort = m2k_sort_of(bank, a);
  m2k_term args[3] = {cond, a, b};
  bool fresh;
  m2k_term t = m2k_bank_op(bank, M2K_TERM_ITE, sort, args, 3, &fresh);
  if (fresh && sort == M2K_SORT_INT)
    bank->ranges.at[t] =
        m2k_range_join(m2k_range_at(bank, a), m2k_range_at(bank, b));
  return t;
}

/* Where cond compares a with b: their minimum or maximum. Comparisons have one
 * spelling, in which common factors are gone, so they are built to be compared:
 * 2*x > 0 ? 2*x : 0 asks for x >= 1. */
static m2k_term as_extreme(m2k_bank *bank, m2k_term cond, m2k_term a,
                           m2k_term b) {
  if (m2k_kind_of(bank, cond) != M2K_TERM_LE)
    return M2K_NO_TERM;
  if (cond == m2k_le(bank, a, b) || cond == m2k_lt(bank, a, b))
    return m2k_min(bank, a, b);
  if (cond == m2k_le(bank, b, a) || cond == m2k_lt(bank, b, a))
    return m2k_max(bank, a, b);
  return M2K_NO_TERM;
}

static m2k_term ite_int(m2k_bank *bank, m2k_term cond, m2k_term a, m2k_term b) {
  m2k_i128 step;
  m2k_term diff = m2k_sub(bank, a, b);
  /* Branches that differ by a constant become an indicator, which adds up:
   * c ? x + 5 : x + 3 is x + 3 + 2 * (c ? 1 : 0). */
  if (m2k_is_const(bank, diff, &step)) {
    m2k_term one =
        intern_ite(bank, cond, m2k_const(bank, 1), m2k_const(bank, 0));
    return m2k_add(bank, b, m2k_scale(bank, one, step));
  }
  m2k_term t = as_extreme(bank, cond, a, b);
  return t != M2K_NO_TERM ? t : intern_ite(bank, cond, a, b);
}

/* What x is where cond has the value `side`. */
static m2k_term under(m2k_bank *bank, m2k_term x, m2k_term cond,
                      m2k_term not_cond, bool side) {
  while (m2k_kind_of(bank, x) == M2K_TERM_ITE) {
    m2k_term c = m2k_arg_of(bank, x, 0);
    if (c != cond && c != not_cond)
      break;
    x = m2k_arg_of(bank, x, (c == cond) == side ? 1 : 2);
  }
  return x;
}

m2k_term m2k_ite(m2k_bank *bank, m2k_term cond, m2k_term a, m2k_term b) {
  M2K_ASSERT(m2k_sort_of(bank, cond) == M2K_SORT_BOOL &&
             m2k_sort_of(bank, a) == m2k_sort_of(bank, b));
  if (cond == M2K_TERM_TRUE_ID || a == b)
    return a;
  if (cond == M2K_TERM_FALSE_ID)
    return b;
  m2k_term not_cond = m2k_not(bank, cond);
  if (m2k_sort_of(bank, a) == M2K_SORT_BOOL)
    return m2k_or(bank, m2k_and(bank, cond, a), m2k_and(bank, not_cond, b));
  if (not_cond < cond) { /* one of the two spellings */
    m2k_term swap = cond;
    cond = not_cond;
    not_cond = swap;
    swap = a;
    a = b;
    b = swap;
  }
  a = under(bank, a, cond, not_cond, true);
  b = under(bank, b, cond, not_cond, false);
  if (a == b)
    return a;
  if (m2k_sort_of(bank, a) != M2K_SORT_INT)
    return intern_ite(bank, cond, a, b);
  return ite_int(bank, cond, a, b);
}
