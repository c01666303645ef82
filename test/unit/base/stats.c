#include "passes/base/stats.h"
#include "passes/base/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

static void counts(void **state) {
  (void)state;
  m2k_stats stats = {0}, child = {0};
  m2k_stats_add(&stats, M2K_STAT_KERNELS, 2);
  m2k_stats_add(&child, M2K_STAT_KERNELS, 3);
  m2k_stats_add(NULL, M2K_STAT_KERNELS, 3);
  child.ns[M2K_TIMER_TOTAL] = 1234567;
  m2k_stats_merge(&stats, &child);
  m2k_str out = {0};
  m2k_stats_print(&stats, &out);
  m2k_stats_print_time(&stats, &out);
  assert_string_equal(m2k_str_text(&out),
                      "m2k: kernels: 5\nm2k: time total: 1.234 ms\n");
  m2k_str_free(&out);
}

static void time_passes(void **state) {
  (void)state;
  m2k_stats stats = {0};
  uint64_t start = m2k_clock_ns();
  assert_true(m2k_clock_ns() >= start);
  m2k_stats_time(&stats, M2K_TIMER_CHECK, start - 1);
  assert_true(stats.ns[M2K_TIMER_CHECK] > 0);
}

static void traces_go_to_the_stream(void **state) {
  (void)state;
  char *text = NULL;
  size_t len = 0;
  m2k_trace trace = {.areas = 1u << M2K_TRACE_LOOP,
                     .out = open_memstream(&text, &len)};
  m2k_trace_line(&trace, M2K_TRACE_LOOP, "loop %d", 1);
  m2k_trace_line(&trace, M2K_TRACE_SMT, "not %d", 2);
  fclose(trace.out);
  assert_string_equal(text, "m2k: loop: loop 1\n");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts),
      cmocka_unit_test(time_passes),
      cmocka_unit_test(traces_go_to_the_stream),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
