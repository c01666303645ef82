#include "passes/base/options.h"
#include "passes/base/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static int setup(void **state) {
  m2k_arena *arena = m2k_arena_new();
  m2k_options *options = M2K_NEW(arena, m2k_options);
  m2k_options_init(options, arena);
  *state = options;
  return 0;
}

static int teardown(void **state) {
  m2k_options *options = *state;
  m2k_arena_free(options->arena);
  return 0;
}

static void accept(m2k_options *options, const char *argument) {
  m2k_str why = {0};
  int status = m2k_options_parse(options, argument, &why);
  assert_string_equal(m2k_str_text(&why), "");
  assert_int_equal(status, 0);
}

static void refuse(m2k_options *options, const char *argument,
                   const char *expected) {
  m2k_str why = {0};
  assert_int_equal(m2k_options_parse(options, argument, &why), -1);
  assert_string_equal(m2k_str_text(&why), expected);
  m2k_str_free(&why);
}

static void defaults(void **state) {
  const m2k_options *options = *state;
  assert_false(options->help);
  assert_null(options->report);
  assert_int_equal(options->iface.len, 0);
  assert_int_equal(options->device_memory, UINT64_C(192) << 30);
  assert_int_equal(options->max_dim, 1 << 24);
}

static void values(void **state) {
  m2k_options *options = *state;
  accept(options, "stats");
  accept(options, "report=a=b.json");
  accept(options, "iface=x");
  accept(options, "iface=y");
  accept(options, "device-memory=80G");
  accept(options, "budget-ms=0");
  accept(options, "dump=ir,query");
  accept(options, "dump=case");
  accept(options, "trace=smt");
  accept(options, "fault=hang");
  assert_true(options->stats);
  assert_string_equal(options->report, "a=b.json");
  assert_int_equal(options->iface.len, 2);
  assert_string_equal(options->iface.at[0], "x");
  assert_string_equal(options->iface.at[1], "y");
  assert_int_equal(options->device_memory, UINT64_C(80) << 30);
  assert_int_equal(options->budget_ms, 0);
  assert_int_equal(options->dump, M2K_DUMP_IR | M2K_DUMP_QUERY | M2K_DUMP_CASE);
  m2k_trace trace = {.areas = options->trace};
  assert_true(m2k_trace_on(&trace, M2K_TRACE_SMT));
  assert_false(m2k_trace_on(&trace, M2K_TRACE_SYM));
  assert_false(m2k_trace_on(NULL, M2K_TRACE_SMT));
  assert_int_equal(options->fault, M2K_FAULT_HANG);
}

static void errors(void **state) {
  m2k_options *options = *state;
  refuse(options, "dmup=ir", "unknown option 'dmup', did you mean 'dump'?");
  refuse(options, "zzzzzz", "unknown option 'zzzzzz'");
  refuse(options, "", "unknown option ''");
  refuse(options, "stats=1", "option 'stats' takes no value");
  refuse(options, "report",
         "option 'report' needs a value, as report=FILE.json");
  refuse(options, "max-dim=", "option 'max-dim' needs a value, as max-dim=N");
  refuse(options, "max-dim=-1",
         "'-1' is no number, option 'max-dim' expects one, with K, M, G or T "
         "behind it for powers of 1024");
  refuse(options, "max-dim=99999999999999999999",
         "'99999999999999999999' is too large for option 'max-dim'");
  refuse(options, "max-dim=9007199254740993K",
         "'9007199254740993K' is too large for option 'max-dim'");
  refuse(options, "dump=ir,sumary",
         "unknown value 'sumary' of option 'dump', did you mean 'summary'?");
  assert_int_equal(options->dump, 0);
  refuse(options, "fault=x",
         "unknown value 'x' of option 'fault', expected crash, hang, oom");
}

static void environment(void **state) {
  m2k_options *options = *state;
  setenv("M2K_BUDGET_MS", "7", 1);
  setenv("M2K_IFACE", "a:b", 1);
  setenv("M2K_STATS", "0", 1);
  setenv("M2K_TIME", "1", 1);
  setenv("M2K_REPORT", "", 1);
  m2k_str why = {0};
  assert_int_equal(m2k_options_read_environment(options, &why), 0);
  assert_int_equal(options->budget_ms, 7);
  assert_int_equal(options->iface.len, 2);
  assert_false(options->stats);
  assert_true(options->time);
  assert_null(options->report);
  setenv("M2K_DUMP", "x", 1);
  assert_int_equal(m2k_options_read_environment(options, &why), -1);
  assert_true(
      m2k_starts_with(m2k_str_text(&why), "in M2K_DUMP: unknown value 'x'"));
  m2k_str_free(&why);
}

static void help(void **state) {
  (void)state;
  m2k_str out = {0};
  m2k_options_help(&out, "--");
  const char *text = m2k_str_text(&out);
  assert_non_null(strstr(text, "  --report=FILE.json\n      write findings and "
                               "verdicts as JSON [M2K_REPORT]\n"));
  assert_non_null(strstr(text, "(default 192G) [M2K_DEVICE_MEMORY]"));
  assert_non_null(strstr(text, "        summary    kernel summaries\n"));
  m2k_str_free(&out);
  assert_true(m2k_starts_with(m2k_version_text(), "m2k "));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(defaults, setup, teardown),
      cmocka_unit_test_setup_teardown(values, setup, teardown),
      cmocka_unit_test_setup_teardown(errors, setup, teardown),
      cmocka_unit_test_setup_teardown(environment, setup, teardown),
      cmocka_unit_test(help),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
