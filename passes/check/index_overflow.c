/*
 * Integer arithmetic in an address wraps or truncates: the address of the
 * shadow run, in which integers are unbounded, lies inside the region, and the
 * machine's differs from it.
 */
#include "passes/check/check.h"

static bool applies(const m2k_event *ev) {
  return (ev->kind == M2K_EVENT_READ || ev->kind == M2K_EVENT_WRITE ||
          ev->kind == M2K_EVENT_ATOMIC) &&
         ev->exact != ev->machine;
}

static m2k_term violation(m2k_bank *bank, const m2k_subject *s) {
  return m2k_and(bank, m2k_exact_inside(bank, s),
                 m2k_and(bank, m2k_ne(bank, s->exact, s->machine),
                         m2k_lt(bank, m2k_const(bank, 0), s->size)));
}

const m2k_check m2k_check_index_overflow = {
    .kind = M2K_CHECK_INDEX_OVERFLOW,
    .applies = applies,
    .violation = violation,
    .holds_for_any_data = true,
};
