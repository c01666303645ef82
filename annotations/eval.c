#include "annotations/expr.h"

#include "passes/base/bug.h"

static bool is_min(m2k_i128 value) {
  return value == -(m2k_i128)(((m2k_u128)1 << 127) - 1) - 1;
}

/* Floor division. The smallest value by -1 is the one quotient that does not
 * fit; its remainder must not be computed by the machine either. */
static m2k_eval_status floor_div(m2k_i128 l, m2k_i128 r, m2k_i128 *quotient,
                                 m2k_i128 *remainder) {
  if (r == 0)
    return M2K_EVAL_DIV_ZERO;
  if (r == -1) {
    *remainder = 0;
    if (is_min(l))
      return M2K_EVAL_OVERFLOW;
    *quotient = -l;
    return M2K_EVAL_OK;
  }
  *quotient = l / r;
  *remainder = l % r;
  if (*remainder != 0 && (*remainder < 0) != (r < 0)) {
    *quotient -= 1;
    *remainder += r;
  }
  return M2K_EVAL_OK;
}

static m2k_eval_status divide(m2k_expr_kind kind, m2k_i128 l, m2k_i128 r,
                              m2k_i128 *value) {
  m2k_i128 quotient = 0, remainder = 0;
  m2k_eval_status s = floor_div(l, r, &quotient, &remainder);
  if (kind == M2K_EXPR_MOD) {
    if (s == M2K_EVAL_DIV_ZERO)
      return s;
    *value = remainder;
    return M2K_EVAL_OK;
  }
  if (s)
    return s;
  /* |quotient| < 2^127 when there is a remainder, so + 1 fits. */
  if (kind == M2K_EXPR_CEILDIV && remainder != 0)
    quotient += 1;
  *value = quotient;
  return M2K_EVAL_OK;
}

static m2k_eval_status give(m2k_i128 result, m2k_i128 *value) {
  *value = result;
  return M2K_EVAL_OK;
}

static bool compare(m2k_expr_kind kind, m2k_i128 l, m2k_i128 r) {
  switch (kind) {
  case M2K_EXPR_LT:
    return l < r;
  case M2K_EXPR_LE:
    return l <= r;
  case M2K_EXPR_GT:
    return l > r;
  case M2K_EXPR_GE:
    return l >= r;
  case M2K_EXPR_EQ:
    return l == r;
  case M2K_EXPR_NE:
    return l != r;
  default:
    m2k_bug("not a comparison: %d", (int)kind);
  }
}

static m2k_eval_status apply(m2k_expr_kind kind, m2k_i128 l, m2k_i128 r,
                             m2k_i128 *value) {
  m2k_i128 result = 0;
  bool overflow = false;
  switch (kind) {
  case M2K_EXPR_MUL:
    overflow = __builtin_mul_overflow(l, r, &result);
    break;
  case M2K_EXPR_ADD:
    overflow = __builtin_add_overflow(l, r, &result);
    break;
  case M2K_EXPR_SUB:
    overflow = __builtin_sub_overflow(l, r, &result);
    break;
  case M2K_EXPR_DIV:
  case M2K_EXPR_MOD:
  case M2K_EXPR_CEILDIV:
    return divide(kind, l, r, value);
  case M2K_EXPR_MIN:
    return give(l < r ? l : r, value);
  case M2K_EXPR_MAX:
    return give(l > r ? l : r, value);
  default:
    return give(compare(kind, l, r), value);
  }
  return overflow ? M2K_EVAL_OVERFLOW : give(result, value);
}

static m2k_eval_status eval_symbol(const m2k_expr *e, const m2k_env *env,
                                   m2k_i128 *value) {
  if (!env)
    return M2K_EVAL_UNKNOWN;
  if (e->kind == M2K_EXPR_INDEX) {
    if (!env->index)
      return M2K_EVAL_UNKNOWN;
    *value = *env->index;
    return M2K_EVAL_OK;
  }
  if (e->symbol >= env->count || (env->known && !env->known[e->symbol]))
    return M2K_EVAL_UNKNOWN;
  *value = env->values[e->symbol];
  return M2K_EVAL_OK;
}

static m2k_eval_status eval_unary(const m2k_expr *e, const m2k_env *env,
                                  m2k_i128 *value) {
  m2k_i128 l = 0;
  m2k_eval_status s = m2k_expr_eval(e->l, env, &l);
  if (s)
    return s;
  if (e->kind == M2K_EXPR_NOT)
    return give(!l, value);
  return apply(M2K_EXPR_SUB, 0, l, value);
}

