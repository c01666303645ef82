#include "passes/smt/propagate.h"
#include "passes/smt/range.h"

enum { LONGEST = 48 /* sums and products beyond this pass nothing down */ };

static m2k_range *arg(m2k_bounds *b, uint32_t at, uint32_t i) {
  return &b->ranges.at[m2k_bounds_arg(b, at, i)];
}

static void meet_arg(m2k_bounds *b, uint32_t at, uint32_t i, m2k_range range) {
  m2k_bounds_meet(b, m2k_bounds_arg(b, at, i), range);
}

/* The values x with coef * x in r. */
static m2k_range divided(const m2k_range *r, m2k_i128 coef) {
  m2k_range value = *r;
  if (coef < 0) {
    value = m2k_range_scale(r, -1);
    coef = -coef;
  }
  if (coef == 1)
    return value;
  m2k_i128 lo =
      value.lo <= -M2K_INF ? -M2K_INF : -m2k_floor_div(-value.lo, coef);
  m2k_i128 hi = value.hi >= M2K_INF ? M2K_INF : m2k_floor_div(value.hi, coef);
  /* coef * x = rem (mod mod) has solutions only where gcd divides rem. */
  m2k_i128 mod = (m2k_i128)value.mod, g = m2k_gcd(coef, mod);
  if ((m2k_i128)value.rem % g != 0)
    return (m2k_range){1, 0, 1, 0};
  if (g == coef)
    return m2k_range_make(lo, hi, (uint64_t)(mod / g),
                          (uint64_t)((m2k_i128)value.rem / g));
  return m2k_range_make(lo, hi, value.rem == 0 ? (uint64_t)(mod / g) : 1, 0);
}

/* Each summand is the sum less the others. */
static void sum_down(m2k_bounds *b, uint32_t at) {
  const m2k_bank *bank = b->q->bank;
  const m2k_qnode *node = &b->q->nodes.at[at];
  const m2k_i128 *coefs = m2k_node_coefs(bank, m2k_node_at(bank, node->t));
  m2k_range behind[LONGEST + 1];
  uint32_t n = node->count;
  if (n > LONGEST)
    return;
  behind[n] = m2k_range_scale(&b->ranges.at[at], -1);
  m2k_range constant = m2k_range_const(m2k_sum_constant(bank, node->t));
  behind[n] = m2k_range_add(&behind[n], &constant);
  for (uint32_t i = n; i-- > 0;) {
    m2k_range part = m2k_range_scale(arg(b, at, i), coefs[i]);
    behind[i] = m2k_range_add(&behind[i + 1], &part);
  }
  m2k_range before = m2k_range_const(0);
  for (uint32_t i = 0; i < n; ++i) {
    m2k_range part = m2k_range_scale(arg(b, at, i), coefs[i]);
    m2k_range rest = m2k_range_add(&before, &behind[i + 1]);
    meet_arg(b, at, i, divided(&rest, -coefs[i]));
    before = m2k_range_add(&before, &part);
  }
}

/* The values x with x * p in r for some p in a range that is positive. */
static m2k_range quotient(const m2k_range *r, const m2k_range *p) {
  m2k_range x = m2k_range_all();
  if (r->hi < M2K_INF)
    x.hi = r->hi >= 0 ? m2k_floor_div(r->hi, p->lo)
                      : (p->hi >= M2K_INF ? -1 : m2k_floor_div(r->hi, p->hi));
  if (r->lo > -M2K_INF)
    x.lo = r->lo <= 0 ? -m2k_floor_div(-r->lo, p->lo)
                      : (p->hi >= M2K_INF ? 1 : -m2k_floor_div(-r->lo, p->hi));
  return x;
}

static void factor_down(m2k_bounds *b, uint32_t at, uint32_t i,
                        m2k_range others) {
  m2k_range whole = b->ranges.at[at];
  if (others.hi <= 0) {
    others = m2k_range_scale(&others, -1);
    whole = m2k_range_scale(&whole, -1);
  }
  if (others.lo == 0 && (whole.lo > 0 || whole.hi < 0))
    others.lo = 1; /* a product that is not zero */
  if (others.lo > 0 && others.lo < M2K_INF && others.lo <= others.hi)
    meet_arg(b, at, i, quotient(&whole, &others));
}

static void mul_down(m2k_bounds *b, uint32_t at) {
  uint32_t n = b->q->nodes.at[at].count;
  if (n > 8)
    return;
  for (uint32_t i = 0; i < n; ++i) {
    m2k_range others = m2k_range_const(1);
    for (uint32_t j = 0; j < n; ++j)
      if (j != i)
        others = m2k_range_mul(&others, arg(b, at, j));
    factor_down(b, at, i, others);
  }
}

/* q = floor(x / d) with d > 0: d*q <= x <= d*q + d - 1. */
static void div_down(m2k_bounds *b, uint32_t at) {
  m2k_range d = *arg(b, at, 1), q = b->ranges.at[at];
  if (d.lo <= 0 || d.lo > d.hi)
    return;
  m2k_range next = q;
  next.lo = m2k_clamp(next.lo + (next.lo > -M2K_INF));
  next.hi = m2k_clamp(next.hi + (next.hi < M2K_INF));
  next.mod = 1;
  next.rem = 0;
  m2k_range low = m2k_range_mul(&d, &q), high = m2k_range_mul(&d, &next);
  m2k_range x = {low.lo, high.hi >= M2K_INF ? M2K_INF : high.hi - 1, 1, 0};
  meet_arg(b, at, 0, x);
}

