/*
 * Loops that stay: what is known of their variables inside and behind them.
 * Each kernel stores one byte to %a at its counter; the question is which
 * offsets can occur.
 */
#include "summary.h"

/* while: phis and guard in the header, then the body with the next values. */
#define WHILE(params, before, phis, guard, body, after)                        \
  KERNEL(params, before "  br label %h\nh:\n" phis guard                       \
                        "  br i1 %q, label %b, label %x\nb:\n" body            \
                        "  br label %h\nx:\n" after "  ret void\n")
#define DO(params, before, phis, body, guard, after)                           \
  KERNEL(params,                                                               \
         before "  br label %h\nh:\n" phis body guard                          \
                "  br i1 %q, label %h, label %x\nx:\n" after "  ret void\n")
#define PUT_S(v)                                                               \
  "  %w = sext i32 " v " to i64\n  %p = getelementptr i8, ptr %a, i64 %w\n"    \
  "  store i8 0, ptr %p\n"
#define PUT_U(v)                                                               \
  "  %w = zext i32 " v " to i64\n  %p = getelementptr i8, ptr %a, i64 %w\n"    \
  "  store i8 0, ptr %p\n"
#define LAST(v)                                                                \
  "  %w2 = sext i32 " v " to i64\n"                                            \
  "  %p2 = getelementptr i8, ptr %a, i64 %w2\n  store i8 0, ptr %p2\n"

/* The nth store lies in lo..hi; lo and hi are both met where `tight`. */
static void writes(const char *ir, uint32_t nth, m2k_i128 lo, m2k_i128 hi,
                   bool tight) {
  test_sum t;
  sum_open(&t, ir);
  if (t.sum->failure || !sum_within(&t, M2K_EVENT_WRITE, nth, lo, hi) ||
      (tight && (!sum_may_be(&t, M2K_EVENT_WRITE, nth, lo) ||
                 !sum_may_be(&t, M2K_EVENT_WRITE, nth, hi))))
    fail_msg("store %u in %d..%d of\n%s\n%s", nth, (int)lo, (int)hi, ir,
             m2k_str_text(&t.text));
  sum_close(&t);
}

/* Nothing was lost, and that a counter leaves its type is disproven. */
static void no_wrap(const char *ir) {
  test_sum t;
  sum_open(&t, ir);
  sum_lines(&t, "!ledger\n");
  for (uint32_t i = 0; i < t.sum->events.len; i++) {
    const m2k_event *ev = &t.sum->events.at[i];
    if (ev->kind == M2K_EVENT_WRAP &&
        !m2k_query_proves(t.query, ev->path, m2k_false(t.bank)))
      fail_msg("%s\n%s", ir, m2k_str_text(&t.text));
  }
  sum_close(&t);
}

static void count_up(void **state) {
  (void)state;
  const char *plain =
      WHILE("ptr %a", "", "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
            "  %q = icmp slt i32 %i, 100\n",
            PUT_S("%i") "  %j = add i32 %i, 1\n", LAST("%i"));
  writes(plain, 0, 0, 99, true);
  writes(plain, 1, 100, 100, true);
  no_wrap(plain);
  /* thread-strided, in steps of the block */
  const char *strided = WHILE(
      "ptr %a, i32 %n",
      TID NTID "  %m = call i32 @llvm.smin.i32(i32 %n, i32 "
               "1000)\n",
      "  %i = phi i32 [ %t, %entry ], [ %j, %b ]\n",
      "  %q = icmp slt i32 %i, %m\n", PUT_S("%i") "  %j = add i32 %i, %nt\n",
      "") "declare i32 @llvm.smin.i32(i32, i32)\n";
  writes(strided, 0, 0, 999, true);
  no_wrap(strided);
  /* steps of 3 from 1: never 2 */
  test_sum t;
  sum_open(&t, WHILE("ptr %a", "", "  %i = phi i32 [ 1, %entry ], [ %j, %b ]\n",
                     "  %q = icmp slt i32 %i, 50\n",
                     PUT_S("%i") "  %j = add i32 %i, 3\n", LAST("%i")));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 0, 2));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 49));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 0, 50));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 1, 52));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 1, 50));
  sum_close(&t);
}

