/*
 * Linear forms: constant + sum of coefficient * term, the working form behind
 * SUM. Entries are sorted by term and have no zero coefficients. A form lives
 * on the stack of one builder; large ones spill to malloc, so each is released
 * by m2k_lin_free.
 */
#ifndef M2K_SMT_LINEAR_H
#define M2K_SMT_LINEAR_H

#include "passes/smt/bank.h"

enum { M2K_LIN_INLINE = 12 };

typedef struct m2k_lin {
  m2k_i128 constant;
  uint32_t len, cap;
  bool overflow; /* numbers have outgrown 126 bits: the form is worthless */
  m2k_term *terms;
  m2k_i128 *coefs;
  m2k_i128 coefs_inline[M2K_LIN_INLINE];
  m2k_term terms_inline[M2K_LIN_INLINE];
} m2k_lin;

void m2k_lin_init(m2k_lin *lin, m2k_i128 constant);
void m2k_lin_free(m2k_lin *lin);
/* lin becomes factor * t; t any integer term. */
void m2k_lin_of(const m2k_bank *bank, m2k_lin *lin, m2k_term t,
                m2k_i128 factor);
/* lin += factor * t. */
void m2k_lin_add(const m2k_bank *bank, m2k_lin *lin, m2k_term t,
                 m2k_i128 factor);
/* Appends without looking whether it is there; `t` sorts behind the rest. */
void m2k_lin_push(m2k_lin *lin, m2k_term t, m2k_i128 coef);
/* lin becomes a * b, without rewriting quotients. */
void m2k_lin_product(m2k_bank *bank, m2k_lin *lin, m2k_term a, m2k_term b);
/* The coefficient of t, 0 where it does not occur. */
m2k_i128 m2k_lin_coef(const m2k_lin *lin, m2k_term t);
/* gcd of the coefficients without the constant; 0 for a constant form. */
m2k_i128 m2k_lin_content(const m2k_lin *lin);
/* Divides coefficients (exactly) and sets the constant. */
void m2k_lin_divide(m2k_lin *lin, m2k_i128 by, m2k_i128 constant);
/* Interval of the form from the ranges of its terms. */
m2k_range m2k_lin_range(const m2k_bank *bank, const m2k_lin *lin);

/* The term of the form; rewrites pairs such as x - c * DIV(x, c). An unknown
 * integer after an overflow. */
m2k_term m2k_lin_term(m2k_bank *bank, m2k_lin *lin);
/* The same without rewriting. */
m2k_term m2k_lin_term_plain(m2k_bank *bank, const m2k_lin *lin);

#endif
