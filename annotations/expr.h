/*
 * The trees of the interface language: EXPR (unbounded integers, held in 128
 * bits), COND and SET. Nodes live in the case's arena, are never changed after
 * parsing and carry their offset in the case's text, so that later phases can
 * point at them (m2k_case_loc). A binary node's offset is its operator's.
 * Well-typed by construction: see expr.def. No simplification belongs here;
 * that is smt's.
 */
#ifndef M2K_ANNOTATIONS_EXPR_H
#define M2K_ANNOTATIONS_EXPR_H

#include "annotations/dtype.h"
#include "passes/base/arena.h"
#include "passes/base/int128.h"

typedef enum m2k_expr_kind {
#define M2K_EXPR(name, spelling, operands, binding, result) M2K_EXPR_##name,
#include "annotations/expr.def"
#undef M2K_EXPR
  M2K_EXPR_COUNT
} m2k_expr_kind;

typedef struct m2k_expr m2k_expr;
struct m2k_expr {
  m2k_expr_kind kind;
  uint32_t offset;
  m2k_i128 value;        /* INT; negative literals are folded into it */
  const char *name;      /* SYMBOL, INDEX */
  uint32_t symbol;       /* SYMBOL: index into m2k_case.symbols */
  const m2k_expr *l, *r; /* operands; r is null for unary ones */
};

typedef enum m2k_set_kind {
  M2K_SET_RANGE, /* lo..hi, both included, from lo on in steps of `step` */
  M2K_SET_LIST,  /* {a, b, c}; may be empty, may repeat an element */
  M2K_SET_TYPE   /* all values of a type */
} m2k_set_kind;

typedef struct m2k_set {
  m2k_set_kind kind;
  uint32_t offset;
  const m2k_expr *lo, *hi, *step; /* RANGE; step is null for 1 */
  const m2k_expr *const *items;   /* LIST */
  uint32_t nitems;
  m2k_inttype type; /* TYPE */
} m2k_set;

/* Facts about a node kind, from expr.def. */
const char *m2k_expr_spelling(m2k_expr_kind kind);
unsigned m2k_expr_operands(m2k_expr_kind kind);
unsigned m2k_expr_binding(m2k_expr_kind kind);
bool m2k_expr_is_cond(m2k_expr_kind kind);

/* Leaves and nodes for importers; all in `arena`, names copied. */
const m2k_expr *m2k_expr_int(m2k_arena *arena, m2k_i128 value, uint32_t offset);
const m2k_expr *m2k_expr_symbol(m2k_arena *arena, const char *name,
                                uint32_t symbol, uint32_t offset);
const m2k_expr *m2k_expr_node(m2k_arena *arena, m2k_expr_kind kind,
                              const m2k_expr *l, const m2k_expr *r,
                              uint32_t offset);

/* Structural equality; offsets do not count. Null equals null only. */
bool m2k_expr_equal(const m2k_expr *a, const m2k_expr *b);
bool m2k_set_equal(const m2k_set *a, const m2k_set *b);

typedef enum m2k_eval_status {
  M2K_EVAL_OK,
  M2K_EVAL_OVERFLOW, /* an intermediate value does not fit 128 bits */
  M2K_EVAL_DIV_ZERO, /* `/`, `%` or ceildiv by zero, or a step below 1 */
  M2K_EVAL_UNKNOWN   /* names a symbol or index that has no value */
} m2k_eval_status;

/* What the symbols stand for: values[i] is that of m2k_case.symbols[i]. */
typedef struct m2k_env {
  const m2k_i128 *values;
  const bool *known; /* null: all of them are */
  uint32_t count;
  const m2k_i128 *index; /* the list index, null outside a list clause */
} m2k_env;

/* The value of an EXPR, or 0 and 1 for a COND (&& and || stop early). *value is
 * untouched unless the result is M2K_EVAL_OK. `env` null: no symbol has one. */
m2k_eval_status m2k_expr_eval(const m2k_expr *expr, const m2k_env *env,
                              m2k_i128 *value);
/* Is `value` in the set, and are there any elements at all? */
m2k_eval_status m2k_set_contains(const m2k_set *set, const m2k_env *env,
                                 m2k_i128 value, bool *yes);
/* The smallest and largest element; *empty and nothing else when there are
 * none. */
m2k_eval_status m2k_set_bounds(const m2k_set *set, const m2k_env *env,
                               m2k_i128 *lo, m2k_i128 *hi, bool *empty);

#endif
