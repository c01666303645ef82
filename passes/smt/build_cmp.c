#include "passes/smt/linear.h"
#include "passes/smt/range.h"

/* An LE or EQ as it stands. */
static m2k_term intern(m2k_bank *bank, m2k_term_kind kind, m2k_term a) {
  bool fresh;
  return m2k_bank_op(bank, kind, M2K_SORT_BOOL, &a, 1, &fresh);
}

/* lin <= 0 with one summand made of two: MAX and MIN become a conjunction or a
 * disjunction, and an indicator decides by its condition. */
static m2k_term le_split(m2k_bank *bank, m2k_lin *lin, uint32_t i) {
  m2k_term t = lin->terms[i];
  m2k_i128 coef = lin->coefs[i];
  bool is_max = (m2k_kind_of(bank, t) == M2K_TERM_MAX) == (coef > 0);
  m2k_term rest = m2k_lin_term(bank, lin);
  m2k_term zero = m2k_const(bank, 0), part[2];
  for (uint32_t side = 0; side < 2; ++side) {
    m2k_term diff = m2k_sub(bank, m2k_arg_of(bank, t, side), t);
    m2k_term with = m2k_add(bank, rest, m2k_scale(bank, diff, coef));
    part[side] = m2k_le(bank, with, zero);
  }
  return is_max ? m2k_and(bank, part[0], part[1])
                : m2k_or(bank, part[0], part[1]);
}

/* DIV(x, c) + e <= 0 is x + c*e <= c - 1; e - DIV(x, c) <= 0 is c*e - x <= 0,
 * for integers of any sign: the quotient disappears. */
static m2k_term le_without_quotient(m2k_bank *bank, m2k_lin *lin, uint32_t i,
                                    m2k_i128 c) {
  m2k_term quotient = lin->terms[i];
  bool positive = lin->coefs[i] > 0;
  m2k_lin out;
  m2k_i128 constant = 0, coef = 0;
  m2k_lin_of(bank, &out, m2k_arg_of(bank, quotient, 0), positive ? 1 : -1);
  bool fits = m2k_mul_fits(lin->constant, c, &constant);
  for (uint32_t j = 0; fits && j < lin->len; ++j) {
    if (j == i)
      continue;
    fits = m2k_mul_fits(lin->coefs[j], c, &coef);
    if (fits)
      m2k_lin_add(bank, &out, lin->terms[j], coef);
  }
  m2k_term result = M2K_NO_TERM;
  if (fits && !out.overflow) {
    out.constant += constant - (positive ? c - 1 : 0);
    result = m2k_le(bank, m2k_lin_term(bank, &out), m2k_const(bank, 0));
  }
  m2k_lin_free(&out);
  return result;
}

/* A rewriting of lin <= 0 by one of its summands; M2K_NO_TERM without one. */
static m2k_term le_rewrite(m2k_bank *bank, m2k_lin *lin) {
  uint32_t split = UINT32_MAX, splits = 0;
  for (uint32_t i = 0; i < lin->len; ++i) {
    m2k_term t = lin->terms[i];
    m2k_term_kind kind = m2k_kind_of(bank, t);
    m2k_i128 c;
    if (kind == M2K_TERM_DIV && (lin->coefs[i] == 1 || lin->coefs[i] == -1) &&
        m2k_is_const(bank, m2k_arg_of(bank, t, 1), &c) && c > 0) {
      m2k_term done = le_without_quotient(bank, lin, i, c);
      if (done != M2K_NO_TERM)
        return done;
    }
    if (kind == M2K_TERM_MIN || kind == M2K_TERM_MAX) {
      split = i;
      ++splits;
    }
  }
  return splits == 1 ? le_split(bank, lin, split) : M2K_NO_TERM;
}

/* For a single indicator the comparison is its condition. `keep` says whether
 * the comparison holds for the value 1 and 0 of the indicator. */
