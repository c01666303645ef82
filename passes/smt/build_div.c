#include "passes/smt/linear.h"
#include "passes/smt/range.h"

/* DIV or MOD as it stands; a constant where the interval leaves one value. */
static m2k_term intern(m2k_bank *bank, m2k_term_kind kind, m2k_term a,
                       m2k_term b) {
  m2k_term args[2] = {a, b};
  m2k_node_key key = {.kind = kind,
                      .sort = M2K_SORT_INT,
                      .flags = M2K_NODE_DIV,
                      .args = args,
                      .count = 2};
  bool fresh;
  m2k_term t = m2k_bank_intern(bank, &key, &fresh);
  if (fresh) {
    const m2k_range *x = m2k_range_at(bank, a), *y = m2k_range_at(bank, b);
    bank->ranges.at[t] =
        kind == M2K_TERM_DIV ? m2k_range_div(x, y) : m2k_range_mod(x, y);
  }
  const m2k_range *range = m2k_range_at(bank, t);
  return m2k_range_is_point(range) ? m2k_const(bank, range->lo) : t;
}

static bool is_nonzero(const m2k_bank *bank, m2k_term t) {
  const m2k_range *r = m2k_range_at(bank, t);
  return r->lo > 0 || r->hi < 0;
}

/* Whether factor * t is a multiple of c whatever t is. */
static bool is_multiple(const m2k_bank *bank, m2k_term t, m2k_i128 factor,
                        m2k_i128 c) {
  const m2k_range *r = m2k_range_at(bank, t);
  m2k_i128 need = c / m2k_gcd(factor, c);
  if (need == 1)
    return true;
  return r->rem == 0 && (m2k_i128)r->mod % need == 0;
}

/* t / c where c divides t: the factor that c divides is divided. */
static m2k_term divide_exactly(m2k_bank *bank, m2k_term t, m2k_i128 c) {
  m2k_node node = *m2k_node_at(bank, t);
  if (c == 1)
    return t;
  if (node.kind != M2K_TERM_MUL)
    return intern(bank, M2K_TERM_DIV, t, m2k_const(bank, c));
  for (uint32_t i = 0; i < node.count; ++i) {
    m2k_term part = m2k_arg_of(bank, t, i);
    if (!is_multiple(bank, part, 1, c))
      continue;
    m2k_term out = m2k_div(bank, part, m2k_const(bank, c));
    for (uint32_t j = 0; j < node.count; ++j)
      if (j != i)
        out = m2k_mul(bank, out, m2k_arg_of(bank, t, j));
    return out;
  }
  return intern(bank, M2K_TERM_DIV, t, m2k_const(bank, c));
}

/* Moves what c divides from lin to quotient; what stays has its constant in
 * 0..c-1. */
static void split_multiples(m2k_bank *bank, m2k_lin *lin, m2k_i128 c,
                            m2k_lin *quotient) {
  uint32_t kept = 0;
  m2k_lin_init(quotient, m2k_floor_div(lin->constant, c));
  lin->constant = m2k_floor_mod(lin->constant, c);
  for (uint32_t i = 0; i < lin->len; ++i) {
    m2k_i128 coef = lin->coefs[i], g = m2k_gcd(coef, c);
    m2k_term t = lin->terms[i];
    if (is_multiple(bank, t, coef, c)) {
      m2k_lin_add(bank, quotient, divide_exactly(bank, t, c / g), coef / g);
      continue;
    }
    lin->terms[kept] = t;
    lin->coefs[kept++] = coef;
  }
  lin->len = kept;
}

/* floor(lin / c), lin without multiples of c. */
static m2k_term divide_rest(m2k_bank *bank, m2k_lin *lin, m2k_i128 c) {
  m2k_i128 g = m2k_gcd(m2k_lin_content(lin), c), inner;
  m2k_lin_divide(lin, g, m2k_floor_div(lin->constant, g));
  c /= g;
  m2k_range range = m2k_lin_range(bank, lin);
  if (range.lo > -M2K_INF && range.hi < M2K_INF &&
      m2k_floor_div(range.lo, c) == m2k_floor_div(range.hi, c))
    return m2k_const(bank, m2k_floor_div(range.lo, c));
  if (c == 1)
    return m2k_lin_term(bank, lin);
  if (lin->len == 1 && lin->coefs[0] == 1 &&
      m2k_kind_of(bank, lin->terms[0]) == M2K_TERM_DIV) {
    m2k_term x = m2k_arg_of(bank, lin->terms[0], 0);
    m2k_term by = m2k_arg_of(bank, lin->terms[0], 1);
    m2k_i128 both, shift;
    if (m2k_is_const(bank, by, &inner) && inner > 0 &&
        m2k_mul_fits(inner, c, &both) &&
        m2k_mul_fits(inner, lin->constant, &shift))
      return m2k_div(bank, m2k_offset(bank, x, shift), m2k_const(bank, both));
  }
  m2k_term rest = m2k_lin_term(bank, lin);
  return intern(bank, M2K_TERM_DIV, rest, m2k_const(bank, c));
}