static void count_down(void **state) {
  (void)state;
  const char *is_signed =
      WHILE("ptr %a", "", "  %i = phi i32 [ 99, %entry ], [ %j, %b ]\n",
            "  %q = icmp sge i32 %i, 0\n",
            PUT_S("%i") "  %j = add i32 %i, -1\n", LAST("%i"));
  writes(is_signed, 0, 0, 99, true);
  writes(is_signed, 1, -1, -1, true);
  /* while (i-- > 0) on unsigned: the last decrement wraps unused */
  const char *is_unsigned = WHILE(
      "ptr %a, i32 %n", "  %m = and i32 %n, 1023\n",
      "  %i = phi i32 [ %m, %entry ], [ %j, %b ]\n",
      "  %j = add i32 %i, -1\n  %q = icmp ugt i32 %i, 0\n", PUT_U("%j"), "");
  writes(is_unsigned, 0, 0, 1022, true);
  test_sum t;
  sum_open(&t, is_unsigned);
  assert_false(sum_may_differ(&t, M2K_EVENT_WRITE, 0));
  sum_close(&t);
  /* unsigned i >= 0 never ends: it reads on from the top */
  sum_open(&t, WHILE("ptr %a", "", "  %i = phi i32 [ 9, %entry ], [ %j, %b ]\n",
                     "  %q = icmp ult i32 %i, 20\n",
                     PUT_U("%i") "  %j = add i32 %i, -1\n", ""));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 19));
  sum_close(&t);
}

static void until_equal(void **state) {
  (void)state;
  const char *up = WHILE("ptr %a, i32 %n", "  %m = and i32 %n, 255\n",
                         "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
                         "  %q = icmp ne i32 %i, %m\n",
                         PUT_S("%i") "  %j = add i32 %i, 1\n", LAST("%i"));
  writes(up, 0, 0, 254, true);
  writes(up, 1, 0, 255, true);
  writes(WHILE("ptr %a", "", "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
               "  %q = icmp ne i32 %i, 64\n",
               PUT_S("%i") "  %j = add i32 %i, 4\n", LAST("%i")),
         0, 0, 60, true);
  /* a step that jumps over the bound does not stop */
  test_sum t;
  sum_open(&t, WHILE("ptr %a", "", "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
                     "  %q = icmp ne i32 %i, 63\n",
                     PUT_S("%i") "  %j = add i32 %i, 4\n", LAST("%i")));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 64));
  sum_close(&t);
}

/* What runs before the test of the same block, too, knows that the round
 * before went on. */
static void do_while(void **state) {
  (void)state;
  const char *ir =
      DO("ptr %a", "", "  %i = phi i32 [ 0, %entry ], [ %j, %h ]\n",
         PUT_S("%i") "  %j = add i32 %i, 1\n", "  %q = icmp slt i32 %j, 100\n",
         LAST("%j"));
  writes(ir, 0, 0, 99, true);
  writes(ir, 1, 100, 100, true);
  /* the first round runs whatever the bound is */
  writes(DO("ptr %a, i32 %n", "  %m = or i32 %n, -2147483648\n",
            "  %i = phi i32 [ 5, %entry ], [ %j, %h ]\n",
            PUT_S("%i") "  %j = add i32 %i, 1\n",
            "  %q = icmp slt i32 %j, %m\n", ""),
         0, 5, 5, true);
}

/* The test in a block of its own, behind the body. */
static void test_behind_body(void **state) {
  (void)state;
  const char *ir =
      KERNEL("ptr %a, i32 %n",
             "  br label %h\nh:\n  %i = phi i32 [ 0, %entry ], [ %j, %g ]\n"
             "  %z = icmp eq i32 %i, %n\n  br i1 %z, label %f, label %g\n"
             "f:\n" PUT_S(
                 "%i") "  br label %g\n"
                       "g:\n  %j = add i32 %i, 1\n  %q = icmp slt i32 %j, 100\n"
                       "  br i1 %q, label %h, label %x\n"
                       "x:\n" LAST("%j") "  ret void\n");
  writes(ir, 0, 0, 99, true);
  writes(ir, 1, 100, 100, true);
}

