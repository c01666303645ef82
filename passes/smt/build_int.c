#include "passes/smt/linear.h"
#include "passes/smt/range.h"

/* Products of sums are multiplied out up to this number of summands; beyond,
 * a sum stays a factor. */
enum { LARGEST_PRODUCT = 24 };

static m2k_term combine(m2k_bank *bank, m2k_term a, m2k_i128 fa, m2k_term b,
                        m2k_i128 fb) {
  m2k_lin lin;
  m2k_lin_of(bank, &lin, a, fa);
  m2k_lin_add(bank, &lin, b, fb);
  m2k_term t = m2k_lin_term(bank, &lin);
  m2k_lin_free(&lin);
  return t;
}

m2k_term m2k_add(m2k_bank *bank, m2k_term a, m2k_term b) {
  return combine(bank, a, 1, b, 1);
}

m2k_term m2k_sub(m2k_bank *bank, m2k_term a, m2k_term b) {
  return combine(bank, a, 1, b, -1);
}

m2k_term m2k_neg(m2k_bank *bank, m2k_term a) { return m2k_scale(bank, a, -1); }

m2k_term m2k_scale(m2k_bank *bank, m2k_term a, m2k_i128 factor) {
  if (factor == 1)
    return a;
  m2k_lin lin;
  m2k_lin_of(bank, &lin, a, factor);
  m2k_term t = m2k_lin_term(bank, &lin);
  m2k_lin_free(&lin);
  return t;
}

m2k_term m2k_offset(m2k_bank *bank, m2k_term a, m2k_i128 constant) {
  if (constant == 0)
    return a;
  m2k_lin lin;
  m2k_lin_of(bank, &lin, a, 1);
  if (!m2k_add_fits(lin.constant, constant, &lin.constant))
    lin.overflow = true;
  m2k_term t = m2k_lin_term(bank, &lin);
  m2k_lin_free(&lin);
  return t;
}

/* Whether every factor of the product occurs an even number of times. */
static bool is_square(const m2k_term *factors, uint32_t count) {
  if (count % 2)
    return false;
  for (uint32_t i = 0; i < count; i += 2)
    if (factors[i] != factors[i + 1])
      return false;
  return true;
}

static m2k_term intern_product(m2k_bank *bank, const m2k_term *factors,
                               uint32_t count) {
  m2k_node_key key = {.kind = M2K_TERM_MUL,
                      .sort = M2K_SORT_INT,
                      .args = factors,
                      .count = count};
  for (uint32_t i = 0; i < count; ++i)
    key.flags |= m2k_node_at(bank, factors[i])->flags & M2K_NODE_DIV;
  bool fresh;
  m2k_term t = m2k_bank_intern(bank, &key, &fresh);
  if (!fresh)
    return t;
  m2k_range range = *m2k_range_at(bank, factors[0]);
  for (uint32_t i = 1; i < count; ++i)
    range = m2k_range_mul(&range, m2k_range_at(bank, factors[i]));
  if (is_square(factors, count) && range.lo < 0)
    range = m2k_range_make(0, range.hi, range.mod, range.rem);
  bank->ranges.at[t] = range;
  return t;
}

static uint32_t factor_count(const m2k_bank *bank, m2k_term t) {
  const m2k_node *node = m2k_node_at(bank, t);
  return node->kind == M2K_TERM_MUL ? node->count : 1;
}

static m2k_term factor(const m2k_bank *bank, m2k_term t, uint32_t i) {
  return m2k_kind_of(bank, t) == M2K_TERM_MUL ? m2k_arg_of(bank, t, i) : t;
}

/* The product of two terms none of which is a constant or multiplied out. */
static m2k_term monomial(m2k_bank *bank, m2k_term a, m2k_term b) {
  uint32_t n = factor_count(bank, a), m = factor_count(bank, b), k = 0;
  m2k_term few[16];
  m2k_term *factors = n + m <= 16 ? few : malloc((n + m) * sizeof *factors);
  if (!factors)
    m2k_bug("out of memory");
  for (uint32_t i = 0, j = 0; i < n || j < m;) {
    m2k_term x = i < n ? factor(bank, a, i) : M2K_NO_TERM;
    m2k_term y = j < m ? factor(bank, b, j) : M2K_NO_TERM;
    factors[k++] = x <= y ? x : y;
    i += x <= y;
    j += x > y;
  }
  m2k_term t = intern_product(bank, factors, k);
  if (factors != few)
    free(factors);
  return t;
}

