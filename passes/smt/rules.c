/*
 * What bounds alone do not see, in the shape in which kernels need it: with
 * b < n, i < d the row bound b*d + i < n*d, for any number of dimensions.
 *
 * All comparisons that hold, h <= 0, are hypotheses; so are the definitions of
 * quotients, remainders, minima and maxima. A target t <= 0 is combined with
 * them: where c*m is a summand of t and a*f one of h, with m = f * cofactor,
 * opposite signs and a cofactor that is never negative, adding the right
 * multiple of cofactor * h to t makes m disappear and keeps the sum at most
 * zero. A combination that is positive by bounds is a contradiction. The row
 * bound: n*d - b*d - i <= 0 plus d*(b - n + 1) <= 0 is d - i <= 0, which
 * i - d + 1 <= 0 contradicts. The search takes the shortest combination first
 * and gives up after a fixed number of them.
 */
#include "passes/smt/rules.h"
#include "passes/smt/linear.h"
#include "passes/smt/range.h"

enum { MOST_HYPOTHESES = 64, MOST_TRIED = 200, LONGEST = 14, TARGETS = 12 };

typedef struct candidate {
  m2k_term t;
  uint32_t cost;
} candidate;

typedef struct search {
  const m2k_bounds *bounds;
  m2k_bank *bank;
  m2k_term hypotheses[MOST_HYPOTHESES];
  uint32_t count;
  uint32_t intervals; /* from here on, hypotheses are bounds of factors */
  uint32_t tried;
  m2k_idmap seen;
  M2K_VEC(candidate) open;
  bool found;
} search;

static void add_hypothesis(search *s, m2k_term h) {
  if (s->count == MOST_HYPOTHESES || m2k_kind_of(s->bank, h) == M2K_TERM_CONST)
    return;
  for (uint32_t i = 0; i < s->count; ++i)
    if (s->hypotheses[i] == h)
      return;
  s->hypotheses[s->count++] = h;
}

/* a <= 0 and a >= 1, or more where bounds and congruences have found more: of
 * even i and d, i < d is i + 2 <= d. */
static void add_comparison(search *s, const m2k_qnode *node, uint8_t truth) {
  uint32_t at = s->bounds->q->args.at[node->args];
  m2k_term a = s->bounds->q->nodes.at[at].t;
  const m2k_range *r = &s->bounds->ranges.at[at];
  if (node->kind == M2K_TERM_LE && truth == M2K_HOLDS) {
    m2k_i128 most = r->hi < 0 && r->hi > -M2K_INF ? r->hi : 0;
    add_hypothesis(s, m2k_offset(s->bank, a, -most));
  } else if (node->kind == M2K_TERM_LE && truth == M2K_FAILS) {
    m2k_i128 least = r->lo > 1 && r->lo < M2K_INF ? r->lo : 1;
    add_hypothesis(s, m2k_sub(s->bank, m2k_const(s->bank, least), a));
  } else if (node->kind == M2K_TERM_EQ && truth == M2K_HOLDS) {
    add_hypothesis(s, a);
    add_hypothesis(s, m2k_neg(s->bank, a));
  }
}

/* y*q <= x and x <= y*q + y - 1, for y > 0. */
static void add_quotient(search *s, m2k_term q) {
  m2k_bank *bank = s->bank;
  m2k_term x = m2k_arg_of(bank, q, 0), y = m2k_arg_of(bank, q, 1);
  if (m2k_bounds_of(s->bounds, y).lo <= 0)
    return;
  /* Formed without rewriting, which would give back a MOD. */
  m2k_lin lin;
  m2k_lin_product(bank, &lin, y, q);
  m2k_lin_add(bank, &lin, x, -1);
  if (!lin.overflow) {
    add_hypothesis(s, m2k_lin_term_plain(bank, &lin));
    for (uint32_t i = 0; i < lin.len; ++i)
      lin.coefs[i] = -lin.coefs[i];
    lin.constant = -lin.constant;
    m2k_lin_add(bank, &lin, y, -1);
    lin.constant += 1;
    add_hypothesis(s, m2k_lin_term_plain(bank, &lin));
  }
  m2k_lin_free(&lin);
}

