/*
 * Interface expressions, conditions and sets as terms.
 */
#include "passes/base/bug.h"
#include "passes/launch/case_terms.h"

static m2k_term positive(m2k_bank *bank, m2k_term t) {
  return m2k_le(bank, m2k_const(bank, 1), t);
}

/* ceil(a / b) = floor((a + b - 1) / b) for positive b. */
static m2k_term ceil_div(m2k_bank *bank, m2k_term a, m2k_term b) {
  return m2k_div(bank, m2k_offset(bank, m2k_add(bank, a, b), -1), b);
}

static m2k_term binary(m2k_bank *bank, m2k_expr_kind kind, m2k_term a,
                       m2k_term b, m2k_term *defined) {
  switch (kind) {
  case M2K_EXPR_MIN:
    return m2k_min(bank, a, b);
  case M2K_EXPR_MAX:
    return m2k_max(bank, a, b);
  case M2K_EXPR_MUL:
    return m2k_mul(bank, a, b);
  case M2K_EXPR_ADD:
    return m2k_add(bank, a, b);
  case M2K_EXPR_SUB:
    return m2k_sub(bank, a, b);
  case M2K_EXPR_LT:
    return m2k_lt(bank, a, b);
  case M2K_EXPR_LE:
    return m2k_le(bank, a, b);
  case M2K_EXPR_GT:
    return m2k_lt(bank, b, a);
  case M2K_EXPR_GE:
    return m2k_le(bank, b, a);
  case M2K_EXPR_EQ:
    return m2k_eq(bank, a, b);
  case M2K_EXPR_NE:
    return m2k_ne(bank, a, b);
  case M2K_EXPR_AND:
    return m2k_and(bank, a, b);
  case M2K_EXPR_OR:
    return m2k_or(bank, a, b);
  default:
    break;
  }
  *defined = m2k_and(bank, *defined, positive(bank, b));
  switch (kind) {
  case M2K_EXPR_DIV:
    return m2k_div(bank, a, b);
  case M2K_EXPR_MOD:
    return m2k_mod(bank, a, b);
  case M2K_EXPR_CEILDIV:
    return ceil_div(bank, a, b);
  default:
    m2k_bug("interface expression of kind %d", (int)kind);
  }
}

m2k_term m2k_expr_term(m2k_bank *bank, const m2k_expr *expr,
                       const m2k_scope *scope, m2k_term *defined) {
  switch (expr->kind) {
  case M2K_EXPR_INT:
    return m2k_const(bank, expr->value);
  case M2K_EXPR_SYMBOL:
    return scope->symbols[expr->symbol];
  case M2K_EXPR_INDEX:
    M2K_ASSERT(scope->index != M2K_NO_TERM);
    return scope->index;
  case M2K_EXPR_NEG:
    return m2k_neg(bank, m2k_expr_term(bank, expr->l, scope, defined));
  case M2K_EXPR_NOT:
    return m2k_not(bank, m2k_expr_term(bank, expr->l, scope, defined));
  default: {
    m2k_term a = m2k_expr_term(bank, expr->l, scope, defined);
    m2k_term b = m2k_expr_term(bank, expr->r, scope, defined);
    return binary(bank, expr->kind, a, b, defined);
  }
  }
}

static m2k_term between(m2k_bank *bank, m2k_term lo, m2k_term t, m2k_term hi) {
  return m2k_and(bank, m2k_le(bank, lo, t), m2k_le(bank, t, hi));
}

m2k_term m2k_set_term(m2k_bank *bank, const m2k_set *set, m2k_term t,
                      const m2k_scope *scope, m2k_term *defined) {
  switch (set->kind) {
  case M2K_SET_TYPE:
    return between(bank, m2k_const(bank, m2k_inttype_lo(set->type)), t,
                   m2k_const(bank, m2k_inttype_hi(set->type)));
  case M2K_SET_LIST: {
    m2k_term any = m2k_false(bank);
    for (uint32_t i = 0; i < set->nitems; i++)
      any = m2k_or(
          bank, any,
          m2k_eq(bank, t, m2k_expr_term(bank, set->items[i], scope, defined)));
    return any;
  }
  default: {
    m2k_term lo = m2k_expr_term(bank, set->lo, scope, defined);
    m2k_term hi = m2k_expr_term(bank, set->hi, scope, defined);
    m2k_term in = between(bank, lo, t, hi);
    if (!set->step)
      return in;
    m2k_term step = m2k_expr_term(bank, set->step, scope, defined);
    *defined = m2k_and(bank, *defined, positive(bank, step));
    return m2k_and(bank, in,
                   m2k_eq(bank, m2k_mod(bank, m2k_sub(bank, t, lo), step),
                          m2k_const(bank, 0)));
  }
  }
}
