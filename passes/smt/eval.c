#include "passes/smt/eval.h"
#include "passes/smt/bank.h"
#include "passes/smt/fold.h"
#include "passes/smt/range.h"

static bool arg(m2k_eval *e, m2k_term t, uint32_t i, m2k_i128 *out) {
  return m2k_eval_term(e, m2k_arg_of(e->bank, t, i), out);
}

static bool eval_sum(m2k_eval *e, m2k_term t, m2k_i128 *out) {
  uint32_t count = m2k_node_at(e->bank, t)->count;
  m2k_i128 sum = m2k_node_at(e->bank, t)->value, v;
  for (uint32_t i = 0; i < count; ++i)
    if (!arg(e, t, i, &v) || !m2k_mul_fits(m2k_coef(e->bank, t, i), v, &v) ||
        !m2k_add_fits(sum, v, &sum))
      return false;
  *out = sum;
  return true;
}

static bool eval_mul(m2k_eval *e, m2k_term t, m2k_i128 *out) {
  m2k_i128 product = 1, v;
  for (uint32_t i = 0; i < m2k_node_at(e->bank, t)->count; ++i)
    if (!arg(e, t, i, &v) || !m2k_mul_fits(product, v, &product))
      return false;
  *out = product;
  return true;
}

static bool eval_pair(m2k_eval *e, m2k_term t, m2k_term_kind kind,
                      m2k_i128 *out) {
  m2k_i128 a, b;
  if (!arg(e, t, 0, &a) || !arg(e, t, 1, &b))
    return false;
  if (kind == M2K_TERM_MIN || kind == M2K_TERM_MAX) {
    *out = (a <= b) == (kind == M2K_TERM_MIN) ? a : b;
    return true;
  }
  if (b == 0)
    return false;
  *out = kind == M2K_TERM_DIV ? m2k_floor_div(a, b) : m2k_floor_mod(a, b);
  return true;
}

static bool eval_ite(m2k_eval *e, m2k_term t, m2k_i128 *out) {
  m2k_i128 cond;
  return arg(e, t, 0, &cond) && arg(e, t, cond ? 1 : 2, out);
}

static bool eval_app(m2k_eval *e, m2k_term t, m2k_i128 *out) {
  const m2k_node *node = m2k_node_at(e->bank, t);
  m2k_app fn = (m2k_app)node->fn;
  m2k_i128 args[2];
  if (!m2k_app_is_evaluable(fn))
    return e->value(e->data, t, out);
  for (uint32_t i = 0; i < node->count; ++i)
    if (!arg(e, t, i, &args[i]))
      return false;
  node = m2k_node_at(e->bank, t);
  return m2k_app_fold(fn, (uint64_t)node->value, args, node->count, out);
}

/* One member that decides is enough, whatever the others are. */
static bool eval_set(m2k_eval *e, m2k_term t, bool decides, m2k_i128 *out) {
  bool known = true;
  m2k_i128 v;
  for (uint32_t i = 0; i < m2k_node_at(e->bank, t)->count; ++i) {
    if (!arg(e, t, i, &v)) {
      known = false;
    } else if ((v != 0) == decides) {
      *out = decides;
      return true;
    }
  }
  *out = !decides;
  return known;
}

static bool eval_relation(m2k_eval *e, m2k_term t, m2k_term_kind kind,
                          m2k_i128 *out) {
  m2k_i128 v;
  if (!arg(e, t, 0, &v))
    return false;
  *out = kind == M2K_TERM_LE ? v <= 0 : v == 0; /* NOT is v == 0 as well */
  return true;
}

static bool eval_node(m2k_eval *e, m2k_term t, m2k_i128 *out) {
  m2k_term_kind kind = m2k_kind_of(e->bank, t);
  switch (kind) {
  case M2K_TERM_CONST:
    *out = m2k_node_at(e->bank, t)->value;
    return true;
  case M2K_TERM_TRUE:
  case M2K_TERM_FALSE:
    *out = kind == M2K_TERM_TRUE;
    return true;
  case M2K_TERM_SYM:
  case M2K_TERM_BSYM:
    return e->value(e->data, t, out);
  case M2K_TERM_SUM:
    return eval_sum(e, t, out);
  case M2K_TERM_MUL:
    return eval_mul(e, t, out);
  case M2K_TERM_DIV:
  case M2K_TERM_MOD:
  case M2K_TERM_MIN:
  case M2K_TERM_MAX:
    return eval_pair(e, t, kind, out);
  case M2K_TERM_ITE:
    return eval_ite(e, t, out);
  case M2K_TERM_APP:
    return eval_app(e, t, out);
  case M2K_TERM_LE:
  case M2K_TERM_EQ:
  case M2K_TERM_NOT:
    return eval_relation(e, t, kind, out);
  case M2K_TERM_AND:
    return eval_set(e, t, false, out);
  case M2K_TERM_OR:
    return eval_set(e, t, true, out);
  case M2K_TERM_KIND_COUNT:
    break;
  }
  m2k_bug("unknown kind of term %d", (int)kind);
}

bool m2k_eval_term(m2k_eval *e, m2k_term t, m2k_i128 *out) {
  uint32_t at;
  if (m2k_kind_of(e->bank, t) == M2K_TERM_CONST)
    return eval_node(e, t, out);
  if (m2k_idmap_get(&e->memo, t, &at)) {
    if (at == UINT32_MAX)
      return false;
    *out = e->values.at[at];
    return true;
  }
  bool ok = eval_node(e, t, out);
  m2k_idmap_put(&e->memo, t, ok ? e->values.len : UINT32_MAX);
  if (ok)
    m2k_vec_push(&e->values, *out);
  return ok;
}

void m2k_eval_free(m2k_eval *e) {
  m2k_idmap_free(&e->memo);
  m2k_vec_free(&e->values);
}

bool m2k_term_eval(const m2k_bank *bank, m2k_term t,
                   bool (*value)(void *data, m2k_term leaf, m2k_i128 *out),
                   void *data, m2k_i128 *out) {
  m2k_eval e = {.bank = bank, .value = value, .data = data};
  bool ok = m2k_eval_term(&e, t, out);
  m2k_eval_free(&e);
  return ok;
}
