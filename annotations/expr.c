#include "annotations/expr.h"

#include "passes/base/bug.h"

#include <string.h>

typedef struct expr_row {
  const char *spelling;
  unsigned operands, binding;
  bool cond;
} expr_row;

enum { RESULT_INT, RESULT_BOOL };

static const expr_row expr_rows[] = {
#define M2K_EXPR(name, spelling, operands, binding, result)                    \
  {spelling, operands, binding, RESULT_##result == RESULT_BOOL},
#include "annotations/expr.def"
#undef M2K_EXPR
};

static const expr_row *row_of(m2k_expr_kind kind) {
  M2K_ASSERT((unsigned)kind < M2K_EXPR_COUNT);
  return &expr_rows[kind];
}

const char *m2k_expr_spelling(m2k_expr_kind kind) {
  return row_of(kind)->spelling;
}

unsigned m2k_expr_operands(m2k_expr_kind kind) {
  return row_of(kind)->operands;
}

unsigned m2k_expr_binding(m2k_expr_kind kind) { return row_of(kind)->binding; }

bool m2k_expr_is_cond(m2k_expr_kind kind) { return row_of(kind)->cond; }

const m2k_expr *m2k_expr_int(m2k_arena *arena, m2k_i128 value,
                             uint32_t offset) {
  m2k_expr *e = M2K_NEW(arena, m2k_expr);
  e->kind = M2K_EXPR_INT;
  e->value = value;
  e->offset = offset;
  return e;
}

const m2k_expr *m2k_expr_symbol(m2k_arena *arena, const char *name,
                                uint32_t symbol, uint32_t offset) {
  m2k_expr *e = M2K_NEW(arena, m2k_expr);
  e->kind = M2K_EXPR_SYMBOL;
  e->name = m2k_strdup(arena, name);
  e->symbol = symbol;
  e->offset = offset;
  return e;
}

const m2k_expr *m2k_expr_node(m2k_arena *arena, m2k_expr_kind kind,
                              const m2k_expr *l, const m2k_expr *r,
                              uint32_t offset) {
  unsigned operands = m2k_expr_operands(kind);
  M2K_ASSERT(operands > 0 && l && (operands == 2) == (r != NULL));
  m2k_expr *e = M2K_NEW(arena, m2k_expr);
  e->kind = kind;
  e->l = l;
  e->r = r;
  e->offset = offset;
  return e;
}

bool m2k_expr_equal(const m2k_expr *a, const m2k_expr *b) {
  if (!a || !b)
    return a == b;
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case M2K_EXPR_INT:
    return a->value == b->value;
  case M2K_EXPR_SYMBOL:
  case M2K_EXPR_INDEX:
    return strcmp(a->name, b->name) == 0;
  default:
    return m2k_expr_equal(a->l, b->l) && m2k_expr_equal(a->r, b->r);
  }
}

bool m2k_set_equal(const m2k_set *a, const m2k_set *b) {
  if (!a || !b)
    return a == b;
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case M2K_SET_RANGE:
    return m2k_expr_equal(a->lo, b->lo) && m2k_expr_equal(a->hi, b->hi) &&
           m2k_expr_equal(a->step, b->step);
  case M2K_SET_LIST:
    if (a->nitems != b->nitems)
      return false;
    for (uint32_t i = 0; i < a->nitems; i++)
      if (!m2k_expr_equal(a->items[i], b->items[i]))
        return false;
    return true;
  case M2K_SET_TYPE:
    return a->type == b->type;
  }
  return false;
}
