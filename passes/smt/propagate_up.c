#include "passes/smt/propagate.h"
#include "passes/smt/range.h"

static const m2k_range *arg(const m2k_bounds *b, uint32_t at, uint32_t i) {
  return &b->ranges.at[m2k_bounds_arg(b, at, i)];
}

static uint8_t truth(const m2k_bounds *b, uint32_t at, uint32_t i) {
  return b->truths.at[m2k_bounds_arg(b, at, i)];
}

static m2k_range sum_up(const m2k_bounds *b, uint32_t at) {
  const m2k_bank *bank = b->q->bank;
  const m2k_qnode *node = &b->q->nodes.at[at];
  const m2k_i128 *coefs = m2k_node_coefs(bank, m2k_node_at(bank, node->t));
  m2k_range sum = m2k_range_const(m2k_sum_constant(bank, node->t));
  for (uint32_t i = 0; i < node->count; ++i) {
    m2k_range part = m2k_range_scale(arg(b, at, i), coefs[i]);
    sum = m2k_range_add(&sum, &part);
  }
  return sum;
}

static m2k_range mul_up(const m2k_bounds *b, uint32_t at) {
  m2k_range product = *arg(b, at, 0);
  for (uint32_t i = 1; i < b->q->nodes.at[at].count; ++i)
    product = m2k_range_mul(&product, arg(b, at, i));
  return product;
}

/* Within one period of a constant modulus the remainder is x - period * m. */
static m2k_range mod_up(const m2k_bounds *b, uint32_t at) {
  const m2k_range *x = arg(b, at, 0), *m = arg(b, at, 1);
  if (m2k_range_is_point(m) && m->lo > 0 && x->lo > -M2K_INF &&
      x->hi < M2K_INF) {
    m2k_i128 period = m2k_floor_div(x->lo, m->lo), start;
    if (period == m2k_floor_div(x->hi, m->lo) &&
        m2k_mul_fits(period, -m->lo, &start)) {
      m2k_range shift = m2k_range_const(start);
      return m2k_range_add(x, &shift);
    }
  }
  return m2k_range_mod(x, m);
}

static m2k_range ite_up(const m2k_bounds *b, uint32_t at) {
  uint8_t cond = truth(b, at, 0);
  if (cond == M2K_OPEN)
    return m2k_range_join(arg(b, at, 1), arg(b, at, 2));
  return *arg(b, at, cond == M2K_HOLDS ? 1 : 2);
}

/* AND is decided by one that fails, OR by one that holds. */
static void set_up(m2k_bounds *b, uint32_t at, uint8_t decides) {
  uint32_t count = b->q->nodes.at[at].count, others = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (truth(b, at, i) == decides) {
      m2k_bounds_decide(b, at, decides == M2K_HOLDS);
      return;
    }
    others += truth(b, at, i) != M2K_OPEN;
  }
  if (others == count)
    m2k_bounds_decide(b, at, decides != M2K_HOLDS);
}

static void bool_up(m2k_bounds *b, uint32_t at, m2k_term_kind kind) {
  const m2k_range *r = arg(b, at, 0);
  uint8_t t = truth(b, at, 0);
  if (kind == M2K_TERM_AND || kind == M2K_TERM_OR) {
    set_up(b, at, kind == M2K_TERM_AND ? M2K_FAILS : M2K_HOLDS);
  } else if (kind == M2K_TERM_NOT) {
    if (t != M2K_OPEN)
      m2k_bounds_decide(b, at, t == M2K_FAILS);
  } else if (kind == M2K_TERM_LE) {
    if (r->hi <= 0 || r->lo > 0)
      m2k_bounds_decide(b, at, r->hi <= 0);
  } else if (kind == M2K_TERM_EQ) {
    if (!m2k_range_has(r, 0))
      m2k_bounds_decide(b, at, false);
    else if (m2k_range_is_point(r))
      m2k_bounds_decide(b, at, true);
  }
}

void m2k_bounds_up(m2k_bounds *b, uint32_t at) {
  const m2k_qnode *node = &b->q->nodes.at[at];
  m2k_term_kind kind = (m2k_term_kind)node->kind;
  if (node->count == 0 || kind == M2K_TERM_APP)
    return;
  if (node->sort == M2K_SORT_BOOL) {
    bool_up(b, at, kind);
    return;
  }
  if (node->sort != M2K_SORT_INT)
    return;
  switch (kind) {
  case M2K_TERM_SUM:
    m2k_bounds_meet(b, at, sum_up(b, at));
    return;
  case M2K_TERM_MUL:
    m2k_bounds_meet(b, at, mul_up(b, at));
    return;
  case M2K_TERM_DIV:
    m2k_bounds_meet(b, at, m2k_range_div(arg(b, at, 0), arg(b, at, 1)));
    return;
  case M2K_TERM_MOD:
    m2k_bounds_meet(b, at, mod_up(b, at));
    return;
  case M2K_TERM_MIN:
    m2k_bounds_meet(b, at, m2k_range_min(arg(b, at, 0), arg(b, at, 1)));
    return;
  case M2K_TERM_MAX:
    m2k_bounds_meet(b, at, m2k_range_max(arg(b, at, 0), arg(b, at, 1)));
    return;
  case M2K_TERM_ITE:
    m2k_bounds_meet(b, at, ite_up(b, at));
    return;
  default:
    return;
  }
}
