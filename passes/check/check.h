/*
 * Checks: one property per file. A check looks at one event under one case and
 * says under which condition it is a fault; everything else (asking, replay,
 * verdicts) is the same for all checks and lies in passes/run.
 *
 * To add one: a file passes/check/NAME.c that defines `const m2k_check
 * m2k_check_NAME`; CMake lists it (check_list.def) from the file's name.
 */
#ifndef M2K_CHECK_CHECK_H
#define M2K_CHECK_CHECK_H

#include "passes/launch/bind.h"
#include "passes/report/report.h"

/* One event under one case: all terms are bound. */
typedef struct m2k_subject {
  const m2k_binding *binding;
  const m2k_event *event;
  m2k_term path, machine, exact, size; /* of the event */
  m2k_term bytes;                      /* of its region */
} m2k_subject;

typedef struct m2k_check {
  m2k_check_kind kind;
  /* Does the check look at this event at all? */
  bool (*applies)(const m2k_event *event);
  /* The fault's condition, beside the path condition. */
  m2k_term (*violation)(m2k_bank *bank, const m2k_subject *subject);
  /* Whether a violation that rests on memory contents which nothing bounds is
   * still a bug (true) or a precondition (false). */
  bool holds_for_any_data;
} m2k_check;

/* All checks, in the order of check_list.def; ends with null. */
extern const m2k_check *const m2k_checks[];

/* The bytes machine .. machine + size lie inside / the exact ones do. */
m2k_term m2k_machine_inside(m2k_bank *bank, const m2k_subject *subject);
m2k_term m2k_exact_inside(m2k_bank *bank, const m2k_subject *subject);

#endif
