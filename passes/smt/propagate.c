#include "passes/smt/propagate.h"
#include "passes/smt/range.h"

enum { ROUNDS = 12 };

void m2k_bounds_meet(m2k_bounds *b, uint32_t at, m2k_range range) {
  m2k_range *old = &b->ranges.at[at];
  m2k_range now = m2k_range_meet(old, &range);
  if (m2k_range_equal(old, &now))
    return;
  *old = now;
  b->changed = true;
  if (m2k_range_is_empty(&now))
    b->conflict = true;
}

void m2k_bounds_decide(m2k_bounds *b, uint32_t at, bool value) {
  uint8_t want = value ? M2K_HOLDS : M2K_FAILS;
  if (b->truths.at[at] == want)
    return;
  if (b->truths.at[at] != M2K_OPEN)
    b->conflict = true;
  b->truths.at[at] = want;
  b->changed = true;
}

static void start(m2k_bounds *b, const m2k_question *q) {
  b->q = q;
  b->conflict = false;
  m2k_vec_resize(&b->ranges, q->nodes.len);
  m2k_vec_resize(&b->truths, q->nodes.len);
  for (uint32_t i = 0; i < q->nodes.len; ++i) {
    m2k_term t = q->nodes.at[i].t;
    b->ranges.at[i] = *m2k_range_at(q->bank, t);
    b->truths.at[i] = t == M2K_TERM_TRUE_ID    ? M2K_HOLDS
                      : t == M2K_TERM_FALSE_ID ? M2K_FAILS
                                               : M2K_OPEN;
    if (q->nodes.at[i].sort == M2K_SORT_INT &&
        m2k_range_is_empty(&b->ranges.at[i]))
      b->conflict = true;
  }
  for (uint32_t i = 0; i < q->conjuncts.len; ++i) {
    uint32_t at = 0;
    m2k_idmap_get(&q->place, q->conjuncts.at[i], &at);
    m2k_bounds_decide(b, at, true);
  }
}

bool m2k_bounds_find(m2k_bounds *b, const m2k_question *q) {
  if (q->impossible)
    return false;
  start(b, q);
  b->changed = true;
  for (uint32_t round = 0; round < ROUNDS && b->changed && !b->conflict;
       ++round) {
    b->changed = false;
    for (uint32_t i = q->nodes.len; i-- > 0 && !b->conflict;)
      m2k_bounds_down(b, i);
    for (uint32_t i = 0; i < q->nodes.len && !b->conflict; ++i)
      m2k_bounds_up(b, i);
  }
  return !b->conflict;
}

void m2k_bounds_free(m2k_bounds *b) {
  m2k_vec_free(&b->ranges);
  m2k_vec_free(&b->truths);
}

m2k_range m2k_bounds_of(const m2k_bounds *b, m2k_term t) {
  const m2k_bank *bank = b->q->bank;
  uint32_t at;
  if (m2k_idmap_get(&b->q->place, t, &at))
    return b->ranges.at[at];
  m2k_range range = *m2k_range_at(bank, t);
  m2k_term_kind kind = m2k_kind_of(bank, t);
  uint32_t count = m2k_node_at(bank, t)->count;
  if (kind == M2K_TERM_SUM) {
    m2k_range sum = m2k_range_const(m2k_sum_constant(bank, t));
    for (uint32_t i = 0; i < count; ++i) {
      m2k_range part = m2k_bounds_of(b, m2k_arg_of(bank, t, i));
      part = m2k_range_scale(&part, m2k_coef(bank, t, i));
      sum = m2k_range_add(&sum, &part);
    }
    return m2k_range_meet(&range, &sum);
  }
  if (kind == M2K_TERM_MUL) {
    m2k_range product = m2k_bounds_of(b, m2k_arg_of(bank, t, 0));
    for (uint32_t i = 1; i < count; ++i) {
      m2k_range part = m2k_bounds_of(b, m2k_arg_of(bank, t, i));
      product = m2k_range_mul(&product, &part);
    }
    return m2k_range_meet(&range, &product);
  }
  return range;
}
