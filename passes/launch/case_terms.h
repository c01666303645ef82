/*
 * The words of one interface case as terms: symbols, expressions, sets, the
 * bytes of tensors, what their elements can be. Used for kernels (bind.h) and
 * for host functions (call.h) alike; nothing about either grows here.
 *
 * Lifetime: terms live in the bank, texts in the arena that m2k_case_terms
 * names.
 */
#ifndef M2K_LAUNCH_CASE_TERMS_H
#define M2K_LAUNCH_CASE_TERMS_H

#include "annotations/clause.h"
#include "interface/signature.h"
#include "passes/base/vec.h"
#include "passes/smt/term.h"

/* What names in an expression stand for. */
typedef struct m2k_scope {
  const m2k_term *symbols; /* of the case */
  m2k_term index;          /* the number of a list's element; M2K_NO_TERM
                              outside list clauses */
} m2k_scope;

/* A term for an interface expression; *defined (in and out) gets the
 * conditions under which it has a value (divisors are positive). */
m2k_term m2k_expr_term(m2k_bank *bank, const m2k_expr *expr,
                       const m2k_scope *scope, m2k_term *defined);
/* `t` is an element of the set. */
m2k_term m2k_set_term(m2k_bank *bank, const m2k_set *set, m2k_term t,
                      const m2k_scope *scope, m2k_term *defined);

/* One value for a symbol of the case, where `chosen`. */
typedef struct m2k_bind_choice {
  bool chosen;
  m2k_i128 value;
} m2k_bind_choice;

/* The numbers that the architecture fixes to one of a few are best taken one by
 * one: with them concrete, most products are linear. Returns how many
 * combinations there are (1: nothing to choose, or too many), at most 16. */
uint32_t m2k_bind_choice_count(const m2k_case *c);
/* Combination number i < count; per symbol, in `arena`. */
const m2k_bind_choice *m2k_bind_choices(m2k_arena *arena, const m2k_case *c,
                                        uint32_t i);

typedef struct m2k_case_terms {
  m2k_bank *bank;
  m2k_arena *arena;
  const m2k_case *c; /* null: no interface */
  m2k_scope scope;
  m2k_term stated;  /* what the case says, one conjunction */
  m2k_term defined; /* no expression divides by zero */
  /* Every number that is chosen, in the order in which it was asked for. */
  M2K_VEC(m2k_term) chosen;
  /* Null, or their values: then they are constants. */
  const m2k_i128 *values;
} m2k_case_terms;

/* Makes the case's symbols and says what it says of them; `choices` and
 * `values` may be null. */
m2k_case_terms m2k_case_terms_new(m2k_arena *arena, m2k_bank *bank,
                                  const m2k_case *c,
                                  const m2k_bind_choice *choices,
                                  const m2k_i128 *values);
void m2k_case_terms_free(m2k_case_terms *t); /* its vector only */
/* A number that whoever calls chooses: a symbol, or its value. */
m2k_term m2k_case_choose(m2k_case_terms *t, const char *name, m2k_i128 lo,
                         m2k_i128 hi, uint32_t owner);
/* One more thing that holds. */
void m2k_case_say(m2k_case_terms *t, m2k_term fact);
/* The value of an expression of the case. */
m2k_term m2k_case_expr(m2k_case_terms *t, const m2k_expr *e);

/* (1 + sum of (size - 1) * stride) * element size, 0 when a size is 0; says
 * that sizes and strides are no less than 0. */
m2k_term m2k_case_bytes(m2k_case_terms *t, const m2k_tensor_clause *tensor,
                        uint32_t elem_size);
/* "f16[num_tokens, 4096]" */
const char *m2k_case_shape(const m2k_case_terms *t,
                           const m2k_tensor_clause *tensor);

/* What the elements of a tensor can be: numbers of the element type with its
 * sign, lo..hi, of which lo is one. */
typedef struct m2k_values {
  bool stated;
  m2k_term lo, hi;
  const m2k_set *members; /* elements are of this set besides; or null */
} m2k_values;
m2k_values m2k_case_values(m2k_case_terms *t, const m2k_set *set,
                           uint32_t elem_size, m2k_dtype_kind kind);

/* A number that is passed for a parameter: by its clause (null: a symbol of
 * `owner` in 0..max_dim) and its type (null: not known). `machine` is the
 * type's range read as signed. */
m2k_term m2k_case_scalar(m2k_case_terms *t, const m2k_scalar_clause *s,
                         const m2k_sig_param *type, const char *name,
                         m2k_range machine, uint64_t max_dim, uint32_t owner);

#endif