static m2k_term div_const(m2k_bank *bank, m2k_term a, m2k_i128 c) {
  if (c == 1)
    return a;
  if (c < 0)
    return div_const(bank, m2k_neg(bank, a), -c);
  m2k_lin lin, quotient;
  m2k_lin_of(bank, &lin, a, 1);
  bool whole = lin.len == 1 && lin.constant == 0 && lin.coefs[0] == 1 &&
               is_multiple(bank, a, 1, c);
  if (whole) {
    m2k_lin_free(&lin);
    return divide_exactly(bank, a, c);
  }
  split_multiples(bank, &lin, c, &quotient);
  if (lin.len)
    m2k_lin_add(bank, &quotient, divide_rest(bank, &lin, c), 1);
  m2k_range by = m2k_range_const(c);
  m2k_range range = m2k_range_div(m2k_range_at(bank, a), &by);
  m2k_term t = m2k_lin_term(bank, &quotient);
  m2k_bank_refine(bank, t, range);
  m2k_lin_free(&lin);
  m2k_lin_free(&quotient);
  return t;
}

/* t without one occurrence of every factor of y; M2K_NO_TERM where one of them
 * is missing, and 1 as a constant. */
static m2k_term without_factors(m2k_bank *bank, m2k_term t, m2k_term y) {
  bool y_product = m2k_kind_of(bank, y) == M2K_TERM_MUL;
  bool t_product = m2k_kind_of(bank, t) == M2K_TERM_MUL;
  uint32_t n = t_product ? m2k_node_at(bank, t)->count : 1;
  uint32_t m = y_product ? m2k_node_at(bank, y)->count : 1, j = 0;
  m2k_term left = M2K_NO_TERM;
  for (uint32_t i = 0; i < n; ++i) {
    m2k_term f = t_product ? m2k_arg_of(bank, t, i) : t;
    if (j < m && f == (y_product ? m2k_arg_of(bank, y, j) : y))
      ++j;
    else
      left = left == M2K_NO_TERM ? f : m2k_mul(bank, left, f);
  }
  if (j < m)
    return M2K_NO_TERM;
  return left == M2K_NO_TERM ? m2k_const(bank, 1) : left;
}

/* a = y * *quotient + result, by the summands that have y as a factor. */
static m2k_term split_symbolic(m2k_bank *bank, m2k_term a, m2k_term y,
                               m2k_term *quotient) {
  m2k_lin lin, times;
  m2k_lin_of(bank, &lin, a, 1);
  m2k_lin_init(&times, 0);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < lin.len; ++i) {
    m2k_term left = without_factors(bank, lin.terms[i], y);
    if (left != M2K_NO_TERM) {
      m2k_lin_add(bank, &times, left, lin.coefs[i]);
      continue;
    }
    lin.terms[kept] = lin.terms[i];
    lin.coefs[kept++] = lin.coefs[i];
  }
  lin.len = kept;
  *quotient = m2k_lin_term(bank, &times);
  m2k_term rest = m2k_lin_term(bank, &lin);
  m2k_lin_free(&lin);
  m2k_lin_free(&times);
  return rest;
}

/* Whether 0 <= a < b (or b < a <= 0) by intervals or by form. */
static bool is_remainder(const m2k_bank *bank, m2k_term a, m2k_term b) {
  const m2k_range *x = m2k_range_at(bank, a), *y = m2k_range_at(bank, b);
  if (m2k_kind_of(bank, a) == M2K_TERM_MOD && m2k_arg_of(bank, a, 1) == b)
    return is_nonzero(bank, b);
  return y->lo > 0 && x->lo >= 0 && x->hi < y->lo;
}

m2k_term m2k_div(m2k_bank *bank, m2k_term a, m2k_term b) {
  m2k_i128 c, d, zero;
  if (m2k_is_const(bank, b, &c) && c != 0) {
    if (m2k_is_const(bank, a, &d))
      return m2k_const(bank, m2k_floor_div(d, c));
    return div_const(bank, a, c);
  }
  if (!is_nonzero(bank, b))
    return intern(bank, M2K_TERM_DIV, a, b);
  m2k_term quotient;
  m2k_term rest = split_symbolic(bank, a, b, &quotient);
  if ((m2k_is_const(bank, rest, &zero) && zero == 0) ||
      is_remainder(bank, rest, b))
    return quotient;
  return m2k_add(bank, quotient, intern(bank, M2K_TERM_DIV, rest, b));
}

/* The summand coef * t under a modulus c: an inner remainder whose modulus c
 * divides is its operand, what is known modulo c is a constant. */
