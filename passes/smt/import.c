#include "passes/smt/import.h"

#include "passes/smt/bank.h"
#include "passes/smt/fold.h"
#include "passes/smt/idmap.h"
#include "passes/smt/linear.h"

struct m2k_import {
  const m2k_bank *from;
  m2k_bank *to;
  uint32_t (*owner)(void *data, uint32_t owner);
  void *data;
  m2k_idmap memo;
};

m2k_import *m2k_import_new(const m2k_bank *from, m2k_bank *to,
                           uint32_t (*owner)(void *data, uint32_t owner),
                           void *data) {
  m2k_import *import = calloc(1, sizeof *import);
  if (!import)
    m2k_bug("out of memory");
  *import = (m2k_import){.from = from, .to = to, .owner = owner, .data = data};
  return import;
}

void m2k_import_free(m2k_import *import) {
  if (!import)
    return;
  m2k_idmap_free(&import->memo);
  free(import);
}

void m2k_import_bind(m2k_import *import, m2k_term t, m2k_term as) {
  m2k_idmap_put(&import->memo, t, as);
}

static uint32_t owner_of(const m2k_import *import, m2k_term t) {
  m2k_term_kind kind = m2k_kind(import->from, t);
  uint32_t owner = kind == M2K_TERM_SYM || kind == M2K_TERM_BSYM
                       ? m2k_sym_owner(import->from, t)
                       : 0;
  return import->owner ? import->owner(import->data, owner) : owner;
}

/* A symbol, or what becomes one. */
static m2k_term symbol(m2k_import *import, m2k_term t) {
  m2k_term_kind kind = m2k_kind(import->from, t);
  bool named = kind == M2K_TERM_SYM || kind == M2K_TERM_BSYM;
  const char *name = named ? m2k_sym_name(import->from, t) : "value";
  uint32_t owner = owner_of(import, t);
  if (m2k_sort_of(import->from, t) == M2K_SORT_BOOL)
    return m2k_bool_sym(import->to, name, owner);
  return m2k_sym_range(import->to, name, m2k_range_of(import->from, t), owner);
}

static m2k_term sum(m2k_import *import, m2k_term t) {
  m2k_lin lin;
  m2k_lin_init(&lin, m2k_sum_constant(import->from, t));
  for (uint32_t i = 0; i < m2k_arg_count(import->from, t); i++)
    m2k_lin_add(import->to, &lin,
                m2k_import_term(import, m2k_arg(import->from, t, i)),
                m2k_coef(import->from, t, i));
  m2k_term out = m2k_lin_term(import->to, &lin);
  m2k_lin_free(&lin);
  return out;
}

static m2k_term apply(m2k_import *import, m2k_term t, const m2k_term *args) {
  m2k_bank *to = import->to;
  m2k_app fn = m2k_app_of(import->from, t);
  uint64_t param = m2k_app_param(import->from, t);
  uint32_t width = (uint32_t)param;
  if (fn == M2K_APP_BITAND)
    return m2k_bitand(to, args[0], args[1], width);
  if (fn == M2K_APP_BITOR)
    return m2k_bitor(to, args[0], args[1], width);
  if (fn == M2K_APP_BITXOR)
    return m2k_bitxor(to, args[0], args[1], width);
  m2k_range r = m2k_range_of(import->from, t);
  return m2k_apply(to, fn, param, args, m2k_arg_count(import->from, t), r.lo,
                   r.hi);
}

static m2k_term build(m2k_import *import, m2k_term t, const m2k_term *a) {
  m2k_bank *to = import->to;
  uint32_t count = m2k_arg_count(import->from, t);
  switch (m2k_kind(import->from, t)) {
  case M2K_TERM_MUL: {
    m2k_term product = a[0];
    for (uint32_t i = 1; i < count; i++)
      product = m2k_mul(to, product, a[i]);
    return product;
  }
  case M2K_TERM_DIV:
    return m2k_div(to, a[0], a[1]);
  case M2K_TERM_MOD:
    return m2k_mod(to, a[0], a[1]);
  case M2K_TERM_MIN:
    return m2k_min(to, a[0], a[1]);
  case M2K_TERM_MAX:
    return m2k_max(to, a[0], a[1]);
  case M2K_TERM_ITE:
    return m2k_ite(to, a[0], a[1], a[2]);
  case M2K_TERM_LE:
    return m2k_le(to, a[0], m2k_const(to, 0));
  case M2K_TERM_EQ:
    return m2k_eq(to, a[0], m2k_const(to, 0));
  case M2K_TERM_NOT:
    return m2k_not(to, a[0]);
  case M2K_TERM_AND:
    return m2k_and_n(to, a, count);
  case M2K_TERM_OR:
    return m2k_or_n(to, a, count);
  default:
    return apply(import, t, a);
  }
}

static bool is_leaf(const m2k_import *import, m2k_term t) {
  m2k_term_kind kind = m2k_kind(import->from, t);
  return kind == M2K_TERM_SYM || kind == M2K_TERM_BSYM ||
         (kind == M2K_TERM_APP &&
          !m2k_app_is_evaluable(m2k_app_of(import->from, t)));
}

static m2k_term translated(m2k_import *import, m2k_term t) {
  m2k_i128 value;
  if (m2k_is_const(import->from, t, &value))
    return m2k_const(import->to, value);
  switch (m2k_kind(import->from, t)) {
  case M2K_TERM_TRUE:
    return m2k_true(import->to);
  case M2K_TERM_FALSE:
    return m2k_false(import->to);
  case M2K_TERM_SUM:
    return sum(import, t);
  default:
    break;
  }
  if (is_leaf(import, t))
    return symbol(import, t);
  m2k_vec_u32 args = {0};
  for (uint32_t i = 0; i < m2k_arg_count(import->from, t); i++)
    m2k_vec_push(&args, m2k_import_term(import, m2k_arg(import->from, t, i)));
  m2k_term out = build(import, t, args.at);
  m2k_vec_free(&args);
  return out;
}

m2k_term m2k_import_term(m2k_import *import, m2k_term t) {
  uint32_t known;
  if (m2k_idmap_get(&import->memo, t, &known))
    return known;
  m2k_term out = translated(import, t);
  m2k_idmap_put(&import->memo, t, out);
  /* Known before its facts are made, which may mention it. */
  for (uint32_t i = 0; i < m2k_fact_count(import->from, t); i++) {
    m2k_term guard, fact;
    m2k_fact_get(import->from, t, i, &guard, &fact);
    guard = m2k_import_term(import, guard);
    m2k_fact_add(import->to, out, guard, m2k_import_term(import, fact));
  }
  return out;
}
