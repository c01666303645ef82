/*
 * Access outside its region. Where the exact address is inside, the fault is
 * the overflow that led the machine elsewhere (index_overflow.c), and there is
 * no second finding. An access of no bytes touches nothing.
 */
#include "passes/check/check.h"

static bool applies(const m2k_event *ev) {
  return (ev->kind == M2K_EVENT_READ || ev->kind == M2K_EVENT_WRITE ||
          ev->kind == M2K_EVENT_ATOMIC);
}

static m2k_term violation(m2k_bank *bank, const m2k_subject *s) {
  m2k_term outside = m2k_not(bank, m2k_machine_inside(bank, s));
  if (s->exact != s->machine)
    outside = m2k_and(bank, outside, m2k_not(bank, m2k_exact_inside(bank, s)));
  return m2k_and(bank, outside, m2k_lt(bank, m2k_const(bank, 0), s->size));
}

const m2k_check m2k_check_out_of_bounds = {
    .kind = M2K_CHECK_OUT_OF_BOUNDS,
    .applies = applies,
    .violation = violation,
    .holds_for_any_data = false,
};
