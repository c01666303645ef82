/*
 * The words of a case as terms.
 */
#include "passes/launch/case_terms.h"

#include "annotations/print.h"
#include "passes/sym/summary.h"

void m2k_case_say(m2k_case_terms *t, m2k_term fact) {
  t->stated = m2k_and(t->bank, t->stated, fact);
}

m2k_term m2k_case_expr(m2k_case_terms *t, const m2k_expr *e) {
  return m2k_expr_term(t->bank, e, &t->scope, &t->defined);
}

/* ---- symbols ---- */

m2k_term m2k_case_choose(m2k_case_terms *t, const char *name, m2k_i128 lo,
                         m2k_i128 hi, uint32_t owner) {
  m2k_term out;
  if (t->values)
    out = m2k_const(t->bank, t->values[t->chosen.len]);
  else if (lo == hi)
    out = m2k_const(t->bank, lo);
  else
    out = m2k_sym(t->bank, name, lo, hi, owner);
  m2k_vec_push(&t->chosen, out);
  return out;
}

/* The least interval that can be told without the other symbols. */
static void symbol_bounds(const m2k_set *set, m2k_i128 *lo, m2k_i128 *hi) {
  m2k_i128 at;
  *lo = -M2K_INF;
  *hi = M2K_INF;
  if (set->kind == M2K_SET_TYPE) {
    *lo = m2k_inttype_lo(set->type);
    *hi = m2k_inttype_hi(set->type);
  } else if (set->kind == M2K_SET_RANGE) {
    if (m2k_expr_eval(set->lo, NULL, &at) == M2K_EVAL_OK)
      *lo = at;
    if (m2k_expr_eval(set->hi, NULL, &at) == M2K_EVAL_OK)
      *hi = at;
  } else {
    bool empty = false;
    if (m2k_set_bounds(set, NULL, lo, hi, &empty) != M2K_EVAL_OK || empty) {
      *lo = -M2K_INF;
      *hi = M2K_INF;
    }
  }
}

static m2k_term case_symbol(m2k_case_terms *t, uint32_t i,
                            const m2k_bind_choice *choices) {
  const m2k_symbol *s = &t->c->symbols[i];
  m2k_i128 lo, hi;
  symbol_bounds(&s->set, &lo, &hi);
  if (choices && choices[i].chosen)
    lo = hi = choices[i].value;
  return m2k_case_choose(t, s->name, lo, hi, M2K_OWNER_CASE | i);
}

m2k_case_terms m2k_case_terms_new(m2k_arena *arena, m2k_bank *bank,
                                  const m2k_case *c,
                                  const m2k_bind_choice *choices,
                                  const m2k_i128 *values) {
  m2k_case_terms t = {.bank = bank,
                      .arena = arena,
                      .c = c,
                      .stated = m2k_true(bank),
                      .defined = m2k_true(bank),
                      .values = values};
  uint32_t n = c ? c->nsymbols : 0;
  m2k_term *symbols = M2K_NEW_N(arena, m2k_term, n + 1);
  t.scope = (m2k_scope){symbols, M2K_NO_TERM};
  for (uint32_t i = 0; i < n; i++)
    symbols[i] = case_symbol(&t, i, choices);
  for (uint32_t i = 0; i < n; i++)
    m2k_case_say(&t, m2k_set_term(bank, &c->symbols[i].set, symbols[i],
                                  &t.scope, &t.defined));
  for (uint32_t i = 0; c && i < c->nassumes; i++)
    m2k_case_say(&t, m2k_case_expr(&t, c->assumes[i]));
  return t;
}

void m2k_case_terms_free(m2k_case_terms *t) { m2k_vec_free(&t->chosen); }

/* ---- tensors ---- */

m2k_term m2k_case_bytes(m2k_case_terms *t, const m2k_tensor_clause *tensor,
                        uint32_t elem_size) {
  m2k_bank *bank = t->bank;
  m2k_term one = m2k_const(bank, 1), zero = m2k_const(bank, 0);
  m2k_term numel = one, last = one, empty = m2k_false(bank);
  for (uint32_t i = 0; i < tensor->rank; i++) {
    m2k_term d = m2k_case_expr(t, tensor->dims[i]);
    m2k_case_say(t, m2k_le(bank, zero, d));
    numel = m2k_mul(bank, numel, d);
    empty = m2k_or(bank, empty, m2k_eq(bank, d, zero));
    if (!tensor->strides)
      continue;
    /* Regions reach upwards from the first element. */
    m2k_term stride = m2k_case_expr(t, tensor->strides[i]);
    m2k_case_say(t, m2k_le(bank, zero, stride));
    last = m2k_add(bank, last, m2k_mul(bank, m2k_offset(bank, d, -1), stride));
  }
  if (tensor->stride_offset)
    m2k_case_say(t,
                 m2k_le(bank, zero, m2k_case_expr(t, tensor->stride_offset)));
  m2k_term elems = tensor->strides ? m2k_ite(bank, empty, zero, last) : numel;
  return m2k_scale(bank, elems, elem_size);
}

