/*
 * Combinations of the numbers that an architecture fixes to one of a few.
 */
#include "passes/launch/case_terms.h"

enum { MOST_COMBINATIONS = 16 };

/* The number of values of a symbol that can be taken one by one, else 1. */
static uint32_t value_count(const m2k_symbol *s) {
  m2k_i128 v;
  if (!s->fixed || s->set.kind != M2K_SET_LIST || s->set.nitems == 0)
    return 1;
  for (uint32_t i = 0; i < s->set.nitems; i++)
    if (m2k_expr_eval(s->set.items[i], NULL, &v) != M2K_EVAL_OK)
      return 1;
  return s->set.nitems;
}

uint32_t m2k_bind_choice_count(const m2k_case *c) {
  uint32_t count = 1;
  for (uint32_t i = 0; c && i < c->nsymbols; i++) {
    count *= value_count(&c->symbols[i]);
    if (count > MOST_COMBINATIONS)
      return 1;
  }
  return count;
}

const m2k_bind_choice *m2k_bind_choices(m2k_arena *arena, const m2k_case *c,
                                        uint32_t i) {
  if (m2k_bind_choice_count(c) == 1)
    return NULL;
  m2k_bind_choice *out = M2K_NEW_N(arena, m2k_bind_choice, c->nsymbols + 1);
  for (uint32_t s = 0; s < c->nsymbols; s++) {
    uint32_t n = value_count(&c->symbols[s]);
    if (n == 1)
      continue;
    out[s].chosen = m2k_expr_eval(c->symbols[s].set.items[i % n], NULL,
                                  &out[s].value) == M2K_EVAL_OK;
    i /= n;
  }
  return out;
}
