/* The reports of many files as one: counts, and what becomes of a file. */
#include "passes/report/set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char whole[] =
    "{\"format\": \"m2k-report/1\", \"version\": \"0\", \"outcome\": "
    "\"complete\", \"findings\": [{\"verdict\": \"bug\"}, {\"verdict\": "
    "\"unknown\"}], \"kernels\": [{\"kernel\": \"k<int>\", \"cases\": "
    "[{\"accesses\": {\"unreachable\": 1, \"safe\": 2, \"conditional\": 3, "
    "\"unknown\": 4, \"bug\": 5}, \"reasons\": []}, {\"accesses\": {\"safe\": "
    "10}, \"reasons\": [{\"code\": \"solver-budget\"}]}]}], \"ops\": [{\"op\": "
    "\"run\", \"launches\": 7}], \"remarks\": []}";
static const char partly[] =
    "{\"format\": \"m2k-report/1\", \"outcome\": \"complete\", \"kernels\": "
    "[{\"kernel\": \"a\", \"cases\": [{\"accesses\": {\"unknown\": 2}, "
    "\"reasons\": [{\"code\": \"left-out\"}]}]}]}";
static const char crashed[] =
    "{\"format\": \"m2k-report/1\", \"outcome\": \"crashed\"}";
static const char late[] =
    "{\"format\": \"m2k-report/1\", \"outcome\": \"out-of-time\"}";

static m2k_file_status add(m2k_report_set *set, const char *text,
                           m2k_file_status before, const char *expected_why) {
  m2k_report_totals totals;
  m2k_str why = {0};
  m2k_file_status status = before;
  int code = m2k_report_set_add(set, "f.cu", 1.5, text, text ? strlen(text) : 0,
                                &status, &totals, &why);
  assert_string_equal(m2k_str_text(&why), expected_why);
  assert_int_equal(code, *expected_why ? -1 : 0);
  m2k_str_free(&why);
  return status;
}

static void test_totals(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report_set *set = m2k_report_set_new(arena);
  assert_int_equal(add(set, whole, M2K_FILE_ANALYSED, ""), M2K_FILE_ANALYSED);
  assert_int_equal(add(set, whole, M2K_FILE_PARTLY, ""), M2K_FILE_PARTLY);
  const m2k_report_totals *t = m2k_report_set_totals(set);
  assert_int_equal(t->ops, 2);
  assert_int_equal(t->launches, 14);
  assert_int_equal(t->kernels, 2);
  assert_int_equal(t->accesses, 50);
  assert_int_equal(t->counts[M2K_VERDICT_SAFE], 24);
  assert_int_equal(t->counts[M2K_VERDICT_BUG], 10);
  assert_int_equal(t->bugs, 2);
  assert_int_equal(t->not_analysed, 0);
  uint32_t count = 0;
  bool ops = false;
  const char *const *names = m2k_report_set_functions(set, &count, &ops);
  assert_int_equal(count, 4);
  assert_true(ops);
  assert_string_equal(names[0], "k<int>");
  assert_string_equal(names[1], "run");
  m2k_report_set_free(set);
  m2k_arena_free(arena);
}

static void test_statuses(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_report_set *set = m2k_report_set_new(arena);
  assert_int_equal(add(set, partly, M2K_FILE_ANALYSED, ""), M2K_FILE_PARTLY);
  assert_int_equal(add(set, crashed, M2K_FILE_PARTLY, ""), M2K_FILE_CRASHED);
  assert_int_equal(add(set, late, M2K_FILE_ANALYSED, ""), M2K_FILE_FAILED);
  assert_int_equal(add(set, NULL, M2K_FILE_ANALYSED, ""), M2K_FILE_FAILED);
  assert_int_equal(add(set, NULL, M2K_FILE_TIMED_OUT, ""), M2K_FILE_TIMED_OUT);
  assert_int_equal(
      add(set, "{}", M2K_FILE_ANALYSED, "'format' is not m2k-report/1"),
      M2K_FILE_FAILED);
  assert_int_equal(add(set, "", M2K_FILE_ANALYSED,
                       "line 1: '[' or '{' expected near end of file"),
                   M2K_FILE_FAILED);
  assert_int_equal(m2k_report_set_count(set, M2K_FILE_FAILED), 4);
  uint32_t count = 0;
  bool ops = true;
  (void)m2k_report_set_functions(set, &count, &ops);
  assert_false(ops);
  m2k_str json = {0};
  m2k_report_set_to_json(set, &json);
  assert_non_null(strstr(json.at, "\"status\": \"timed-out\""));
  assert_non_null(strstr(json.at, "\"milliseconds\": 1500"));
  m2k_str_free(&json);
  m2k_report_set_free(set);
  m2k_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_totals),
      cmocka_unit_test(test_statuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
