/*
 * AND and OR. Negation is pushed down to the leaves, so that conjunctions and
 * disjunctions of one path's conditions meet in one spelling. AND and OR are
 * dual, so each rule is written once for `kind` and its dual.
 */
#include "passes/smt/bank.h"
#include "passes/smt/boolset.h"

m2k_term m2k_not(m2k_bank *bank, m2k_term a) {
  m2k_term neg = m2k_known_negation(bank, a);
  if (neg != M2K_NO_TERM)
    return neg;
  m2k_node node = *m2k_node_at(bank, a);
  M2K_ASSERT(node.sort == M2K_SORT_BOOL);
  bool fresh;
  if (node.kind == M2K_TERM_NOT)
    return m2k_arg_of(bank, a, 0);
  if (node.kind == M2K_TERM_LE) {
    neg = m2k_le(bank, m2k_const(bank, 1), m2k_arg_of(bank, a, 0));
  } else if (node.kind == M2K_TERM_AND || node.kind == M2K_TERM_OR) {
    m2k_vec_u32 parts = {0};
    for (uint32_t i = 0; i < node.count; ++i)
      m2k_vec_push(&parts, m2k_not(bank, m2k_arg_of(bank, a, i)));
    neg = node.kind == M2K_TERM_AND ? m2k_or_n(bank, parts.at, parts.len)
                                    : m2k_and_n(bank, parts.at, parts.len);
    m2k_vec_free(&parts);
  } else {
    neg = m2k_bank_op(bank, M2K_TERM_NOT, M2K_SORT_BOOL, &a, 1, &fresh);
  }
  /* Simplification may have made several terms the negation of one. */
  if (m2k_known_negation(bank, neg) == M2K_NO_TERM) {
    bank->nodes.at[a].neg = neg;
    bank->nodes.at[neg].neg = a;
  }
  return neg;
}

m2k_term m2k_and_n(m2k_bank *bank, const m2k_term *terms, uint32_t count) {
  return m2k_boolset_term(bank, M2K_TERM_AND, terms, count);
}

m2k_term m2k_or_n(m2k_bank *bank, const m2k_term *terms, uint32_t count) {
  return m2k_boolset_term(bank, M2K_TERM_OR, terms, count);
}

m2k_term m2k_and(m2k_bank *bank, m2k_term a, m2k_term b) {
  if (a == M2K_TERM_FALSE_ID || b == M2K_TERM_FALSE_ID)
    return M2K_TERM_FALSE_ID;
  if (a == M2K_TERM_TRUE_ID || a == b)
    return b;
  if (b == M2K_TERM_TRUE_ID)
    return a;
  m2k_term both[2] = {a, b};
  return m2k_and_n(bank, both, 2);
}

m2k_term m2k_or(m2k_bank *bank, m2k_term a, m2k_term b) {
  if (a == M2K_TERM_TRUE_ID || b == M2K_TERM_TRUE_ID)
    return M2K_TERM_TRUE_ID;
  if (a == M2K_TERM_FALSE_ID || a == b)
    return b;
  if (b == M2K_TERM_FALSE_ID)
    return a;
  m2k_term both[2] = {a, b};
  return m2k_or_n(bank, both, 2);
}

/* ---- conjunctions as sets ---- */

static m2k_term conjunct(const m2k_bank *bank, m2k_term a, uint32_t i) {
  return m2k_kind_of(bank, a) == M2K_TERM_AND ? m2k_arg_of(bank, a, i) : a;
}

static uint32_t conjuncts(const m2k_bank *bank, m2k_term a) {
  if (a == M2K_TERM_TRUE_ID)
    return 0;
  return m2k_kind_of(bank, a) == M2K_TERM_AND ? m2k_node_at(bank, a)->count : 1;
}

static bool has_conjunct(const m2k_bank *bank, m2k_term a, m2k_term part) {
  uint32_t lo = 0, hi = conjuncts(bank, a), all = hi;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (conjunct(bank, a, mid) < part)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < all && conjunct(bank, a, lo) == part;
}

m2k_term m2k_relative(m2k_bank *bank, m2k_term a, m2k_term known) {
  m2k_vec_u32 left = {0};
  for (uint32_t i = 0; i < conjuncts(bank, a); ++i)
    if (!has_conjunct(bank, known, conjunct(bank, a, i)))
      m2k_vec_push(&left, conjunct(bank, a, i));
  m2k_term t = m2k_and_n(bank, left.at, left.len);
  m2k_vec_free(&left);
  return t;
}

bool m2k_implies_syntactically(const m2k_bank *bank, m2k_term a, m2k_term b) {
  if (a == M2K_TERM_FALSE_ID)
    return true;
  for (uint32_t i = 0; i < conjuncts(bank, b); ++i)
    if (!has_conjunct(bank, a, conjunct(bank, b, i)))
      return false;
  return true;
}

bool m2k_excludes_syntactically(m2k_bank *bank, m2k_term a, m2k_term b) {
  if (a == M2K_TERM_FALSE_ID || b == M2K_TERM_FALSE_ID)
    return true;
  for (uint32_t i = 0; i < conjuncts(bank, b); ++i)
    if (has_conjunct(bank, a, m2k_not(bank, conjunct(bank, b, i))))
      return true;
  return false;
}
