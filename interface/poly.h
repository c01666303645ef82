/*
 * Polynomials over symbols with rational coefficients: what a dimension of the
 * traced form is, `0.0208*s+0.125`. Exact: a number with a fraction was fitted
 * to samples and stands for the small fraction next to it. Values are plain
 * and hold no pointers; names are the caller's, by number. Expressions of the
 * interface language are annotations/expr.h.
 */
#ifndef M2K_INTERFACE_POLY_H
#define M2K_INTERFACE_POLY_H

#include "passes/base/int128.h"
#include "passes/base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  M2K_POLY_MAX_TERMS = 16,
  M2K_POLY_MAX_DEGREE = 6,
  M2K_POLY_MAX_DENOMINATOR = 65536 /* of a number with a fraction */
};

/* num / den, in lowest terms, den > 0. */
typedef struct m2k_rational {
  m2k_i128 num, den;
} m2k_rational;

/* coefficient × the product of `degree` symbols, in ascending order. */
typedef struct m2k_poly_term {
  m2k_rational factor; /* never 0 */
  uint32_t symbols[M2K_POLY_MAX_DEGREE];
  uint32_t degree;
} m2k_poly_term;

/* Terms by falling degree, then by symbols; no two with the same symbols. */
typedef struct m2k_poly {
  m2k_poly_term terms[M2K_POLY_MAX_TERMS];
  uint32_t nterms;
} m2k_poly;

void m2k_poly_int(m2k_poly *p, m2k_i128 value);
void m2k_poly_symbol(m2k_poly *p, uint32_t symbol);
/* The rational with a small denominator that a finite double stands for; false
 * when there is none within rounding. */
bool m2k_poly_double(m2k_poly *p, double value);

/* In place; false, and *a unspecified, when a number does not fit 128 bits or
 * there are too many terms or symbols, or `b` of a division is no constant or
 * 0. */
bool m2k_poly_add(m2k_poly *a, const m2k_poly *b);
bool m2k_poly_mul(m2k_poly *a, const m2k_poly *b);
bool m2k_poly_div(m2k_poly *a, const m2k_poly *b);
void m2k_poly_negate(m2k_poly *a);
bool m2k_poly_equal(const m2k_poly *a, const m2k_poly *b);

/* The smallest positive number whose product with the polynomial has integer
 * coefficients; false when it does not fit. */
bool m2k_poly_denominator(const m2k_poly *p, m2k_i128 *den);
/* Is it a whole number, and which? */
bool m2k_poly_is_int(const m2k_poly *p, m2k_i128 *value);

/* The polynomial times `scale`, which makes its coefficients integers, as an
 * expression of the interface language. */
void m2k_poly_print(const m2k_poly *p, m2k_i128 scale, const char *const *names,
                    m2k_str *out);
/* As the traced form has it, with fractions as `1/48*s`. */
void m2k_poly_print_traced(const m2k_poly *p, const char *const *names,
                           m2k_str *out);

/* Reads an expression over + - * / and parentheses. `symbol` gives the number
 * of a name, false to refuse it. False after an error: *what says what is
 * wrong and *at how many bytes into the text. */
typedef bool m2k_poly_name(void *data, const char *name, size_t len,
                           uint32_t *symbol);
bool m2k_poly_parse(const char *text, m2k_poly_name *symbol, void *data,
                    m2k_poly *p, const char **what, size_t *at);

#endif