static void nested(void **state) {
  (void)state;
  const char *ir = KERNEL(
      "ptr %a", "  br label %h\nh:\n  %i = phi i32 [ 0, %entry ], [ %i1, %d ]\n"
                "  %q = icmp slt i32 %i, 8\n  br i1 %q, label %g, label %x\n"
                "g:\n  br label %h2\n"
                "h2:\n  %j = phi i32 [ 0, %g ], [ %j1, %b ]\n"
                "  %q2 = icmp sle i32 %j, %i\n  br i1 %q2, label %b, label %d\n"
                "b:\n  %m = mul i32 %i, 8\n  %s = add i32 %m, %j\n" PUT_S(
                    "%s") "  %j1 = add i32 %j, 1\n  br label %h2\n"
                          "d:\n  %i1 = add i32 %i, 1\n  br label %h\n"
                          "x:\n  ret void\n");
  writes(ir, 0, 0, 63, true);
  /* j <= i: 8 * 0 + 1 is not met */
  test_sum t;
  sum_open(&t, ir);
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 0, 1));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 9));
  sum_close(&t);
  no_wrap(ir);
  /* the inner counter behind the inner loop */
  writes(KERNEL("ptr %a",
                "  br label %h\nh:\n  %i = phi i32 [ 0, %entry ], [ %i1, %d ]\n"
                "  %q = icmp slt i32 %i, 8\n  br i1 %q, label %g, label %x\n"
                "g:\n  br label %h2\n"
                "h2:\n  %j = phi i32 [ 0, %g ], [ %j1, %b ]\n"
                "  %q2 = icmp slt i32 %j, %i\n"
                "  br i1 %q2, label %b, label %d\n"
                "b:\n  %j1 = add i32 %j, 1\n  br label %h2\n"
                "d:\n" PUT_S("%j") "  %i1 = add i32 %i, 1\n  br label %h\n"
                                   "x:\n  ret void\n"),
         0, 0, 7, true);
}

static void two_exits(void **state) {
  (void)state;
  const char *ir =
      KERNEL("ptr %a, ptr %d, i32 %n",
             "  br label %h\nh:\n  %i = phi i32 [ 0, %entry ], [ %j, %c ]\n"
             "  %q = icmp slt i32 %i, 100\n  br i1 %q, label %b, label %x\n"
             "b:\n  %r = getelementptr i32, ptr %d, i32 %i\n"
             "  %v = load i32, ptr %r\n  %z = icmp eq i32 %v, %n\n"
             "  br i1 %z, label %f, label %c\n"
             "c:\n  %j = add i32 %i, 1\n  br label %h\n"
             "f:\n" PUT_S("%i") "  br label %e\n"
                                "x:\n" LAST("%i") "  br label %e\n"
                                                  "e:\n  ret void\n");
  writes(ir, 0, 0, 99, true);
  writes(ir, 1, 100, 100, true);
}

/* A value behind a loop that may have run no round. */
static void behind_the_loop(void **state) {
  (void)state;
  writes(WHILE("ptr %a, i32 %n", "  %m = and i32 %n, 31\n",
               "  %i = phi i32 [ 7, %entry ], [ %j, %b ]\n",
               "  %q = icmp slt i32 %i, %m\n", "  %j = add i32 %i, 1\n",
               LAST("%i")),
         0, 7, 31, true);
}

static void pointer_phi(void **state) {
  (void)state;
  const char *ir =
      WHILE("ptr %a", "",
            "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n"
            "  %p = phi ptr [ %a, %entry ], [ %p1, %b ]\n",
            "  %q = icmp slt i32 %i, 10\n",
            "  store i32 0, ptr %p\n  %p1 = getelementptr i32, ptr %p, i64 1\n"
            "  %j = add i32 %i, 1\n",
            "");
  writes(ir, 0, 0, 39, false);
  test_sum t;
  sum_open(&t, ir);
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 36));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 0, 34));
  sum_close(&t);
  /* until the end: compared as pointers */
  writes(WHILE("ptr %a", "  %e = getelementptr i32, ptr %a, i64 10\n",
               "  %p = phi ptr [ %a, %entry ], [ %p1, %b ]\n",
               "  %q = icmp ult ptr %p, %e\n",
               "  store i32 0, ptr %p\n"
               "  %p1 = getelementptr i32, ptr %p, i64 1\n",
               ""),
         0, 0, 39, false);
  writes(WHILE("ptr %a", "  %e = getelementptr i32, ptr %a, i64 10\n",
               "  %p = phi ptr [ %a, %entry ], [ %p1, %b ]\n",
               "  %q = icmp ne ptr %p, %e\n",
               "  store i32 0, ptr %p\n"
               "  %p1 = getelementptr i32, ptr %p, i64 1\n",
               ""),
         0, 0, 39, false);
}