static void add_definition(search *s, const m2k_qnode *node) {
  m2k_bank *bank = s->bank;
  m2k_term t = node->t;
  if (node->kind == M2K_TERM_DIV) {
    add_quotient(s, t);
    return;
  }
  if (node->count != 2)
    return;
  m2k_term a = m2k_arg_of(bank, t, 0), b = m2k_arg_of(bank, t, 1);
  if (node->kind == M2K_TERM_MOD && m2k_bounds_of(s->bounds, b).lo > 0) {
    m2k_term past = m2k_sub(bank, t, b);
    add_hypothesis(s, m2k_offset(bank, past, 1));
    if (m2k_bounds_of(s->bounds, a).lo >= 0)
      add_hypothesis(s, m2k_sub(bank, t, a));
  } else if (node->kind == M2K_TERM_MIN) {
    add_hypothesis(s, m2k_sub(bank, t, a));
    add_hypothesis(s, m2k_sub(bank, t, b));
  } else if (node->kind == M2K_TERM_MAX) {
    add_hypothesis(s, m2k_sub(bank, a, t));
    add_hypothesis(s, m2k_sub(bank, b, t));
  }
}

/* Factors of products lie in their intervals: matters where they stand beside
 * others only. A bound of zero needs no hypothesis. */
static void add_factors(search *s, const m2k_qnode *node) {
  m2k_bank *bank = s->bank;
  for (uint32_t i = 0; node->kind == M2K_TERM_MUL && i < node->count; ++i) {
    m2k_term v = m2k_arg_of(bank, node->t, i);
    m2k_range r = m2k_bounds_of(s->bounds, v);
    if (r.hi < M2K_INF && r.hi != 0)
      add_hypothesis(s, m2k_offset(bank, v, -r.hi));
    if (r.lo > -M2K_INF && r.lo != 0)
      add_hypothesis(s, m2k_offset(bank, m2k_neg(bank, v), r.lo));
  }
}

static void collect_factors(search *s) {
  const m2k_question *q = s->bounds->q;
  s->intervals = s->count;
  for (uint32_t i = q->nodes.len; i-- > 0;)
    if (q->nodes.at[i].sort == M2K_SORT_INT)
      add_factors(s, &q->nodes.at[i]);
}

static void collect(search *s) {
  const m2k_question *q = s->bounds->q;
  for (uint32_t i = q->nodes.len; i-- > 0;) {
    const m2k_qnode *node = &q->nodes.at[i];
    if (node->sort == M2K_SORT_BOOL && node->count == 1)
      add_comparison(s, node, s->bounds->truths.at[i]);
  }
}

static void collect_definitions(search *s) {
  const m2k_question *q = s->bounds->q;
  for (uint32_t i = q->nodes.len; i-- > 0;)
    if (q->nodes.at[i].sort == M2K_SORT_INT)
      add_definition(s, &q->nodes.at[i]);
}

static void consider(search *s, m2k_term t) {
  m2k_i128 value;
  if (s->found || !m2k_idmap_put(&s->seen, t, 0))
    return;
  ++s->tried;
  if (m2k_is_const(s->bank, t, &value)) {
    s->found = value > 0;
    return;
  }
  if (m2k_bounds_of(s->bounds, t).lo > 0) {
    s->found = true;
    return;
  }
  bool sum = m2k_kind_of(s->bank, t) == M2K_TERM_SUM;
  uint32_t len = sum ? m2k_node_at(s->bank, t)->count : 1, degree = 0;
  if (len > LONGEST)
    return;
  for (uint32_t i = 0; i < len; ++i) {
    m2k_term m = sum ? m2k_arg_of(s->bank, t, i) : t;
    degree += m2k_kind_of(s->bank, m) == M2K_TERM_MUL
                  ? m2k_node_at(s->bank, m)->count
                  : 1;
  }
  m2k_vec_push(&s->open, (candidate){t, len * 4 + degree});
}

/* The cofactor of f in m; M2K_NO_TERM when f is no factor of it. */
static m2k_term cofactor(m2k_bank *bank, m2k_term m, m2k_term f) {
  if (m == f)
    return m2k_const(bank, 1);
  if (m2k_kind_of(bank, m) != M2K_TERM_MUL)
    return M2K_NO_TERM;
  bool product = m2k_kind_of(bank, f) == M2K_TERM_MUL;
  uint32_t n = m2k_node_at(bank, m)->count, j = 0;
  uint32_t k = product ? m2k_node_at(bank, f)->count : 1;
  m2k_vec_u32 left = {0};
  for (uint32_t i = 0; i < n; ++i) {
    m2k_term a = m2k_arg_of(bank, m, i);
    if (j < k && a == (product ? m2k_arg_of(bank, f, j) : f))
      ++j;
    else
      m2k_vec_push(&left, a);
  }
  m2k_term out = M2K_NO_TERM;
  for (uint32_t i = 0; j == k && i < left.len; ++i)
    out = i == 0 ? left.at[0] : m2k_mul(bank, out, left.at[i]);
  m2k_vec_free(&left);
  return out;
}

