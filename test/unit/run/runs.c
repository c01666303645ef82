/* Whole runs: which cases apply, what is left out, and the same twice. */
#include "pipeline.h"

#define SIMPLE KERNEL(GLOBAL_INDEX GUARDED("%g"))
#define FITTING                                                                \
  "user(r in 1..1000), scalar(n = r), tensor(a, f32, [r]), "                   \
  "launch(grid = [ceildiv(r, 256)], block = [256])"

static void only_reason(const test_pipeline *t, const char *code,
                        const char *text) {
  assert_int_equal(pipeline_verdict(t), M2K_VERDICT_UNKNOWN);
  assert_string_equal(pipeline_reason(t)->code, code);
  if (!strstr(pipeline_reason(t)->text, text))
    pipeline_fail(t, pipeline_reason(t)->text);
}

/* Element sizes and template arguments say which instances a case is about. */
static void case_that_fits_no_instance(void **state) {
  (void)state;
  test_pipeline t;
  pipeline_open(&t, SIMPLE,
                "user(r in 1..1000), tensor(a, f16, [r]), "
                "launch(grid = [1], block = [256])");
  only_reason(&t, "no-case", "");
  pipeline_close(&t);
  pipeline_open(&t, SIMPLE, FITTING ", template(N = 4)");
  only_reason(&t, "no-case", "");
  pipeline_close(&t);
  pipeline_open(&t, SIMPLE, FITTING ", template(N = 8, T = f32)");
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_SAFE);
  pipeline_close(&t);
  /* one that fits beside one that does not */
  const char *const cases[] = {FITTING ", template(N = 4)", FITTING, NULL};
  pipeline_open_with(&t, SIMPLE, "k", NULL, cases, NULL);
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_SAFE);
  assert_int_equal(t.report->kernels.at[0]->cases.len, 1);
  pipeline_close(&t);
}

static void case_without_values(void **state) {
  (void)state;
  static const char *const rows[] = {
      /* contradiction */
      ("user(r in 1..10), assume(r > 10), "
       "launch(grid = [r], block = [1])"),
      "launch(grid = [1], block = [1025])",      /* no such block */
      "launch(grid = [1], block = [32, 32, 2])", /* too many threads */
      "launch(grid = [0], block = [1])",         /* runs nothing */
      "launch(grid = [1, 65536], block = [1])",  /* no such grid */
      "launch(grid = [1], block = [1], shared = 1048576)",
      "user(r in 5..7), template(N = r), launch(grid = [1], block = [1])",
      "scalar(n = 2**33), launch(grid = [1], block = [1])",
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_pipeline t;
    pipeline_open(&t, SIMPLE, rows[i]);
    bool launch = i >= 1 && i <= 5; /* the rows about launches */
    if (t.report->kernels.at[0]->verdict != M2K_VERDICT_UNKNOWN ||
        strcmp(pipeline_reason(&t)->code,
               launch ? "launch-fails" : "empty-case") != 0)
      pipeline_fail(&t, rows[i]);
    pipeline_close(&t);
  }
}

static void left_out(void **state) {
  (void)state;
  const char *const cases[] = {FITTING, NULL};
  test_pipeline t;
  pipeline_open_with(&t, SIMPLE, "other", NULL, cases, NULL);
  only_reason(&t, "left-out", "no code");
  pipeline_close(&t);
  pipeline_open_with(&t, SIMPLE, "k", "calls 'f', which was left out", cases,
                     NULL);
  only_reason(&t, "left-out", "calls 'f'");
  pipeline_close(&t);
}

static void not_executed(void **state) {
  (void)state;
  test_pipeline t;
  pipeline_open(&t,
                KERNEL("  br i1 %f, label %x, label %y\n"
                       "x:\n  br label %y\n"
                       "y:\n  br i1 %f, label %x, label %z\n"
                       "z:\n  ret void\n"),
                FITTING);
  only_reason(&t, "not-executed", "control flow");
  pipeline_close(&t);
}

static void only_some_kernels(void **state) {
  (void)state;
  const char *const cases[] = {FITTING, NULL};
  test_pipeline t;
  pipeline_open_with(&t, SIMPLE, "k", NULL, cases, "only=other");
  assert_int_equal(t.report->kernels.len, 0);
  pipeline_close(&t);
  pipeline_open_with(&t, SIMPLE, "k", NULL, cases, "only=k");
  assert_int_equal(t.report->kernels.len, 1);
  pipeline_close(&t);
}

/* One finding for all cases with it, the least of their witnesses; every case
 * has a verdict of its own. */
static void several_cases(void **state) {
  (void)state;
  const char *ir = KERNEL(GLOBAL_INDEX STORE("%g") "  ret void\n");
  const char *const cases[] = {
      "case(\"exact\"), user(r in 1..100), tensor(a, f32, [r]), "
      "launch(grid = [r], block = [1])",
      "case(\"large\"), user(r in 7..100), tensor(a, f32, [2 * r]), "
      "launch(grid = [2 * r + 1], block = [1])",
      "case(\"small\"), user(r in 3..100), tensor(a, f32, [r]), "
      "launch(grid = [r + 1], block = [1])",
      NULL};
  test_pipeline t;
  pipeline_open_with(&t, ir, "k", NULL, cases, NULL);
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_BUG);
  const m2k_kernel_result *k = t.report->kernels.at[0];
  assert_int_equal(k->cases.len, 3);
  for (uint32_t i = 0; i < 3; i++)
    assert_int_equal(k->cases.at[i]->verdict,
                     strcmp(k->cases.at[i]->label, "exact") == 0
                         ? M2K_VERDICT_SAFE
                         : M2K_VERDICT_BUG);
  assert_int_equal(t.report->findings.len, 1);
  const m2k_finding *f = pipeline_finding(&t, 0);
  assert_string_equal(f->witness->case_label, "small");
  assert_int_equal(pipeline_symbol(f, "r"), 3);
  assert_int_equal(f->case_count, 2);
  assert_int_equal(f->case_total, 3);
  pipeline_close(&t);
}

