/*
 * Terms: mathematical integers, booleans and opaque values, hash-consed.
 *
 * A term is a 32-bit id in a bank; equal terms have equal ids. Integers are
 * unbounded (values are kept within 128 bits; bounds beyond +-2^120 count as
 * infinite). There are no bit-vectors here: a machine value of w bits is an
 * integer term congruent to it modulo 2^w, and m2k_swrap / m2k_uwrap make the
 * wrap-around explicit; they return their operand where intervals exclude a
 * wrap.
 *
 * Builders simplify as they build. Each integer term carries an interval and a
 * congruence (value = rem modulo mod), which follow from its symbols' ranges
 * alone; what follows from path conditions is the query's business (query.h).
 *
 * Facts: `guard implies fact` can be attached to any term. A query adds the
 * facts of every term that occurs in it, transitively.
 *
 * Lifetime: ids stay valid until the bank is freed or rewound to a mark taken
 * before their creation. Z3 appears nowhere in this header.
 */
#ifndef M2K_SMT_TERM_H
#define M2K_SMT_TERM_H

#include "passes/base/arena.h"
#include "passes/base/int128.h"
#include "passes/base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t m2k_term;
#define M2K_NO_TERM UINT32_MAX

typedef enum m2k_sort { M2K_SORT_INT, M2K_SORT_BOOL, M2K_SORT_OPAQUE } m2k_sort;

typedef enum m2k_term_kind {
#define TERM(name, sort, text) M2K_TERM_##name,
#include "passes/smt/term.def"
#undef TERM
  M2K_TERM_KIND_COUNT
} m2k_term_kind;

typedef enum m2k_app {
#define APP(name, sort, text, evaluable) M2K_APP_##name,
#include "passes/smt/app.def"
#undef APP
  M2K_APP_COUNT
} m2k_app;

/* +-infinity of intervals. */
#define M2K_INF ((m2k_i128)1 << 120)

/* Closed interval and congruence: lo <= v <= hi, v = rem (mod mod); mod >= 1.
 * lo > hi is the empty set. */
typedef struct m2k_range {
  m2k_i128 lo, hi;
  uint64_t mod, rem;
} m2k_range;

typedef struct m2k_bank m2k_bank;

m2k_bank *m2k_bank_new(void);
void m2k_bank_free(m2k_bank *bank);

/* A mark remembers the bank's size; rewinding forgets every term, symbol and
 * fact made since. */
typedef struct m2k_bank_mark {
  uint32_t terms, syms, facts, misc;
} m2k_bank_mark;
m2k_bank_mark m2k_bank_get_mark(const m2k_bank *bank);
void m2k_bank_rewind(m2k_bank *bank, m2k_bank_mark mark);

/* ---- leaves ---- */

m2k_term m2k_const(m2k_bank *bank, m2k_i128 value);
/* A fresh integer symbol. The name is copied, and need not be unique. `owner`
 * is the caller's business (what the symbol stands for). */
m2k_term m2k_sym(m2k_bank *bank, const char *name, m2k_i128 lo, m2k_i128 hi,
                 uint32_t owner);
/* The same with a known congruence. */
m2k_term m2k_sym_range(m2k_bank *bank, const char *name, m2k_range range,
                       uint32_t owner);
m2k_term m2k_bool_sym(m2k_bank *bank, const char *name, uint32_t owner);
m2k_term m2k_true(m2k_bank *bank);
m2k_term m2k_false(m2k_bank *bank);
static inline m2k_term m2k_bool(m2k_bank *bank, bool value) {
  return value ? m2k_true(bank) : m2k_false(bank);
}

/* ---- integers ---- */

