#include "passes/smt/reduce.h"
#include "passes/smt/fold.h"
#include "passes/smt/range.h"
#include "passes/smt/rebuild.h"

typedef struct reduction {
  const m2k_bounds *b;
  m2k_bank *bank;
  m2k_vec_u32 now;    /* by number of node: what stands for it */
  m2k_vec_u32 args;   /* of the node at hand */
  m2k_vec_u32 *sides; /* what the replacements rest on */
  bool values;        /* replace leaves, too */
  bool changed;
} reduction;

static const m2k_range *range(const reduction *r, uint32_t at, uint32_t i) {
  return &r->b->ranges.at[m2k_bounds_arg(r->b, at, i)];
}

static uint8_t truth(const reduction *r, uint32_t at, uint32_t i) {
  return r->b->truths.at[m2k_bounds_arg(r->b, at, i)];
}

static void side(reduction *r, m2k_term fact) { m2k_vec_push(r->sides, fact); }

/* y - period * m for MOD(y, m), y in this interval; M2K_NO_TERM where it does
 * not lie in one period. */
static m2k_term in_period(reduction *r, m2k_term y, const m2k_range *known,
                          m2k_i128 m) {
  m2k_i128 start, period;
  if (known->lo <= -M2K_INF || known->hi >= M2K_INF || known->lo > known->hi)
    return M2K_NO_TERM;
  period = m2k_floor_div(known->lo, m);
  if (period != m2k_floor_div(known->hi, m) || !m2k_mul_fits(period, m, &start))
    return M2K_NO_TERM;
  m2k_bank *bank = r->bank;
  side(r, m2k_le(bank, m2k_const(bank, start), y));
  side(r, m2k_lt(bank, y, m2k_const(bank, start + m)));
  return m2k_offset(bank, y, -start);
}

/* MOD(k*x + rest, m) is MOD((k - m)*x + rest, m): a factor that was wrapped
 * may have been meant with the other sign. */
static m2k_term with_other_sign(reduction *r, uint32_t x, m2k_i128 m) {
  const m2k_qnode *node = &r->b->q->nodes.at[x];
  if (node->kind != M2K_TERM_SUM)
    return M2K_NO_TERM;
  for (uint32_t i = 0; i < node->count; ++i) {
    m2k_i128 coef = m2k_coef(r->bank, node->t, i), step = coef > 0 ? -m : m;
    if (coef < m / 4 && coef > -m / 4)
      continue;
    m2k_range all = m2k_range_const(m2k_sum_constant(r->bank, node->t));
    for (uint32_t j = 0; j < node->count; ++j) {
      m2k_i128 k = m2k_coef(r->bank, node->t, j) + (j == i ? step : 0);
      m2k_range part = m2k_range_scale(range(r, x, j), k);
      all = m2k_range_add(&all, &part);
    }
    m2k_term part = r->now.at[m2k_bounds_arg(r->b, x, i)];
    m2k_term y = m2k_add(r->bank, r->now.at[x], m2k_scale(r->bank, part, step));
    m2k_term out = in_period(r, y, &all, m);
    if (out != M2K_NO_TERM)
      return out;
  }
  return M2K_NO_TERM;
}

static m2k_term reduce_mod(reduction *r, uint32_t at) {
  const m2k_range *m = range(r, at, 1);
  uint32_t x = m2k_bounds_arg(r->b, at, 0);
  if (!m2k_range_is_point(m) || m->lo <= 0 ||
      m2k_kind_of(r->bank, r->args.at[1]) != M2K_TERM_CONST)
    return M2K_NO_TERM;
  m2k_term out = in_period(r, r->args.at[0], &r->b->ranges.at[x], m->lo);
  return out != M2K_NO_TERM ? out : with_other_sign(r, x, m->lo);
}

static m2k_term reduce_extreme(reduction *r, uint32_t at, bool is_min) {
  const m2k_range *a = range(r, at, 0), *b = range(r, at, 1);
  bool below = a->hi <= b->lo && b->lo > -M2K_INF && a->hi < M2K_INF;
  bool above = b->hi <= a->lo && a->lo > -M2K_INF && b->hi < M2K_INF;
  if (!below && !above)
    return M2K_NO_TERM;
  m2k_term x = r->args.at[0], y = r->args.at[1];
  side(r, below ? m2k_le(r->bank, x, y) : m2k_le(r->bank, y, x));
  return below == is_min ? x : y;
}

static m2k_term reduce_choice(reduction *r, uint32_t at) {
  uint8_t cond = truth(r, at, 0);
  if (cond == M2K_OPEN)
    return M2K_NO_TERM;
  m2k_term fact = r->args.at[0];
  side(r, cond == M2K_HOLDS ? fact : m2k_not(r->bank, fact));
  return r->args.at[cond == M2K_HOLDS ? 1 : 2];
}