const char *m2k_case_shape(const m2k_case_terms *t,
                           const m2k_tensor_clause *tensor) {
  m2k_str out = {0};
  m2k_str_addf(&out, "%s[", m2k_dtype_name(tensor->dtype));
  for (uint32_t i = 0; i < tensor->rank; i++) {
    m2k_str_add(&out, i ? ", " : "");
    m2k_expr_print(tensor->dims[i], &out);
  }
  m2k_str_add(&out, "]");
  const char *text = m2k_strdup(t->arena, m2k_str_text(&out));
  m2k_str_free(&out);
  return text;
}

/* The least and the greatest of a list's elements. */
static void list_hull(m2k_case_terms *t, m2k_values *v, const m2k_set *set) {
  for (uint32_t i = 0; i < set->nitems; i++) {
    m2k_term item = m2k_case_expr(t, set->items[i]);
    v->lo = i ? m2k_min(t->bank, v->lo, item) : item;
    v->hi = i ? m2k_max(t->bank, v->hi, item) : item;
  }
}

/* Elements are numbers of the element type; one of unknown sign may be read
 * either way. */
static void within_type(m2k_case_terms *t, m2k_values *v, uint32_t bits,
                        m2k_dtype_kind kind) {
  m2k_bank *bank = t->bank;
  m2k_i128 half = (m2k_i128)1 << (bits - 1);
  bool is_unsigned =
      kind == M2K_DTYPE_KIND_UNSIGNED || kind == M2K_DTYPE_KIND_BOOL;
  m2k_i128 least = is_unsigned ? 0 : -half;
  m2k_i128 most = kind == M2K_DTYPE_KIND_SIGNED ? half - 1 : 2 * half - 1;
  v->lo = m2k_max(bank, v->lo, m2k_const(bank, least));
  v->hi = m2k_min(bank, v->hi, m2k_const(bank, most));
}

m2k_values m2k_case_values(m2k_case_terms *t, const m2k_set *set,
                           uint32_t elem_size, m2k_dtype_kind kind) {
  m2k_bank *bank = t->bank;
  m2k_values v = {0};
  if (kind == M2K_DTYPE_KIND_FLOAT || elem_size == 0 || elem_size > 8)
    return v;
  if (set->kind == M2K_SET_TYPE) {
    v.lo = m2k_const(bank, m2k_inttype_lo(set->type));
    v.hi = m2k_const(bank, m2k_inttype_hi(set->type));
  } else if (set->kind == M2K_SET_RANGE) {
    v.lo = m2k_case_expr(t, set->lo);
    v.hi = m2k_case_expr(t, set->hi);
  } else if (set->nitems) {
    list_hull(t, &v, set);
  } else {
    m2k_case_say(t, m2k_false(bank));
    return v;
  }
  within_type(t, &v, 8 * elem_size, kind);
  /* an empty set of contents excludes the symbols that make it so */
  m2k_case_say(t, m2k_le(bank, v.lo, v.hi));
  v.stated = true;
  if (set->kind == M2K_SET_LIST || (set->kind == M2K_SET_RANGE && set->step))
    v.members = set;
  if (v.members && set->step)
    m2k_case_say(t,
                 m2k_le(bank, m2k_const(bank, 1), m2k_case_expr(t, set->step)));
  return v;
}

/* ---- scalars ---- */

/* The numbers of a parameter's type; either sign where that is unknown. */
static void type_limits(const m2k_sig_param *type, m2k_range machine,
                        m2k_i128 *lo, m2k_i128 *hi) {
  *lo = machine.lo;
  *hi = machine.hi;
  if (machine.lo >= 0 || (type && type->bits && !type->is_unsigned))
    return;
  *hi = 2 * machine.hi + 1;
  if (type && type->bits && type->is_unsigned)
    *lo = 0;
}

m2k_term m2k_case_scalar(m2k_case_terms *t, const m2k_scalar_clause *s,
                         const m2k_sig_param *type, const char *name,
                         m2k_range machine, uint64_t max_dim, uint32_t owner) {
  m2k_bank *bank = t->bank;
  m2k_i128 lo, hi;
  type_limits(type, machine, &lo, &hi);
  m2k_term out;
  if (s && s->value.kind == M2K_CLAUSE_EXPR) {
    out = m2k_case_expr(t, s->value.expr);
  } else if (s && s->value.kind == M2K_CLAUSE_BOOL) {
    out = m2k_const(bank, s->value.truth);
  } else if (s && s->value.kind == M2K_CLAUSE_SET) {
    m2k_term defined = m2k_true(bank);
    out = m2k_case_choose(t, name, lo, hi, M2K_OWNER_PARAM);
    m2k_case_say(t,
                 m2k_set_term(bank, &s->value.set, out, &t->scope, &defined));
    m2k_case_say(t, defined);
  } else {
    m2k_i128 most = (m2k_i128)max_dim;
    out = m2k_case_choose(t, name, 0, most < machine.hi ? most : machine.hi,
                          owner);
  }
  /* A value that the parameter's type cannot hold is not passed. */
  m2k_case_say(t, m2k_and(bank, m2k_le(bank, m2k_const(bank, lo), out),
                          m2k_le(bank, out, m2k_const(bank, hi))));
  return out;
}