m2k_term m2k_add(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_sub(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_neg(m2k_bank *bank, m2k_term a);
m2k_term m2k_mul(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_scale(m2k_bank *bank, m2k_term a, m2k_i128 factor);
m2k_term m2k_offset(m2k_bank *bank, m2k_term a, m2k_i128 constant);
/* floor(a / b) and a - b * floor(a / b). */
m2k_term m2k_div(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_mod(m2k_bank *bank, m2k_term a, m2k_term b);
/* C's division: quotient toward zero, remainder with the dividend's sign. */
m2k_term m2k_tdiv(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_trem(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_min(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_max(m2k_bank *bank, m2k_term a, m2k_term b);
/* Any sort; both branches of one sort. */
m2k_term m2k_ite(m2k_bank *bank, m2k_term cond, m2k_term a, m2k_term b);
/* The value of a w-bit machine integer whose bits are a modulo 2^w, read as
 * signed or as unsigned; 1 <= w <= 64. */
m2k_term m2k_swrap(m2k_bank *bank, m2k_term a, uint32_t width);
m2k_term m2k_uwrap(m2k_bank *bank, m2k_term a, uint32_t width);
/* An application. BITAND, BITOR and BITXOR must be built with the functions
 * below. `lo..hi` bounds INT results; ignored for other sorts. */
m2k_term m2k_apply(m2k_bank *bank, m2k_app fn, uint64_t param,
                   const m2k_term *args, uint32_t count, m2k_i128 lo,
                   m2k_i128 hi);
/* Bit operations on w-bit values; operands must lie in 0..2^w-1 (uwrap them
 * first). Masks of low or high bits become MOD, disjoint operands of OR and
 * XOR become sums, xor with all ones becomes 2^w-1-a, and so on. */
m2k_term m2k_bitand(m2k_bank *bank, m2k_term a, m2k_term b, uint32_t width);
m2k_term m2k_bitor(m2k_bank *bank, m2k_term a, m2k_term b, uint32_t width);
m2k_term m2k_bitxor(m2k_bank *bank, m2k_term a, m2k_term b, uint32_t width);

/* ---- booleans ---- */

m2k_term m2k_le(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_lt(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_eq(m2k_bank *bank, m2k_term a, m2k_term b); /* INT or BOOL */
m2k_term m2k_ne(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_not(m2k_bank *bank, m2k_term a);
/* AND and OR are flat, sorted, without duplicates; p and not p collapse;
 * (p and c) or (p and not c) becomes p. */
m2k_term m2k_and(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_or(m2k_bank *bank, m2k_term a, m2k_term b);
m2k_term m2k_and_n(m2k_bank *bank, const m2k_term *terms, uint32_t count);
m2k_term m2k_or_n(m2k_bank *bank, const m2k_term *terms, uint32_t count);
/* What is left of conjunction `a` when `known` holds: the conjuncts of a that
 * are not conjuncts of known. */
m2k_term m2k_relative(m2k_bank *bank, m2k_term a, m2k_term known);
/* True when every conjunct of `b` is a conjunct of `a`. */
bool m2k_implies_syntactically(const m2k_bank *bank, m2k_term a, m2k_term b);
/* True when a conjunct of `a` is the negation of one of `b`. */
bool m2k_excludes_syntactically(m2k_bank *bank, m2k_term a, m2k_term b);

/* ---- looking at terms ---- */

m2k_term_kind m2k_kind(const m2k_bank *bank, m2k_term t);
m2k_sort m2k_sort_of(const m2k_bank *bank, m2k_term t);
bool m2k_is_const(const m2k_bank *bank, m2k_term t, m2k_i128 *value);
m2k_range m2k_range_of(const m2k_bank *bank, m2k_term t);
/* Operands: of SUM the terms (coefficients by m2k_coef), of the others their
 * arguments. */
uint32_t m2k_arg_count(const m2k_bank *bank, m2k_term t);
m2k_term m2k_arg(const m2k_bank *bank, m2k_term t, uint32_t i);
m2k_i128 m2k_coef(const m2k_bank *bank, m2k_term t, uint32_t i);
m2k_i128 m2k_sum_constant(const m2k_bank *bank, m2k_term t);
m2k_app m2k_app_of(const m2k_bank *bank, m2k_term t);
uint64_t m2k_app_param(const m2k_bank *bank, m2k_term t);
const char *m2k_sym_name(const m2k_bank *bank, m2k_term sym);
uint32_t m2k_sym_owner(const m2k_bank *bank, m2k_term sym);
uint32_t m2k_term_count(const m2k_bank *bank);

/* Splits t into coefficient * part + rest where `part` is a term; coefficient
 * 0 when it does not occur as a summand. */
m2k_i128 m2k_split(m2k_bank *bank, m2k_term t, m2k_term part, m2k_term *rest);

/* Calls visit for every distinct term in t (facts not followed), operands
 * before users. Stops when visit returns false. */
void m2k_visit(const m2k_bank *bank, m2k_term t,
               bool (*visit)(void *data, m2k_term t), void *data);
/* True when one of the `count` terms occurs in t. */
bool m2k_occurs(const m2k_bank *bank, m2k_term t, const m2k_term *parts,
                uint32_t count);

/* ---- facts ---- */

void m2k_fact_add(m2k_bank *bank, m2k_term about, m2k_term guard,
                  m2k_term fact);
/* The facts attached to t: count, and guard and fact number i. */
uint32_t m2k_fact_count(const m2k_bank *bank, m2k_term t);
void m2k_fact_get(const m2k_bank *bank, m2k_term t, uint32_t i, m2k_term *guard,
                  m2k_term *fact);

/* ---- substitution and evaluation ---- */

/* A substitution with its memo table. Terms with facts of their own that are
 * not replaced (loop symbols, loads) and whose facts or arguments change are
 * copied: a SYM becomes a fresh symbol with the substituted facts. */
typedef struct m2k_subst m2k_subst;
/* `rewrite`, where given, is asked first for each SYM, BSYM and for each APP
 * (with its arguments already substituted, as `candidate`); it returns the
 * replacement or M2K_NO_TERM for the default. For SYM and BSYM `candidate` is
 * the symbol itself. */
m2k_subst *m2k_subst_new(m2k_bank *bank,
                         m2k_term (*rewrite)(void *data, m2k_term original,
                                             m2k_term candidate),
                         void *data);
void m2k_subst_free(m2k_subst *subst);
void m2k_subst_bind(m2k_subst *subst, m2k_term from, m2k_term to);
m2k_term m2k_subst_apply(m2k_subst *subst, m2k_term t);

/* The value of t when `value` gives the value of SYM, BSYM and of APP terms
 * that are not evaluable (booleans 0 or 1). False when a division by zero, an
 * overflow of 128 bits or a missing value (callback returns false) is met. */
bool m2k_term_eval(const m2k_bank *bank, m2k_term t,
                   bool (*value)(void *data, m2k_term leaf, m2k_i128 *out),
                   void *data, m2k_i128 *out);

/* ---- text ---- */

void m2k_term_print(const m2k_bank *bank, m2k_term t, m2k_str *out);

#endif