/* A pointer that a loop exchanges for another object's. */
static void pointer_to_other_object(void **state) {
  (void)state;
  summary(WHILE("ptr %a, ptr %b0", "",
                "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n"
                "  %p = phi ptr [ %a, %entry ], [ %b0, %b ]\n",
                "  %q = icmp slt i32 %i, 10\n",
                "  store i32 0, ptr %p\n  %j = add i32 %i, 1\n", ""),
          "unknown [0] size 0\nledger: pointer whose origin is not known$");
}

/* Reduction: s = 64, 32 … 1, and tid + s stays inside. */
static void halving(void **state) {
  (void)state;
  const char *shift = WHILE(
      "ptr %a", TID, "  %s = phi i32 [ 64, %entry ], [ %s1, %c ]\n",
      "  %q = icmp sgt i32 %s, 0\n",
      "  %z = icmp slt i32 %t, %s\n  br i1 %z, label %g, label %c\n"
      "g:\n  %m = add i32 %t, %s\n" PUT_S("%m") "  br label %c\n"
                                                "c:\n  %s1 = ashr i32 %s, 1\n",
      "");
  writes(shift, 0, 1, 127, false);
  writes(WHILE("ptr %a", TID, "  %s = phi i32 [ 64, %entry ], [ %s1, %c ]\n",
               "  %q = icmp ugt i32 %s, 0\n",
               "  %z = icmp ult i32 %t, %s\n  br i1 %z, label %g, label %c\n"
               "g:\n  %m = add i32 %t, %s\n" PUT_S(
                   "%m") "  br label %c\n"
                         "c:\n  %s1 = lshr i32 %s, 1\n",
               ""),
         0, 1, 127, false);
  /* from half the block */
  test_sum t;
  sum_open(&t,
           WHILE("ptr %a", TID NTID "  %n2 = lshr i32 %nt, 1\n",
                 "  %s = phi i32 [ %n2, %entry ], [ %s1, %c ]\n",
                 "  %q = icmp sgt i32 %s, 0\n",
                 "  %z = icmp slt i32 %t, %s\n  br i1 %z, label %g, label %c\n"
                 "g:\n  %m = add i32 %t, %s\n" PUT_S(
                     "%m") "  br label %c\n"
                           "c:\n  %s1 = ashr i32 %s, 1\n",
                 ""));
  const m2k_event *ev = sum_event(&t, M2K_EVENT_WRITE, 0);
  assert_true(m2k_query_proves(
      t.query, ev->path,
      m2k_lt(t.bank, ev->machine, t.sum->sregs[M2K_CALL_NTID_X])));
  sum_close(&t);
}

static void doubling(void **state) {
  (void)state;
  const char *ir =
      WHILE("ptr %a", "", "  %s = phi i32 [ 1, %entry ], [ %s1, %b ]\n",
            "  %q = icmp slt i32 %s, 64\n",
            PUT_S("%s") "  %s1 = shl i32 %s, 1\n", "");
  writes(ir, 0, 1, 63, false);
}

/* An accumulator that grows under a condition: at most once a round. */
static void conditional_accumulator(void **state) {
  (void)state;
  const char *ir = WHILE(
      "ptr %a, ptr %d", "",
      "  %i = phi i32 [ 0, %entry ], [ %j, %c ]\n"
      "  %s = phi i32 [ 0, %entry ], [ %s1, %c ]\n",
      "  %q = icmp slt i32 %i, 16\n",
      "  %r = getelementptr i32, ptr %d, i32 %i\n  %v = load i32, ptr %r\n"
      "  %z = icmp sgt i32 %v, 0\n  br i1 %z, label %g, label %c\n"
      "g:\n" PUT_S("%s") "  %s2 = add i32 %s, 1\n  br label %c\n"
                         "c:\n  %s1 = phi i32 [ %s, %b ], [ %s2, %g ]\n  %j = "
                         "add i32 %i, 1\n",
      LAST("%s"));
  writes(ir, 0, 0, 15, false);
  writes(ir, 1, 0, 16, false);
  summary(ir, "!ledger\n");
}