static bool is_indicator(const m2k_bank *bank, const m2k_lin *lin) {
  if (lin->len != 1 || m2k_kind_of(bank, lin->terms[0]) != M2K_TERM_ITE)
    return false;
  m2k_i128 one, zero;
  return m2k_is_const(bank, m2k_arg_of(bank, lin->terms[0], 1), &one) &&
         m2k_is_const(bank, m2k_arg_of(bank, lin->terms[0], 2), &zero) &&
         one == 1 && zero == 0;
}

static m2k_term by_condition(m2k_bank *bank, const m2k_lin *lin, bool then,
                             bool other) {
  m2k_term cond = m2k_arg_of(bank, lin->terms[0], 0);
  if (then == other)
    return m2k_bool(bank, then);
  return then ? cond : m2k_not(bank, cond);
}

static m2k_term le_form(m2k_bank *bank, m2k_lin *lin, const m2k_range *known) {
  m2k_range range = m2k_lin_range(bank, lin);
  range = m2k_range_meet(&range, known);
  if (range.lo > 0)
    return m2k_false(bank);
  if (range.hi <= 0)
    return m2k_true(bank);
  if (is_indicator(bank, lin))
    return by_condition(bank, lin, lin->coefs[0] + lin->constant <= 0,
                        lin->constant <= 0);
  m2k_i128 g = m2k_lin_content(lin);
  /* Integers: g*x + k <= 0 is x + ceil(k/g) <= 0. */
  if (g > 1)
    m2k_lin_divide(lin, g, -m2k_floor_div(-lin->constant, g));
  m2k_term done = le_rewrite(bank, lin);
  return done != M2K_NO_TERM
             ? done
             : intern(bank, M2K_TERM_LE, m2k_lin_term_plain(bank, lin));
}

static m2k_term within(m2k_bank *bank, m2k_term lo, m2k_term t, m2k_i128 size) {
  return m2k_and(bank, m2k_le(bank, lo, t),
                 m2k_lt(bank, t, m2k_offset(bank, lo, size)));
}

/* DIV(x, c) + rest == 0 says that x lies in one period: c*q <= x < c*q + c with
 * q = -rest. M2K_NO_TERM for other forms. */
static m2k_term eq_quotient(m2k_bank *bank, const m2k_lin *lin) {
  m2k_i128 c;
  m2k_term t = lin->terms[0];
  if (lin->len != 1 || m2k_kind_of(bank, t) != M2K_TERM_DIV ||
      (lin->coefs[0] != 1 && lin->coefs[0] != -1) ||
      !m2k_is_const(bank, m2k_arg_of(bank, t, 1), &c) || c <= 0)
    return M2K_NO_TERM;
  m2k_i128 q = -lin->constant * lin->coefs[0], low;
  if (!m2k_mul_fits(q, c, &low))
    return M2K_NO_TERM;
  return within(bank, m2k_const(bank, low), m2k_arg_of(bank, t, 0), c);
}

/* y - MOD(y, m) == k, the question whether a value wraps, says that y lies in
 * the period that starts at k: impossible unless m divides k. M2K_NO_TERM for
 * other forms. */
static m2k_term eq_wrap(m2k_bank *bank, m2k_lin *lin) {
  for (uint32_t i = 0; i < lin->len; ++i) {
    m2k_term t = lin->terms[i];
    m2k_i128 m, c = lin->coefs[i];
    if (m2k_kind_of(bank, t) != M2K_TERM_MOD ||
        !m2k_is_const(bank, m2k_arg_of(bank, t, 1), &m) || m <= 0)
      continue;
    m2k_term y = m2k_arg_of(bank, t, 0);
    m2k_lin rest;
    m2k_i128 d;
    m2k_lin_of(bank, &rest, y, c);
    for (uint32_t j = 0; j < lin->len; ++j)
      if (j != i)
        m2k_lin_add(bank, &rest, lin->terms[j], lin->coefs[j]);
    d = rest.constant + lin->constant;
    bool cancels = rest.len == 0 && !rest.overflow;
    m2k_lin_free(&rest);
    if (!cancels)
      continue;
    /* c*MOD(y, m) - c*y + d == 0: MOD(y, m) == y - d/c */
    if (d % c || d / c % m)
      return m2k_false(bank);
    return within(bank, m2k_const(bank, d / c), y, m);
  }
  return M2K_NO_TERM;
}