static void add_modulo(m2k_bank *bank, m2k_lin *out, m2k_term t, m2k_i128 coef,
                       m2k_i128 c, bool *changed) {
  const m2k_range *r = m2k_range_at(bank, t);
  m2k_i128 need = c / m2k_gcd(coef, c), inner;
  if (need == 1 || (m2k_i128)r->mod % need == 0) {
    m2k_i128 known = 0;
    if (!m2k_mul_fits(m2k_floor_mod(coef, c), (m2k_i128)r->rem, &known))
      out->overflow = true;
    out->constant += m2k_floor_mod(known, c);
    return;
  }
  m2k_node node = *m2k_node_at(bank, t);
  for (uint32_t i = 0; node.kind == M2K_TERM_MUL && i < node.count; ++i) {
    m2k_term f = m2k_arg_of(bank, t, i);
    if (m2k_kind_of(bank, f) != M2K_TERM_MOD ||
        !m2k_is_const(bank, m2k_arg_of(bank, f, 1), &inner) || inner % need)
      continue;
    m2k_term product = m2k_arg_of(bank, f, 0);
    for (uint32_t j = 0; j < node.count; ++j)
      if (j != i)
        product = m2k_mul(bank, product, m2k_arg_of(bank, t, j));
    *changed = true;
    m2k_lin_add(bank, out, product, coef);
    return;
  }
  if (node.kind == M2K_TERM_MOD &&
      m2k_is_const(bank, m2k_arg_of(bank, t, 1), &inner) && inner % need == 0) {
    *changed = true;
    t = m2k_arg_of(bank, t, 0);
  } else {
    coef = m2k_floor_mod(coef, c);
    if (coef > c / 2)
      coef -= c;
  }
  m2k_lin_add(bank, out, t, coef);
}

/* The operand where it lies within one period of c. */
static bool in_one_period(m2k_bank *bank, m2k_term a, m2k_i128 c,
                          m2k_term *out) {
  const m2k_range *r = m2k_range_at(bank, a);
  if (r->lo <= -M2K_INF || r->hi >= M2K_INF || r->lo > r->hi)
    return false;
  m2k_i128 period = m2k_floor_div(r->lo, c);
  if (period != m2k_floor_div(r->hi, c))
    return false;
  m2k_range shift = m2k_range_const(-period * c);
  m2k_range range = m2k_range_add(r, &shift);
  *out = m2k_offset(bank, a, -period * c);
  m2k_bank_refine(bank, *out, range);
  return true;
}

static m2k_term mod_form(m2k_bank *bank, m2k_lin *lin, m2k_i128 c) {
  lin->constant = m2k_floor_mod(lin->constant, c);
  m2k_i128 g = m2k_gcd(m2k_lin_content(lin), c);
  m2k_i128 low = m2k_floor_mod(lin->constant, g);
  m2k_lin_divide(lin, g, m2k_floor_div(lin->constant, g));
  c /= g;
  m2k_term a = m2k_lin_term(bank, lin), t;
  if (!in_one_period(bank, a, c, &t))
    t = intern(bank, M2K_TERM_MOD, a, m2k_const(bank, c));
  return m2k_offset(bank, m2k_scale(bank, t, g), low);
}

static m2k_term mod_const(m2k_bank *bank, m2k_term a, m2k_i128 c) {
  m2k_term t;
  if (c == 0)
    return a;
  if (c < 0)
    return m2k_neg(bank, mod_const(bank, m2k_neg(bank, a), -c));
  if (in_one_period(bank, a, c, &t))
    return t;
  m2k_lin lin, out;
  bool changed = false;
  m2k_lin_of(bank, &lin, a, 1);
  m2k_lin_init(&out, m2k_floor_mod(lin.constant, c));
  for (uint32_t i = 0; i < lin.len; ++i)
    add_modulo(bank, &out, lin.terms[i], lin.coefs[i], c, &changed);
  if (out.overflow)
    t = intern(bank, M2K_TERM_MOD, a, m2k_const(bank, c));
  else if (changed)
    t = mod_const(bank, m2k_lin_term(bank, &out), c);
  else
    t = mod_form(bank, &out, c);
  m2k_lin_free(&lin);
  m2k_lin_free(&out);
  m2k_bank_refine(bank, t, m2k_range_make(0, c - 1, 1, 0));
  return t;
}

m2k_term m2k_mod(m2k_bank *bank, m2k_term a, m2k_term b) {
  m2k_i128 c, zero;
  if (m2k_is_const(bank, b, &c))
    return mod_const(bank, a, c);
  m2k_term quotient;
  m2k_term rest = split_symbolic(bank, a, b, &quotient);
  if ((m2k_is_const(bank, rest, &zero) && zero == 0) ||
      is_remainder(bank, rest, b))
    return rest;
  return intern(bank, M2K_TERM_MOD, rest, b);
}