static void mod_down(m2k_bounds *b, uint32_t at) {
  m2k_range x = *arg(b, at, 0), m = *arg(b, at, 1), v = b->ranges.at[at];
  if (!m2k_range_is_point(&m) || m.lo <= 0)
    return;
  /* x = v (mod m), as far as v is known modulo something that divides m. */
  m2k_i128 known =
      m2k_range_is_point(&v) ? m.lo : m2k_gcd((m2k_i128)v.mod, m.lo);
  m2k_i128 rem = m2k_range_is_point(&v) ? v.lo : (m2k_i128)v.rem;
  if (known > 1 && known <= (m2k_i128)1 << 32)
    meet_arg(b, at, 0,
             m2k_range_make(-M2K_INF, M2K_INF, (uint64_t)known,
                            (uint64_t)m2k_floor_mod(rem, known)));
  if (x.lo <= -M2K_INF || x.hi >= M2K_INF)
    return;
  m2k_i128 period = m2k_floor_div(x.lo, m.lo), start;
  if (period != m2k_floor_div(x.hi, m.lo) ||
      !m2k_mul_fits(period, m.lo, &start))
    return;
  m2k_range shift = m2k_range_const(start);
  meet_arg(b, at, 0, m2k_range_add(&v, &shift));
}

/* Both operands are at least the minimum, and one is it. */
static void extreme_down(m2k_bounds *b, uint32_t at, bool is_min) {
  m2k_range v = b->ranges.at[at], beyond = m2k_range_all();
  if (is_min)
    beyond.lo = v.lo;
  else
    beyond.hi = v.hi;
  for (uint32_t i = 0; i < 2; ++i) {
    const m2k_range *other = arg(b, at, 1 - i);
    bool only = is_min ? other->lo > v.hi && v.hi < M2K_INF
                       : other->hi < v.lo && v.lo > -M2K_INF;
    meet_arg(b, at, i, only ? v : beyond);
  }
}

static void ite_down(m2k_bounds *b, uint32_t at) {
  uint32_t cond = m2k_bounds_arg(b, at, 0);
  m2k_range v = b->ranges.at[at];
  for (uint32_t i = 1; i <= 2; ++i) {
    m2k_range both = m2k_range_meet(arg(b, at, i), &v);
    if (m2k_range_is_empty(&both))
      m2k_bounds_decide(b, cond, i == 2);
  }
  if (b->truths.at[cond] != M2K_OPEN)
    meet_arg(b, at, b->truths.at[cond] == M2K_HOLDS ? 1 : 2, v);
}

/* A conjunction that holds: all hold. One that fails, and all but one hold:
 * that one fails. OR is the dual. */
static void set_down(m2k_bounds *b, uint32_t at, bool is_and) {
  uint32_t count = b->q->nodes.at[at].count, open = 0, last = 0;
  bool value = b->truths.at[at] == M2K_HOLDS;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t member = m2k_bounds_arg(b, at, i);
    if (value == is_and) {
      m2k_bounds_decide(b, member, value);
    } else if (b->truths.at[member] == (value ? M2K_HOLDS : M2K_FAILS)) {
      return;
    } else if (b->truths.at[member] == M2K_OPEN) {
      ++open;
      last = member;
    }
  }
  if (value == is_and)
    return;
  if (open == 1)
    m2k_bounds_decide(b, last, value);
  else if (open == 0)
    b->conflict = true;
}

static void bool_down(m2k_bounds *b, uint32_t at, m2k_term_kind kind) {
  bool value = b->truths.at[at] == M2K_HOLDS;
  m2k_range *r = b->q->nodes.at[at].count ? arg(b, at, 0) : NULL;
  if (b->truths.at[at] == M2K_OPEN || !r)
    return;
  if (kind == M2K_TERM_NOT) {
    m2k_bounds_decide(b, m2k_bounds_arg(b, at, 0), !value);
  } else if (kind == M2K_TERM_AND || kind == M2K_TERM_OR) {
    set_down(b, at, kind == M2K_TERM_AND);
  } else if (kind == M2K_TERM_LE) {
    meet_arg(b, at, 0,
             value ? m2k_range_make(-M2K_INF, 0, 1, 0)
                   : m2k_range_make(1, M2K_INF, 1, 0));
  } else if (kind == M2K_TERM_EQ && value) {
    meet_arg(b, at, 0, m2k_range_const(0));
  } else if (kind == M2K_TERM_EQ) {
    if (r->lo == 0)
      meet_arg(b, at, 0, m2k_range_make(1, M2K_INF, 1, 0));
    if (r->hi == 0)
      meet_arg(b, at, 0, m2k_range_make(-M2K_INF, -1, 1, 0));
  }
}

void m2k_bounds_down(m2k_bounds *b, uint32_t at) {
  const m2k_qnode *node = &b->q->nodes.at[at];
  m2k_term_kind kind = (m2k_term_kind)node->kind;
  if (kind == M2K_TERM_APP)
    return;
  if (node->sort == M2K_SORT_BOOL) {
    bool_down(b, at, kind);
    return;
  }
  if (node->sort != M2K_SORT_INT)
    return;
  if (kind == M2K_TERM_SUM)
    sum_down(b, at);
  else if (kind == M2K_TERM_MUL)
    mul_down(b, at);
  else if (kind == M2K_TERM_DIV)
    div_down(b, at);
  else if (kind == M2K_TERM_MOD)
    mod_down(b, at);
  else if (kind == M2K_TERM_MIN || kind == M2K_TERM_MAX)
    extreme_down(b, at, kind == M2K_TERM_MIN);
  else if (kind == M2K_TERM_ITE)
    ite_down(b, at);
}