static m2k_term eq_form(m2k_bank *bank, m2k_lin *lin, const m2k_range *known) {
  m2k_range range = m2k_lin_range(bank, lin);
  range = m2k_range_meet(&range, known);
  if (!m2k_range_has(&range, 0))
    return m2k_false(bank);
  if (m2k_range_is_point(&range))
    return m2k_true(bank);
  if (is_indicator(bank, lin))
    return by_condition(bank, lin, lin->coefs[0] + lin->constant == 0,
                        lin->constant == 0);
  m2k_i128 g = m2k_lin_content(lin);
  if (lin->constant % g)
    return m2k_false(bank);
  m2k_range whole = range;
  if (g > 1)
    m2k_lin_divide(lin, g, lin->constant / g);
  m2k_term done = eq_quotient(bank, lin);
  if (done == M2K_NO_TERM)
    done = eq_wrap(bank, lin);
  if (done != M2K_NO_TERM)
    return done;
  /* A form that never is negative is zero where it is at most zero: i == 0 and
   * i <= 0 are one condition, and its negation is i >= 1. */
  bool upward = whole.lo == 0, downward = whole.hi == 0;
  bool turn = upward ? false : downward ? true : lin->coefs[0] < 0;
  if (turn) {
    for (uint32_t i = 0; i < lin->len; ++i)
      lin->coefs[i] = -lin->coefs[i];
    lin->constant = -lin->constant;
  }
  if (upward || downward) {
    m2k_range all = m2k_range_all();
    return le_form(bank, lin, &all);
  }
  return intern(bank, M2K_TERM_EQ, m2k_lin_term_plain(bank, lin));
}

/* a - b as a form with quotients reduced, and its interval. */
static bool difference(m2k_bank *bank, m2k_term a, m2k_term b, m2k_lin *lin,
                       m2k_range *known) {
  m2k_range minus = m2k_range_scale(m2k_range_at(bank, b), -1);
  *known = m2k_range_add(m2k_range_at(bank, a), &minus);
  m2k_term diff = m2k_sub(bank, a, b);
  *known = m2k_range_meet(known, m2k_range_at(bank, diff));
  m2k_lin_of(bank, lin, diff, 1);
  return !lin->overflow;
}

static m2k_term compare(m2k_bank *bank, m2k_term a, m2k_term b,
                        m2k_term (*form)(m2k_bank *, m2k_lin *,
                                         const m2k_range *)) {
  m2k_lin lin;
  m2k_range known;
  m2k_term t = difference(bank, a, b, &lin, &known)
                   ? form(bank, &lin, &known)
                   : m2k_bool_sym(bank, "overflown", 0);
  m2k_lin_free(&lin);
  return t;
}

m2k_term m2k_le(m2k_bank *bank, m2k_term a, m2k_term b) {
  return compare(bank, a, b, le_form);
}

m2k_term m2k_lt(m2k_bank *bank, m2k_term a, m2k_term b) {
  return m2k_le(bank, m2k_offset(bank, a, 1), b);
}

m2k_term m2k_eq(m2k_bank *bank, m2k_term a, m2k_term b) {
  if (a == b)
    return m2k_true(bank);
  if (m2k_sort_of(bank, a) != M2K_SORT_BOOL)
    return compare(bank, a, b, eq_form);
  m2k_term both = m2k_and(bank, a, b);
  m2k_term none = m2k_and(bank, m2k_not(bank, a), m2k_not(bank, b));
  return m2k_or(bank, both, none);
}

m2k_term m2k_ne(m2k_bank *bank, m2k_term a, m2k_term b) {
  return m2k_not(bank, m2k_eq(bank, a, b));
}
