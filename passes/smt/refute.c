#include "passes/smt/refute.h"
#include "passes/smt/range.h"
#include "passes/smt/reduce.h"
#include "passes/smt/rules.h"

enum {
  REDUCTIONS = 3, /* of one question, each by the bounds of the one before */
  DEPTH = 3,      /* of cases within cases */
  ATTEMPTS = 20,  /* questions tried in all */
  WIDEST = 6      /* members of an OR that is taken apart */
};

typedef struct refutation {
  m2k_bank *bank;
  uint32_t attempts;
} refutation;

void m2k_posed_free(m2k_posed *posed) {
  m2k_question_free(&posed->question);
  m2k_bounds_free(&posed->bounds);
}

/* Poses the conjuncts and reduces them; true when they are impossible. */
static bool pose(m2k_bank *bank, m2k_vec_u32 *conjuncts, m2k_posed *p) {
  for (uint32_t round = 0; round <= REDUCTIONS; ++round) {
    m2k_question_again(&p->question, bank, conjuncts->at, conjuncts->len);
    if (!m2k_bounds_find(&p->bounds, &p->question))
      return true;
    if (round == REDUCTIONS || !m2k_reduce(&p->bounds, round == 0, conjuncts))
      return false;
  }
  return false;
}

static void copy(const m2k_question *q, m2k_vec_u32 *out) {
  m2k_vec_clear(out);
  for (uint32_t i = 0; i < q->conjuncts.len; ++i)
    m2k_vec_push(out, q->conjuncts.at[i]);
}

const m2k_bounds *m2k_refute_reduced(const m2k_bounds *bounds,
                                     m2k_posed *rest) {
  m2k_vec_u32 conjuncts = {0};
  const m2k_bounds *left = bounds;
  if (m2k_reduce(bounds, true, &conjuncts))
    left = pose(bounds->q->bank, &conjuncts, rest) ? NULL : &rest->bounds;
  m2k_vec_free(&conjuncts);
  return left;
}

/* ---- cases ---- */

static bool is_product(const m2k_bank *bank, m2k_term t) {
  m2k_term_kind kind = m2k_kind_of(bank, t);
  return kind == M2K_TERM_MUL || kind == M2K_TERM_DIV || kind == M2K_TERM_MOD;
}

static bool is_linear(const m2k_question *q) {
  for (uint32_t i = 0; i < q->nodes.len; ++i)
    if (is_product(q->bank, q->nodes.at[i].t))
      return false;
  return true;
}

/* A disjunction that is asked for: of few members, and the latest. */
static void split_or(const m2k_bounds *b, uint32_t at, m2k_vec_u32 *cases) {
  const m2k_qnode *node = &b->q->nodes.at[at];
  if (node->kind != M2K_TERM_OR || b->truths.at[at] != M2K_HOLDS ||
      node->count > WIDEST || (cases->len && node->count >= cases->len))
    return;
  m2k_vec_clear(cases);
  for (uint32_t i = 0; i < node->count; ++i)
    m2k_vec_push(cases, m2k_arg_of(b->q->bank, node->t, i));
}

static void split_two(m2k_vec_u32 *cases, m2k_term one, m2k_term other) {
  m2k_vec_push(cases, one);
  m2k_vec_push(cases, other);
}

/* The condition of a choice that is open. */
static void split_choice(const m2k_bounds *b, uint32_t at, m2k_vec_u32 *cases) {
  const m2k_qnode *node = &b->q->nodes.at[at];
  m2k_bank *bank = b->q->bank;
  if (cases->len || node->kind != M2K_TERM_ITE ||
      b->truths.at[m2k_bounds_arg(b, at, 0)] != M2K_OPEN)
    return;
  m2k_term cond = m2k_arg_of(bank, node->t, 0);
  split_two(cases, cond, m2k_not(bank, cond));
}

/* What is not zero is less or more. */
static void split_unequal(const m2k_bounds *b, uint32_t at,
                          m2k_vec_u32 *cases) {
  const m2k_qnode *node = &b->q->nodes.at[at];
  m2k_bank *bank = b->q->bank;
  if (cases->len || node->kind != M2K_TERM_EQ || b->truths.at[at] != M2K_FAILS)
    return;
  m2k_term t = m2k_arg_of(bank, node->t, 0), zero = m2k_const(bank, 0);
  split_two(cases, m2k_lt(bank, t, zero), m2k_lt(bank, zero, t));
}

static void choose(const m2k_bounds *b, m2k_vec_u32 *cases) {
  uint32_t n = b->q->nodes.len;
  for (uint32_t i = n; i-- > 0;)
    split_or(b, i, cases);
  for (uint32_t i = n; i-- > 0 && !cases->len;)
    split_choice(b, i, cases);
  for (uint32_t i = n; i-- > 0 && !cases->len;)
    split_unequal(b, i, cases);
}

static bool refute(refutation *r, m2k_vec_u32 *conjuncts, uint32_t depth);

/* Whether each case is impossible. */
static bool by_cases(refutation *r, const m2k_bounds *b, uint32_t depth) {
  m2k_vec_u32 cases = {0}, with = {0};
  choose(b, &cases);
  bool all = cases.len > 0;
  for (uint32_t i = 0; all && i < cases.len; ++i) {
    copy(b->q, &with);
    m2k_vec_push(&with, cases.at[i]);
    all = refute(r, &with, depth);
  }
  m2k_vec_free(&cases);
  m2k_vec_free(&with);
  return all;
}

static bool refute(refutation *r, m2k_vec_u32 *conjuncts, uint32_t depth) {
  m2k_posed p = {0};
  if (r->attempts >= ATTEMPTS)
    return false;
  ++r->attempts;
  bool refuted = pose(r->bank, conjuncts, &p);
  if (!refuted)
    refuted = m2k_rules_refute(&p.bounds, true) ||
              (depth > 0 && by_cases(r, &p.bounds, depth - 1));
  m2k_posed_free(&p);
  return refuted;
}

bool m2k_refute(const m2k_bounds *bounds) {
  refutation r = {.bank = bounds->q->bank};
  if (is_linear(bounds->q))
    return false;
  return m2k_rules_refute(bounds, true) || by_cases(&r, bounds, DEPTH - 1);
}