/* t with its summand c*m cancelled by the summand a*f of h. */
static void combine(search *s, m2k_term t, m2k_term m, m2k_i128 c, uint32_t j,
                    m2k_term f, m2k_i128 a) {
  m2k_bank *bank = s->bank;
  m2k_term h = s->hypotheses[j];
  if ((c < 0) == (a < 0) || (j >= s->intervals && m == f))
    return;
  m2k_term by = cofactor(bank, m, f);
  if (by == M2K_NO_TERM || m2k_bounds_of(s->bounds, by).lo < 0)
    return;
  m2k_i128 g = m2k_gcd(c, a);
  m2k_i128 for_t = (a < 0 ? -a : a) / g, for_h = (c < 0 ? -c : c) / g;
  m2k_term part = m2k_scale(bank, m2k_mul(bank, by, h), for_h);
  consider(s, m2k_add(bank, m2k_scale(bank, t, for_t), part));
}

static void expand(search *s, m2k_term t) {
  m2k_bank *bank = s->bank;
  bool sum = m2k_kind_of(bank, t) == M2K_TERM_SUM;
  uint32_t len = sum ? m2k_node_at(bank, t)->count : 1;
  for (uint32_t i = 0; i < len; ++i) {
    m2k_term m = sum ? m2k_arg_of(bank, t, i) : t;
    m2k_i128 c = m2k_coef(bank, t, i);
    for (uint32_t j = 0; j < s->count; ++j) {
      m2k_term h = s->hypotheses[j];
      bool h_sum = m2k_kind_of(bank, h) == M2K_TERM_SUM;
      uint32_t h_len = h_sum ? m2k_node_at(bank, h)->count : 1;
      for (uint32_t k = 0; k < h_len; ++k) {
        if (s->found || s->tried >= MOST_TRIED)
          return;
        combine(s, t, m, c, j, h_sum ? m2k_arg_of(bank, h, k) : h,
                m2k_coef(bank, h, k));
      }
    }
  }
}

static m2k_term take_cheapest(search *s) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < s->open.len; ++i)
    if (s->open.at[i].cost < s->open.at[best].cost)
      best = i;
  m2k_term t = s->open.at[best].t;
  s->open.at[best] = s->open.at[--s->open.len];
  return t;
}

/* Whether a product or a quotient by a term occurs: without, Z3 is as quick. */
static bool is_nonlinear(const m2k_bank *bank, m2k_term t) {
  bool sum = m2k_kind_of(bank, t) == M2K_TERM_SUM;
  uint32_t len = sum ? m2k_node_at(bank, t)->count : 1;
  for (uint32_t i = 0; i < len; ++i) {
    m2k_term_kind kind = m2k_kind_of(bank, sum ? m2k_arg_of(bank, t, i) : t);
    if (kind == M2K_TERM_MUL || kind == M2K_TERM_DIV || kind == M2K_TERM_MOD)
      return true;
  }
  return false;
}

static void try_target(search *s, m2k_term target) {
  m2k_idmap_clear(&s->seen);
  m2k_vec_clear(&s->open);
  s->tried = 0;
  consider(s, target);
  while (!s->found && s->open.len && s->tried < MOST_TRIED)
    expand(s, take_cheapest(s));
}

bool m2k_rules_refute(const m2k_bounds *bounds, bool linear) {
  search s = {.bounds = bounds, .bank = bounds->q->bank};
  collect(&s);
  uint32_t targets = s.count < TARGETS ? s.count : TARGETS;
  collect_definitions(&s);
  collect_factors(&s);
  for (uint32_t i = 0; i < targets && !s.found; ++i)
    if (linear || is_nonlinear(s.bank, s.hypotheses[i]))
      try_target(&s, s.hypotheses[i]);
  m2k_idmap_free(&s.seen);
  m2k_vec_free(&s.open);
  return s.found;
}