/* A case leaves nothing behind: the order of cases does not matter. */
static void cases_are_independent(void **state) {
  (void)state;
  const char *ir = KERNEL(
      TID NTID "  br label %h\nh:\n  %i = phi i32 [ %t, %entry ], [ %j, %x ]\n"
               "  %q = icmp slt i32 %i, %n\n  br i1 %q, label %x, label %y\n"
               "x:\n" STORE("%i") "  %j = add i32 %i, %nt\n  br label %h\n"
                                  "y:\n  ret void\n");
  const char *good = "case(\"1\"), user(r in 1..5000), scalar(n = r), "
                     "tensor(a, f32, [r]), launch(grid = [1], block = [64])";
  const char *bad = "case(\"2\"), user(r in 1..5000), scalar(n = r + 1), "
                    "tensor(a, f32, [r]), launch(grid = [1], block = [64])";
  const char *const orders[][5] = {
      {good, bad, NULL}, {bad, good, NULL}, {good, bad, good, bad, NULL}};
  for (size_t o = 0; o < 3; o++) {
    test_pipeline t;
    pipeline_open_with(&t, ir, "k", NULL, orders[o], NULL);
    const m2k_kernel_result *k = t.report->kernels.at[0];
    for (uint32_t i = 0; i < k->cases.len; i++)
      assert_int_equal(k->cases.at[i]->verdict, k->cases.at[i]->label[0] == '1'
                                                    ? M2K_VERDICT_SAFE
                                                    : M2K_VERDICT_BUG);
    assert_int_equal(pipeline_symbol(pipeline_finding(&t, 0), "r"), 1);
    pipeline_close(&t);
  }
}

static const char *json_of(m2k_arena *arena, const char *ir,
                           const char *const *cases) {
  test_pipeline t;
  m2k_str out = {0};
  pipeline_open_with(&t, ir, "k", NULL, cases, NULL);
  m2k_report_to_json(t.report, &out);
  const char *text = m2k_strdup(arena, m2k_str_text(&out));
  m2k_str_free(&out);
  pipeline_close(&t);
  return text;
}

static void determinism(void **state) {
  (void)state;
  const char *ir =
      KERNEL(GLOBAL_INDEX
             "  br label %h\n"
             "h:\n  %i = phi i32 [ %g, %entry ], [ %j, %x ]\n"
             "  %s = phi i32 [ 128, %entry ], [ %s1, %x ]\n"
             "  %q = icmp slt i32 %i, %n\n  br i1 %q, label %x, label %y\n"
             "x:\n  %r = mul i32 %i, %m\n" STORE(
                 "%r") "  %pb = getelementptr i32, ptr %b, i32 %s\n"
                       "  %v = load volatile i32, ptr %pb\n"
                       "  %pv = getelementptr i32, ptr %a, i32 %v\n"
                       "  store volatile i32 1, ptr %pv\n"
                       "  %s1 = ashr i32 %s, 1\n  %j = add i32 %i, %nt\n  br "
                       "label %h\n"
                       "y:\n  ret void\n");
  const char *const cases[] = {
      "case(\"wide\"), user(r in 1..16777216), fixed(d in {4096, 7168}), "
      "scalar(n = r), scalar(m = d), tensor(a, f32, [r, d]), "
      "tensor(b, i32, [128] values in 0..r), "
      "launch(grid = [r], block = [64])",
      FITTING ", scalar(m in 1..4), tensor(b, i32, [129])", FITTING, NULL};
  m2k_arena *arena = m2k_arena_new();
  const char *one = json_of(arena, ir, cases);
  const char *two = json_of(arena, ir, cases);
  assert_string_equal(one, two);
  assert_non_null(strstr(one, "\"bug\""));
  m2k_arena_free(arena);
}

/* What a witness is made of stays within what the case says. */
static void witness_within_its_case(void **state) {
  (void)state;
  test_pipeline t;
  pipeline_open(
      &t,
      KERNEL("  %v = load volatile i32, ptr %b\n" STORE("%v") "  ret void\n"),
      "user(r in 10..100 step 10), fixed(d in {3, 5, 9}), "
      "assume(r >= 4 * d), tensor(a, f32, [r]), "
      "tensor(b, i32, [1] values in d..r), "
      "launch(grid = [1], block = [1])");
  assert_int_equal(pipeline_verdict(&t), M2K_VERDICT_BUG);
  const m2k_finding *f = pipeline_finding(&t, 0);
  assert_int_equal(pipeline_symbol(f, "r"), 20);
  assert_int_equal(pipeline_symbol(f, "d"), 3);
  assert_int_equal((long long)f->got, 80);
  assert_int_equal(f->witness->symbols[0].who, M2K_WHO_USER);
  assert_int_equal(f->witness->symbols[1].who, M2K_WHO_MODEL);
  pipeline_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(case_that_fits_no_instance),
      cmocka_unit_test(case_without_values),
      cmocka_unit_test(left_out),
      cmocka_unit_test(not_executed),
      cmocka_unit_test(only_some_kernels),
      cmocka_unit_test(several_cases),
      cmocka_unit_test(cases_are_independent),
      cmocka_unit_test(determinism),
      cmocka_unit_test(witness_within_its_case),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
