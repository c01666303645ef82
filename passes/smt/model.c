#include "passes/smt/model.h"
#include "passes/smt/bank.h"
#include "passes/smt/fold.h"
#include "passes/smt/range.h"

m2k_model *m2k_model_new(const m2k_bank *bank) {
  m2k_model *model = calloc(1, sizeof *model);
  if (!model)
    m2k_bug("out of memory");
  model->bank = bank;
  return model;
}

void m2k_model_free(m2k_model *model) {
  if (!model)
    return;
  m2k_idmap_free(&model->place);
  m2k_vec_free(&model->values);
  free(model);
}

void m2k_model_set(m2k_model *model, m2k_term leaf, m2k_i128 value) {
  m2k_idmap_put(&model->place, leaf, model->values.len);
  m2k_vec_push(&model->values, value);
}

bool m2k_is_leaf(const m2k_bank *bank, m2k_term t) {
  const m2k_node *node = m2k_node_at(bank, t);
  if (node->kind == M2K_TERM_SYM || node->kind == M2K_TERM_BSYM)
    return true;
  return node->kind == M2K_TERM_APP && node->sort != M2K_SORT_OPAQUE &&
         !m2k_app_is_evaluable((m2k_app)node->fn);
}

static m2k_i128 some_value(const m2k_range *r, bool upper) {
  bool low = r->lo > -M2K_INF, high = r->hi < M2K_INF;
  if (upper && high)
    return r->hi;
  if (low)
    return r->lo;
  if (high && r->hi < (m2k_i128)r->rem)
    return r->hi;
  return (m2k_i128)r->rem;
}

bool m2k_model_leaf(void *data, m2k_term leaf, m2k_i128 *out) {
  const m2k_model *model = data;
  uint32_t at;
  if (m2k_idmap_get(&model->place, leaf, &at))
    *out = model->values.at[at];
  else if (m2k_sort_of(model->bank, leaf) == M2K_SORT_BOOL)
    *out = 0;
  else
    *out = some_value(m2k_range_at(model->bank, leaf), false);
  return true;
}

m2k_i128 m2k_model_value(const m2k_model *model, m2k_term t) {
  m2k_model copy = *model; /* the callback takes it as data that may change */
  m2k_i128 value;
  return m2k_term_eval(model->bank, t, m2k_model_leaf, &copy, &value) ? value
                                                                      : 0;
}

/* Whether two applications are one function whose arguments are equal here. */
static bool same_call(m2k_eval *e, m2k_term a, m2k_term b) {
  const m2k_node *x = m2k_node_at(e->bank, a), *y = m2k_node_at(e->bank, b);
  if (x->fn != y->fn || x->value != y->value || x->count != y->count)
    return false;
  for (uint32_t i = 0; i < x->count; ++i) {
    m2k_term s = m2k_arg_of(e->bank, a, i), t = m2k_arg_of(e->bank, b, i);
    m2k_i128 u, v;
    if (s == t)
      continue;
    if (m2k_sort_of(e->bank, s) == M2K_SORT_OPAQUE ||
        m2k_sort_of(e->bank, t) == M2K_SORT_OPAQUE ||
        !m2k_eval_term(e, s, &u) || !m2k_eval_term(e, t, &v) || u != v)
      return false;
  }
  return true;
}

static bool leaf_ok(m2k_eval *e, const m2k_question *q, uint32_t at,
                    m2k_clash *clash) {
  m2k_term t = q->nodes.at[at].t;
  m2k_i128 value, other;
  if (!m2k_eval_term(e, t, &value))
    return false;
  if (q->nodes.at[at].sort == M2K_SORT_INT &&
      !m2k_range_has(m2k_range_at(q->bank, t), value))
    return false;
  if (q->nodes.at[at].kind != M2K_TERM_APP)
    return true;
  for (uint32_t i = 0; i < at; ++i) {
    m2k_term before = q->nodes.at[i].t;
    if (q->nodes.at[i].kind != M2K_TERM_APP || !m2k_is_leaf(q->bank, before) ||
        !same_call(e, before, t))
      continue;
    if (!m2k_eval_term(e, before, &other) || other == value)
      continue;
    *clash = (m2k_clash){before, t};
    return false;
  }
  return true;
}

bool m2k_model_satisfies(m2k_model *model, const m2k_question *q,
                         m2k_clash *clash) {
  m2k_eval e = {.bank = q->bank, .value = m2k_model_leaf, .data = model};
  m2k_i128 value;
  bool ok = true;
  clash->a = clash->b = M2K_NO_TERM;
  for (uint32_t i = 0; ok && i < q->conjuncts.len; ++i)
    ok = m2k_eval_term(&e, q->conjuncts.at[i], &value) && value != 0;
  for (uint32_t i = 0; ok && i < q->nodes.len; ++i)
    if (m2k_is_leaf(q->bank, q->nodes.at[i].t))
      ok = leaf_ok(&e, q, i, clash);
  m2k_eval_free(&e);
  return ok;
}

m2k_model *m2k_model_guess(const m2k_bounds *b, bool upper) {
  const m2k_question *q = b->q;
  m2k_model *model = m2k_model_new(q->bank);
  for (uint32_t i = 0; i < q->nodes.len; ++i) {
    m2k_term t = q->nodes.at[i].t;
    if (!m2k_is_leaf(q->bank, t))
      continue;
    if (q->nodes.at[i].sort == M2K_SORT_BOOL)
      m2k_model_set(model, t, b->truths.at[i] == M2K_HOLDS);
    else
      m2k_model_set(model, t, some_value(&b->ranges.at[i], upper));
  }
  return model;
}
