#include "interface/poly.h"

#include <string.h>

/* ---- rationals ---- */

static m2k_i128 gcd(m2k_i128 a, m2k_i128 b) {
  while (b) {
    m2k_i128 rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static bool is_smallest(m2k_i128 value) {
  return (m2k_u128)value == (m2k_u128)1 << 127;
}

/* False for the number whose negative does not fit. */
static bool set_lowest(m2k_rational *a, m2k_i128 num, m2k_i128 den) {
  if (is_smallest(num))
    return false;
  m2k_i128 common = gcd(num, den);
  *a = (m2k_rational){num / common, den / common};
  return true;
}

static bool rational_add(m2k_rational *a, m2k_rational b) {
  m2k_i128 x, y, num, den;
  if (__builtin_mul_overflow(a->num, b.den, &x) ||
      __builtin_mul_overflow(b.num, a->den, &y) ||
      __builtin_add_overflow(x, y, &num) ||
      __builtin_mul_overflow(a->den, b.den, &den))
    return false;
  return set_lowest(a, num, den);
}

static bool rational_mul(m2k_rational *a, m2k_rational b) {
  m2k_i128 num, den;
  if (__builtin_mul_overflow(a->num, b.num, &num) ||
      __builtin_mul_overflow(a->den, b.den, &den))
    return false;
  return set_lowest(a, num, den);
}

/* ---- polynomials ---- */

static void set_constant(m2k_poly *p, m2k_rational value) {
  *p = (m2k_poly){.nterms = value.num != 0};
  p->terms[0].factor = value;
}

void m2k_poly_int(m2k_poly *p, m2k_i128 value) {
  set_constant(p, (m2k_rational){value, 1});
}

void m2k_poly_symbol(m2k_poly *p, uint32_t symbol) {
  *p = (m2k_poly){.nterms = 1};
  p->terms[0] =
      (m2k_poly_term){.factor = {1, 1}, .symbols = {symbol}, .degree = 1};
}

/* Continued fractions; what a fit leaves of its rounding is far below the
 * distance of two such fractions. */
bool m2k_poly_double(m2k_poly *p, double value) {
  static const double limit = 9007199254740992.0; /* 2^53 */
  double size = value < 0 ? -value : value;
  if (!(size < limit))
    return false;
  double tolerance = 1e-11 * (size > 1 ? size : 1), rest = size;
  m2k_i128 num = 1, den = 0, num_before = 0, den_before = 1;
  for (;;) {
    m2k_i128 whole = (m2k_i128)rest;
    m2k_i128 next_num = whole * num + num_before;
    m2k_i128 next_den = whole * den + den_before;
    if (next_den > M2K_POLY_MAX_DENOMINATOR)
      return false;
    num_before = num, den_before = den;
    num = next_num, den = next_den;
    double error = size - (double)num / (double)den;
    if (error <= tolerance && error >= -tolerance)
      break;
    rest -= (double)whole;
    if (rest < 1e-15)
      return false;
    rest = 1 / rest;
  }
  set_constant(p, (m2k_rational){value < 0 ? -num : num, den});
  return true;
}

/* Below 0: `a` stands before `b`. */
static int compare_terms(const m2k_poly_term *a, const m2k_poly_term *b) {
  if (a->degree != b->degree)
    return a->degree > b->degree ? -1 : 1;
  for (uint32_t i = 0; i < a->degree; i++)
    if (a->symbols[i] != b->symbols[i])
      return a->symbols[i] < b->symbols[i] ? -1 : 1;
  return 0;
}

static bool add_term(m2k_poly *p, const m2k_poly_term *term) {
  uint32_t at = 0;
  while (at < p->nterms && compare_terms(&p->terms[at], term) < 0)
    at++;
  if (at < p->nterms && compare_terms(&p->terms[at], term) == 0) {
    if (!rational_add(&p->terms[at].factor, term->factor))
      return false;
    if (p->terms[at].factor.num)
      return true;
    p->nterms--;
    memmove(&p->terms[at], &p->terms[at + 1],
            (p->nterms - at) * sizeof *p->terms);
    return true;
  }
  if (p->nterms == M2K_POLY_MAX_TERMS)
    return false;
  memmove(&p->terms[at + 1], &p->terms[at],
          (p->nterms - at) * sizeof *p->terms);
  p->terms[at] = *term;
  p->nterms++;
  return true;
}

bool m2k_poly_add(m2k_poly *a, const m2k_poly *b) {
  for (uint32_t i = 0; i < b->nterms; i++)
    if (!add_term(a, &b->terms[i]))
      return false;
  return true;
}

static bool mul_terms(const m2k_poly_term *a, const m2k_poly_term *b,
                      m2k_poly_term *out) {
  *out = *a;
  if (a->degree + b->degree > M2K_POLY_MAX_DEGREE ||
      !rational_mul(&out->factor, b->factor))
    return false;
  for (uint32_t i = 0; i < b->degree; i++) {
    uint32_t at = out->degree++;
    for (; at && out->symbols[at - 1] > b->symbols[i]; at--)
      out->symbols[at] = out->symbols[at - 1];
    out->symbols[at] = b->symbols[i];
  }
  return true;
}

bool m2k_poly_mul(m2k_poly *a, const m2k_poly *b) {
  m2k_poly product = {0};
  for (uint32_t i = 0; i < a->nterms; i++)
    for (uint32_t k = 0; k < b->nterms; k++) {
      m2k_poly_term term;
      if (!mul_terms(&a->terms[i], &b->terms[k], &term) ||
          !add_term(&product, &term))
        return false;
    }
  *a = product;
  return true;
}

bool m2k_poly_div(m2k_poly *a, const m2k_poly *b) {
  if (b->nterms != 1 || b->terms[0].degree)
    return false;
  m2k_rational by = b->terms[0].factor;
  m2k_rational inverse = {by.num < 0 ? -by.den : by.den,
                          by.num < 0 ? -by.num : by.num};
  for (uint32_t i = 0; i < a->nterms; i++)
    if (!rational_mul(&a->terms[i].factor, inverse))
      return false;
  return true;
}

void m2k_poly_negate(m2k_poly *a) {
  for (uint32_t i = 0; i < a->nterms; i++)
    a->terms[i].factor.num = -a->terms[i].factor.num;
}

bool m2k_poly_equal(const m2k_poly *a, const m2k_poly *b) {
  if (a->nterms != b->nterms)
    return false;
  for (uint32_t i = 0; i < a->nterms; i++)
    if (compare_terms(&a->terms[i], &b->terms[i]) != 0 ||
        a->terms[i].factor.num != b->terms[i].factor.num ||
        a->terms[i].factor.den != b->terms[i].factor.den)
      return false;
  return true;
}

bool m2k_poly_denominator(const m2k_poly *p, m2k_i128 *den) {
  *den = 1;
  for (uint32_t i = 0; i < p->nterms; i++) {
    m2k_i128 other = p->terms[i].factor.den;
    if (__builtin_mul_overflow(*den, other / gcd(*den, other), den))
      return false;
  }
  for (uint32_t i = 0; i < p->nterms; i++) {
    m2k_rational f = p->terms[i].factor;
    m2k_i128 scaled;
    if (__builtin_mul_overflow(f.num, *den / f.den, &scaled) ||
        is_smallest(scaled))
      return false;
  }
  return true;
}

bool m2k_poly_is_int(const m2k_poly *p, m2k_i128 *value) {
  *value = p->nterms ? p->terms[0].factor.num : 0;
  return p->nterms == 0 || (p->nterms == 1 && p->terms[0].degree == 0 &&
                            p->terms[0].factor.den == 1);
}

/* ---- writing ---- */

static void print_factors(const m2k_poly_term *term, const char *times,
                          const char *const *names, m2k_str *out) {
  for (uint32_t i = 0; i < term->degree; i++)
    m2k_str_addf(out, "%s%s", i ? times : "", names[term->symbols[i]]);
}

void m2k_poly_print(const m2k_poly *p, m2k_i128 scale, const char *const *names,
                    m2k_str *out) {
  char buf[48];
  for (uint32_t i = 0; i < p->nterms; i++) {
    const m2k_poly_term *term = &p->terms[i];
    m2k_i128 factor = term->factor.num * (scale / term->factor.den);
    bool negative = factor < 0;
    m2k_str_add(out, i == 0 ? negative ? "-" : "" : negative ? " - " : " + ");
    factor = negative ? -factor : factor;
    if (factor != 1 || term->degree == 0)
      m2k_str_addf(out, "%s%s", m2k_i128_text(factor, buf),
                   term->degree ? " * " : "");
    print_factors(term, " * ", names, out);
  }
  m2k_str_add(out, p->nterms ? "" : "0");
}

void m2k_poly_print_traced(const m2k_poly *p, const char *const *names,
                           m2k_str *out) {
  char buf[48];
  for (uint32_t i = 0; i < p->nterms; i++) {
    const m2k_poly_term *term = &p->terms[i];
    m2k_str_addf(out, "%s%s", i ? "+" : "",
                 m2k_i128_text(term->factor.num, buf));
    if (term->factor.den != 1)
      m2k_str_addf(out, "/%s", m2k_i128_text(term->factor.den, buf));
    m2k_str_add(out, term->degree ? "*" : "");
    print_factors(term, "*", names, out);
  }
  m2k_str_add(out, p->nterms ? "" : "0");
}
