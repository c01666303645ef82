/*
 * Sums in which a quotient meets its dividend or its remainder:
 *   k*x - k*y*DIV(x, y)         becomes k*MOD(x, y)
 *   k*MOD(x, y) + k*y*DIV(x, y) becomes k*x
 *   y*DIV(x, y)                 becomes x where y divides x
 * This is what index decompositions (i / e * e + i % e) reduce by.
 */
#include "passes/smt/linear.h"
#include "passes/smt/range.h"

/* Whether lin contains factor * form, constants aside, for some factor. */
static bool contains(const m2k_lin *lin, const m2k_lin *form,
                     m2k_i128 *factor) {
  if (form->len == 0 || form->len > lin->len || form->overflow)
    return false;
  for (uint32_t i = 0; i < form->len; ++i) {
    m2k_i128 have = m2k_lin_coef(lin, form->terms[i]);
    if (have == 0 || have % form->coefs[i] != 0)
      return false;
    m2k_i128 k = have / form->coefs[i];
    if (i > 0 && k != *factor)
      return false;
    *factor = k;
  }
  return true;
}

/* lin += factor * (term - form), where lin contains factor * form. */
static void exchange(m2k_bank *bank, m2k_lin *lin, const m2k_lin *form,
                     m2k_term term, m2k_i128 factor) {
  for (uint32_t i = 0; i < form->len; ++i) {
    m2k_i128 scaled;
    if (!m2k_mul_fits(form->coefs[i], factor, &scaled))
      lin->overflow = true;
    else
      m2k_lin_add(bank, lin, form->terms[i], -scaled);
  }
  m2k_i128 constant = 0;
  if (!m2k_mul_fits(form->constant, factor, &constant))
    lin->overflow = true;
  lin->constant -= constant;
  m2k_lin_add(bank, lin, term, factor);
}

static bool try_exchange(m2k_bank *bank, m2k_lin *lin, m2k_lin *form,
                         m2k_term term) {
  m2k_i128 factor = 0;
  bool found = contains(lin, form, &factor);
  if (found)
    exchange(bank, lin, form, term, factor);
  m2k_lin_free(form);
  return found;
}

/* One step with the quotient `div`, which occurs in lin. */
static bool reduce_quotient(m2k_bank *bank, m2k_lin *lin, m2k_term div) {
  m2k_term x = m2k_arg_of(bank, div, 0), y = m2k_arg_of(bank, div, 1);
  m2k_i128 rest;
  m2k_term mod = m2k_mod(bank, x, y);
  m2k_lin form;
  m2k_lin_product(bank, &form, y, div);
  if (m2k_is_const(bank, mod, &rest))
    return try_exchange(bank, lin, &form, m2k_offset(bank, x, -rest));
  m2k_lin_add(bank, &form, mod, 1);
  if (try_exchange(bank, lin, &form, x))
    return true;
  m2k_lin_product(bank, &form, y, div);
  for (uint32_t i = 0; i < form.len; ++i)
    form.coefs[i] = -form.coefs[i];
  form.constant = -form.constant;
  m2k_lin_add(bank, &form, x, 1);
  return try_exchange(bank, lin, &form, mod);
}

static bool reduce_entry(m2k_bank *bank, m2k_lin *lin, m2k_term t) {
  m2k_term_kind kind = m2k_kind_of(bank, t);
  if (kind == M2K_TERM_DIV)
    return reduce_quotient(bank, lin, t);
  if (kind != M2K_TERM_MUL)
    return false;
  uint32_t count = m2k_node_at(bank, t)->count;
  for (uint32_t i = 0; i < count; ++i) {
    m2k_term factor = m2k_arg_of(bank, t, i);
    if (m2k_kind_of(bank, factor) == M2K_TERM_DIV &&
        reduce_quotient(bank, lin, factor))
      return true;
  }
  return false;
}

m2k_term m2k_lin_term(m2k_bank *bank, m2k_lin *lin) {
  /* Each round makes the sum smaller or its quotients fewer. */
  for (uint32_t round = 0; round < 8; ++round) {
    bool changed = false;
    for (uint32_t i = 0; i < lin->len && !changed && !lin->overflow; ++i)
      if (m2k_node_at(bank, lin->terms[i])->flags & M2K_NODE_DIV)
        changed = reduce_entry(bank, lin, lin->terms[i]);
    if (!changed)
      break;
  }
  if (lin->overflow)
    return m2k_overflown(bank);
  return m2k_lin_term_plain(bank, lin);
}
