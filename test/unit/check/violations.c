/*
 * What each check calls a fault, on offsets that are constants: machine and
 * exact offset, size of the access, bytes of the region.
 */
#include "passes/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const m2k_check *check_of(m2k_check_kind kind) {
  for (uint32_t i = 0; m2k_checks[i]; i++)
    if (m2k_checks[i]->kind == kind)
      return m2k_checks[i];
  fail();
  return NULL;
}

/* The violation of `check` is a constant: which one? */
static bool violates(m2k_check_kind kind, int64_t machine, int64_t exact,
                     int64_t size, int64_t bytes) {
  m2k_bank *bank = m2k_bank_new();
  m2k_subject s = {.path = m2k_true(bank),
                   .machine = m2k_const(bank, machine),
                   .exact = m2k_const(bank, exact),
                   .size = m2k_const(bank, size),
                   .bytes = m2k_const(bank, bytes)};
  m2k_term v = check_of(kind)->violation(bank, &s);
  bool yes = v == m2k_true(bank);
  assert_true(yes || v == m2k_false(bank));
  m2k_bank_free(bank);
  return yes;
}

/* Every access is at most one of the two faults. */
static void faults(void **state) {
  (void)state;
  enum { NONE, BOUNDS, OVERFLOW };
  static const struct {
    int64_t machine, exact, size, bytes;
    int want;
  } rows[] = {
      {0, 0, 4, 4, NONE},
      {96, 96, 4, 100, NONE},
      {97, 97, 4, 100, BOUNDS}, /* the last byte is outside */
      {-1, -1, 1, 100, BOUNDS},
      {100, 100, 1, 100, BOUNDS},
      {0, 0, 1, 0, BOUNDS},     /* an empty tensor has no first element */
      {100, 100, 0, 100, NONE}, /* no bytes, no access */
      {500, 500, 0, 100, NONE},
      /* right but for the overflow, and the machine inside or outside */
      {0, 50, 4, 100, OVERFLOW},
      {-8, 50, 4, 100, OVERFLOW},
      {1000, 50, 4, 100, OVERFLOW},
      {0, 50, 0, 100, NONE},
      /* the exact address is outside as well */
      {-8, 200, 4, 100, BOUNDS},
      {104, 98, 4, 100, BOUNDS},
      /* exact outside, machine inside: nothing is touched that should not be */
      {8, 200, 4, 100, NONE},
      {8, -4, 4, 100, NONE},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool bounds = violates(M2K_CHECK_OUT_OF_BOUNDS, rows[i].machine,
                           rows[i].exact, rows[i].size, rows[i].bytes);
    bool overflow = violates(M2K_CHECK_INDEX_OVERFLOW, rows[i].machine,
                             rows[i].exact, rows[i].size, rows[i].bytes);
    if (bounds != (rows[i].want == BOUNDS) ||
        overflow != (rows[i].want == OVERFLOW))
      fail_msg("row %u: bounds %d, overflow %d", (unsigned)i, bounds, overflow);
  }
}

/* Which events a check looks at. */
static void applies(void **state) {
  (void)state;
  static const m2k_event_kind accesses[] = {M2K_EVENT_READ, M2K_EVENT_WRITE,
                                            M2K_EVENT_ATOMIC};
  static const m2k_event_kind others[] = {M2K_EVENT_BARRIER, M2K_EVENT_FALL_OFF,
                                          M2K_EVENT_WRAP, M2K_EVENT_UNKNOWN};
  const m2k_check *bounds = check_of(M2K_CHECK_OUT_OF_BOUNDS);
  const m2k_check *overflow = check_of(M2K_CHECK_INDEX_OVERFLOW);
  for (size_t i = 0; i < 3; i++) {
    m2k_event ev = {.kind = accesses[i], .machine = 5, .exact = 6};
    assert_true(bounds->applies(&ev) && overflow->applies(&ev));
    ev.exact = ev.machine; /* one term: nothing can wrap */
    assert_true(bounds->applies(&ev));
    assert_false(overflow->applies(&ev));
  }
  for (size_t i = 0; i < 4; i++) {
    m2k_event ev = {.kind = others[i], .machine = 5, .exact = 6};
    assert_false(bounds->applies(&ev) || overflow->applies(&ev));
  }
}

/* Each kind once, and what unknown contents make of a violation. */
static void list(void **state) {
  (void)state;
  for (uint32_t i = 0; m2k_checks[i]; i++) {
    assert_non_null(m2k_checks[i]->applies);
    assert_non_null(m2k_checks[i]->violation);
    for (uint32_t k = 0; k < i; k++)
      assert_int_not_equal(m2k_checks[i]->kind, m2k_checks[k]->kind);
  }
  assert_true(check_of(M2K_CHECK_INDEX_OVERFLOW)->holds_for_any_data);
  assert_false(check_of(M2K_CHECK_OUT_OF_BOUNDS)->holds_for_any_data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(faults),
      cmocka_unit_test(applies),
      cmocka_unit_test(list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