static uint32_t summands(const m2k_lin *lin) {
  return lin->len + (lin->constant != 0);
}

/* out += fa * fb * (product of the terms; M2K_NO_TERM stands for 1). */
static void add_product(m2k_bank *bank, m2k_lin *out, m2k_term a, m2k_i128 fa,
                        m2k_term b, m2k_i128 fb) {
  m2k_i128 coef;
  if (!m2k_mul_fits(fa, fb, &coef)) {
    out->overflow = true;
    return;
  }
  m2k_term t = a == M2K_NO_TERM   ? b
               : b == M2K_NO_TERM ? a
                                  : monomial(bank, a, b);
  m2k_lin_add(bank, out, t, coef);
}

static void multiply_out(m2k_bank *bank, m2k_lin *out, const m2k_lin *x,
                         const m2k_lin *y) {
  for (uint32_t i = 0; i < x->len; ++i) {
    for (uint32_t j = 0; j < y->len; ++j)
      add_product(bank, out, x->terms[i], x->coefs[i], y->terms[j],
                  y->coefs[j]);
    if (y->constant)
      add_product(bank, out, x->terms[i], x->coefs[i], M2K_NO_TERM,
                  y->constant);
  }
  if (!x->constant)
    return;
  for (uint32_t j = 0; j < y->len; ++j)
    add_product(bank, out, M2K_NO_TERM, x->constant, y->terms[j], y->coefs[j]);
  m2k_i128 both;
  if (m2k_mul_fits(x->constant, y->constant, &both))
    out->constant += both;
  else
    out->overflow = true;
}

/* Divides the form by its content, with the sign of its first coefficient. */
static m2k_i128 take_content(m2k_lin *lin) {
  m2k_i128 g = m2k_gcd(m2k_lin_content(lin), lin->constant);
  if (lin->len && lin->coefs[0] < 0)
    g = -g;
  if (g != 0 && g != 1)
    m2k_lin_divide(lin, g, lin->constant / g);
  return g;
}

/* Too large: the sums stay whole. */
static void multiply_whole(m2k_bank *bank, m2k_lin *out, m2k_lin *x,
                           m2k_lin *y) {
  m2k_i128 fx = take_content(x), fy = take_content(y);
  m2k_term a = m2k_lin_term_plain(bank, x), b = m2k_lin_term_plain(bank, y);
  add_product(bank, out, a, fx, b, fy);
}

void m2k_lin_product(m2k_bank *bank, m2k_lin *lin, m2k_term a, m2k_term b) {
  m2k_lin x, y;
  m2k_lin_init(lin, 0);
  m2k_lin_of(bank, &x, a, 1);
  m2k_lin_of(bank, &y, b, 1);
  bool whole = summands(&x) > 1 && summands(&y) > 1 &&
               summands(&x) * summands(&y) > LARGEST_PRODUCT;
  lin->overflow = x.overflow || y.overflow;
  if (!whole && !lin->overflow)
    multiply_out(bank, lin, &x, &y);
  /* The constants of two wrapped 64-bit values may outgrow 128 bits where
   * their product as a whole does not. */
  if (whole || (lin->overflow && !x.overflow && !y.overflow)) {
    m2k_lin_free(lin);
    m2k_lin_init(lin, 0);
    multiply_whole(bank, lin, &x, &y);
  }
  m2k_lin_free(&x);
  m2k_lin_free(&y);
}

m2k_term m2k_mul(m2k_bank *bank, m2k_term a, m2k_term b) {
  m2k_i128 value;
  if (m2k_is_const(bank, a, &value))
    return m2k_scale(bank, b, value);
  if (m2k_is_const(bank, b, &value))
    return m2k_scale(bank, a, value);
  m2k_range range = m2k_range_mul(m2k_range_at(bank, a), m2k_range_at(bank, b));
  m2k_lin lin;
  m2k_lin_product(bank, &lin, a, b);
  m2k_term t = m2k_lin_term(bank, &lin);
  m2k_lin_free(&lin);
  /* Multiplied out, the interval is wider: (n - i) * d is not negative. */
  m2k_bank_refine(bank, t, range);
  return t;
}