m2k_eval_status m2k_expr_eval(const m2k_expr *e, const m2k_env *env,
                              m2k_i128 *value) {
  if (e->kind == M2K_EXPR_INT) {
    *value = e->value;
    return M2K_EVAL_OK;
  }
  if (e->kind == M2K_EXPR_SYMBOL || e->kind == M2K_EXPR_INDEX)
    return eval_symbol(e, env, value);
  if (m2k_expr_operands(e->kind) == 1)
    return eval_unary(e, env, value);
  m2k_i128 l = 0, r = 0;
  m2k_eval_status s = m2k_expr_eval(e->l, env, &l);
  if (s)
    return s;
  if (e->kind == M2K_EXPR_AND || e->kind == M2K_EXPR_OR) {
    if ((l != 0) == (e->kind == M2K_EXPR_OR))
      return give(l, value);
    return m2k_expr_eval(e->r, env, value);
  }
  s = m2k_expr_eval(e->r, env, &r);
  return s ? s : apply(e->kind, l, r, value);
}

typedef struct range {
  m2k_i128 lo, hi, step;
} range;

static m2k_eval_status eval_range(const m2k_set *set, const m2k_env *env,
                                  range *r) {
  m2k_eval_status s = m2k_expr_eval(set->lo, env, &r->lo);
  if (!s)
    s = m2k_expr_eval(set->hi, env, &r->hi);
  r->step = 1;
  if (!s && set->step)
    s = m2k_expr_eval(set->step, env, &r->step);
  return !s && r->step < 1 ? M2K_EVAL_DIV_ZERO : s;
}

/* How far into the range `value` is; lo <= value, so only the difference can
 * be too large for a signed number. */
static m2k_u128 distance(m2k_i128 lo, m2k_i128 value) {
  return (m2k_u128)value - (m2k_u128)lo;
}

m2k_eval_status m2k_set_contains(const m2k_set *set, const m2k_env *env,
                                 m2k_i128 value, bool *yes) {
  if (set->kind == M2K_SET_TYPE) {
    *yes = value >= m2k_inttype_lo(set->type) &&
           value <= m2k_inttype_hi(set->type);
    return M2K_EVAL_OK;
  }
  if (set->kind == M2K_SET_RANGE) {
    range r = {0};
    m2k_eval_status s = eval_range(set, env, &r);
    if (!s)
      *yes = value >= r.lo && value <= r.hi &&
             distance(r.lo, value) % (m2k_u128)r.step == 0;
    return s;
  }
  bool found = false;
  for (uint32_t i = 0; i < set->nitems; i++) {
    m2k_i128 item = 0;
    m2k_eval_status s = m2k_expr_eval(set->items[i], env, &item);
    if (s)
      return s;
    found |= item == value;
  }
  *yes = found;
  return M2K_EVAL_OK;
}

static m2k_eval_status list_bounds(const m2k_set *set, const m2k_env *env,
                                   m2k_i128 *lo, m2k_i128 *hi, bool *empty) {
  m2k_i128 min = 0, max = 0;
  for (uint32_t i = 0; i < set->nitems; i++) {
    m2k_i128 item = 0;
    m2k_eval_status s = m2k_expr_eval(set->items[i], env, &item);
    if (s)
      return s;
    if (i == 0 || item < min)
      min = item;
    if (i == 0 || item > max)
      max = item;
  }
  *empty = set->nitems == 0;
  if (!*empty) {
    *lo = min;
    *hi = max;
  }
  return M2K_EVAL_OK;
}

m2k_eval_status m2k_set_bounds(const m2k_set *set, const m2k_env *env,
                               m2k_i128 *lo, m2k_i128 *hi, bool *empty) {
  if (set->kind == M2K_SET_LIST)
    return list_bounds(set, env, lo, hi, empty);
  range r = {.step = 1};
  if (set->kind == M2K_SET_TYPE) {
    r.lo = m2k_inttype_lo(set->type);
    r.hi = m2k_inttype_hi(set->type);
  } else {
    m2k_eval_status s = eval_range(set, env, &r);
    if (s)
      return s;
  }
  *empty = r.lo > r.hi;
  if (*empty)
    return M2K_EVAL_OK;
  *lo = r.lo;
  *hi = r.hi - (m2k_i128)(distance(r.lo, r.hi) % (m2k_u128)r.step);
  return M2K_EVAL_OK;
}