/* AND without the members that hold, OR without those that fail; what decides
 * the whole stands for it. */
static m2k_term reduce_set(reduction *r, uint32_t at, bool is_and) {
  uint32_t count = r->b->q->nodes.at[at].count, kept = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (truth(r, at, i) != (is_and ? M2K_FAILS : M2K_HOLDS))
      continue;
    m2k_term member = r->args.at[i];
    side(r, is_and ? m2k_not(r->bank, member) : member);
    return m2k_bool(r->bank, !is_and);
  }
  for (uint32_t i = 0; i < count; ++i) {
    m2k_term member = r->args.at[i];
    if (truth(r, at, i) != (is_and ? M2K_HOLDS : M2K_FAILS))
      r->args.at[kept++] = member;
    else
      side(r, is_and ? member : m2k_not(r->bank, member));
  }
  if (kept == count)
    return M2K_NO_TERM;
  return is_and ? m2k_and_n(r->bank, r->args.at, kept)
                : m2k_or_n(r->bank, r->args.at, kept);
}

/* The one value that is left for a node other than a sum or a product, which
 * say as much by themselves. */
static m2k_term only_value(reduction *r, uint32_t at, m2k_term t) {
  const m2k_range *known = &r->b->ranges.at[at];
  if (!m2k_range_is_point(known))
    return M2K_NO_TERM;
  m2k_term value = m2k_const(r->bank, known->lo);
  if (value == t)
    return M2K_NO_TERM;
  side(r, m2k_eq(r->bank, t, value));
  return value;
}

static bool is_function(const reduction *r, const m2k_qnode *node) {
  return node->kind == M2K_TERM_APP &&
         (node->sort == M2K_SORT_OPAQUE ||
          !m2k_app_is_evaluable(m2k_app_of(r->bank, node->t)));
}

static m2k_term reduce_int(reduction *r, uint32_t at, m2k_term t) {
  m2k_term out = M2K_NO_TERM;
  m2k_term_kind kind = (m2k_term_kind)r->b->q->nodes.at[at].kind;
  if (kind == M2K_TERM_CONST || kind == M2K_TERM_SUM || kind == M2K_TERM_MUL)
    return M2K_NO_TERM;
  if (!r->values && (kind == M2K_TERM_SYM || kind == M2K_TERM_APP))
    return M2K_NO_TERM;
  if (kind == M2K_TERM_MOD)
    out = reduce_mod(r, at);
  else if (kind == M2K_TERM_MIN || kind == M2K_TERM_MAX)
    out = reduce_extreme(r, at, kind == M2K_TERM_MIN);
  return out != M2K_NO_TERM ? out : only_value(r, at, t);
}

static m2k_term reduce_node(reduction *r, uint32_t at) {
  const m2k_qnode *node = &r->b->q->nodes.at[at];
  m2k_term t = node->t, out = M2K_NO_TERM;
  bool same = true;
  m2k_vec_clear(&r->args);
  for (uint32_t i = 0; i < node->count; ++i) {
    m2k_term arg = r->now.at[m2k_bounds_arg(r->b, at, i)];
    m2k_vec_push(&r->args, arg);
    same = same && arg == m2k_arg_of(r->bank, t, i);
  }
  /* A function of other operands would be another leaf. */
  if (!same && !is_function(r, node))
    t = m2k_rebuild(r->bank, t, r->args.at);
  if (node->kind == M2K_TERM_ITE)
    out = reduce_choice(r, at);
  else if (node->kind == M2K_TERM_AND || node->kind == M2K_TERM_OR)
    out = reduce_set(r, at, node->kind == M2K_TERM_AND);
  if (out == M2K_NO_TERM && node->sort == M2K_SORT_INT)
    out = reduce_int(r, at, t);
  r->changed = r->changed || out != M2K_NO_TERM;
  return out != M2K_NO_TERM ? out : t;
}

bool m2k_reduce(const m2k_bounds *b, bool values, m2k_vec_u32 *out) {
  const m2k_question *q = b->q;
  reduction r = {.b = b, .bank = q->bank, .sides = out, .values = values};
  m2k_vec_clear(out);
  for (uint32_t i = 0; i < q->nodes.len; ++i) {
    m2k_term t = reduce_node(&r, i);
    m2k_vec_push(&r.now, t);
  }
  for (uint32_t i = 0; i < q->conjuncts.len; ++i) {
    uint32_t at = 0;
    m2k_idmap_get(&q->place, q->conjuncts.at[i], &at);
    m2k_vec_push(out, r.now.at[at]);
  }
  m2k_vec_free(&r.now);
  m2k_vec_free(&r.args);
  return r.changed;
}