/* A second counter, stepping with the first. */
static void two_counters(void **state) {
  (void)state;
  writes(WHILE("ptr %a", "",
               "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n"
               "  %s = phi i32 [ 100, %entry ], [ %s1, %b ]\n",
               "  %q = icmp slt i32 %i, 10\n",
               PUT_S("%s") "  %s1 = add i32 %s, -7\n  %j = add i32 %i, 1\n",
               LAST("%s")),
         0, 37, 100, true);
  writes(WHILE("ptr %a", "",
               "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n"
               "  %s = phi i32 [ 100, %entry ], [ %s1, %b ]\n",
               "  %q = icmp slt i32 %i, 10\n",
               PUT_S("%s") "  %s1 = add i32 %s, -7\n  %j = add i32 %i, 1\n",
               LAST("%s")),
         1, 30, 30, true);
}

/* A counter that can leave its type is an event of its own. */
static void wraps(void **state) {
  (void)state;
  const char *ir = WHILE(
      "ptr %a, i32 %n", "", "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
      "  %q = icmp sle i32 %i, %n\n", PUT_S("%i") "  %j = add i32 %i, 1\n", "");
  summary(ir, "write a [i] size 1\nwrap [i ; exact i + 1] size 0 if ");
  no_wrap(WHILE("ptr %a, i32 %n", "",
                "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
                "  %q = icmp slt i32 %i, %n\n",
                PUT_S("%i") "  %j = add i32 %i, 1\n", ""));
}

static void unknown_values(void **state) {
  (void)state;
  /* a walk along links in memory */
  const char *ir =
      WHILE("ptr %a, ptr %d", "", "  %i = phi i32 [ 0, %entry ], [ %v, %b ]\n",
            "  %q = icmp sge i32 %i, 0\n",
            PUT_S("%i") "  %r = getelementptr i32, ptr %d, i32 %i\n"
                        "  %v = load i32, ptr %r\n",
            "");
  writes(ir, 0, 0, INT32_MAX, true);
}

static void hash(void **state) {
  (void)state;
  summary(WHILE("ptr %a, i32 %n", "",
                "  %i = phi i32 [ 1, %entry ], [ %j, %b ]\n",
                "  %q = icmp ne i32 %i, %n\n",
                PUT_S("%i") "  %y = mul i32 %i, 1103515245\n"
                            "  %j = xor i32 %y, %n\n",
                ""),
          "ledger: value that a loop changes in a way that has no closed form: "
          "i$");
}

/* Local memory that the body writes is unknown in every round. */
static void local_memory(void **state) {
  (void)state;
  summary(
      WHILE("ptr %a", "  %s = alloca i32, align 4\n  store i32 5, ptr %s\n",
            "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
            "  %q = icmp slt i32 %i, 10\n",
            "  %v = load i32, ptr %s\n  %v1 = add i32 %v, 1\n"
            "  store i32 %v1, ptr %s\n" PUT_S("%v") "  %j = add i32 %i, 1\n",
            ""),
      "ledger: value read from local memory after symbolic stores$");
  /* what it does not write is as before, inside and behind */
  summary(WHILE("ptr %a",
                "  %s = alloca [2 x i32], align 4\n  store i32 5, ptr %s\n"
                "  %s1 = getelementptr i32, ptr %s, i64 1\n",
                "  %i = phi i32 [ 0, %entry ], [ %j, %b ]\n",
                "  %q = icmp slt i32 %i, 10\n",
                "  %v = load i32, ptr %s\n  store i32 %i, ptr %s1\n" PUT_S(
                    "%v") "  %j = add i32 %i, 1\n",
                "  %u = load i32, ptr %s\n" LAST("%u")),
          "write a [5] size 1 if\nwrite a [5] size 1 if true$\n!ledger\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(count_up),
      cmocka_unit_test(count_down),
      cmocka_unit_test(until_equal),
      cmocka_unit_test(do_while),
      cmocka_unit_test(test_behind_body),
      cmocka_unit_test(nested),
      cmocka_unit_test(two_exits),
      cmocka_unit_test(behind_the_loop),
      cmocka_unit_test(pointer_phi),
      cmocka_unit_test(pointer_to_other_object),
      cmocka_unit_test(halving),
      cmocka_unit_test(doubling),
      cmocka_unit_test(conditional_accumulator),
      cmocka_unit_test(two_counters),
      cmocka_unit_test(wraps),
      cmocka_unit_test(unknown_values),
      cmocka_unit_test(hash),
      cmocka_unit_test(local_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
