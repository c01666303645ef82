/* Path conditions and merged values; nothing is enumerated. */
#include "summary.h"

/* A join that post-dominates takes its dominator's path, whatever lies
 * between. */
static void diamond(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n", "  %q = icmp sgt i32 %n, 3\n"
                                   "  br i1 %q, label %x, label %y\n"
                                   "x:\n  store i8 1, ptr %a\n"
                                   "  br label %join\n"
                                   "y:\n  br label %join\n"
                                   "join:\n"
                                   "  %i = phi i32 [ %n, %x ], [ 3, %y ]\n"
                                   "  %w = sext i32 %i to i64\n" PUT),
          "write a [0] size 1 if 4 <= n$\nwrite a [max(n, 3)] size 1 if true$");
}

/* A chain of forty diamonds: the last path is true, and each access has the
 * condition of its own diamond only. */
static void many_diamonds(void **state) {
  (void)state;
  enum { N = 40 };
  m2k_str ir = {0};
  m2k_str_add(&ir,
              "define void @k(ptr %a, i32 %n) {\nentry:\n  br label %b0\n");
  for (int i = 0; i < N; i++)
    m2k_str_addf(&ir,
                 "b%d:\n  %%q%d = icmp sgt i32 %%n, %d\n"
                 "  br i1 %%q%d, label %%x%d, label %%b%d\n"
                 "x%d:\n  store i8 1, ptr %%a\n  br label %%b%d\n",
                 i, i, i, i, i, i + 1, i, i + 1);
  m2k_str_addf(&ir, "b%d:\n  store i16 1, ptr %%a\n  ret void\n}\n", N);
  test_sum t;
  sum_open(&t, m2k_str_text(&ir));
  assert_int_equal(t.sum->events.len, N + 1);
  sum_lines(&t, "write a [0] size 1 if 1 <= n$\n"
                "write a [0] size 1 if 40 <= n$\n"
                "write a [0] size 2 if true$");
  sum_close(&t);
  m2k_str_free(&ir);
}

static void early_return(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n", "  %q = icmp ugt i32 %n, 99\n"
                                   "  br i1 %q, label %out, label %go\n"
                                   "out:\n  ret void\n"
                                   "go:\n  %w = zext i32 %n to i64\n" PUT),
          "write a [n%4294967296] size 1 if n%4294967296 <= 99$");
}

static void switches(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n",
                 "  switch i32 %n, label %d [ i32 1, label %x\n"
                 "    i32 2, label %y\n    i32 7, label %x ]\n"
                 "x:\n  store i8 1, ptr %a\n  br label %join\n"
                 "y:\n  store i16 1, ptr %a\n  br label %join\n"
                 "d:\n  store i32 1, ptr %a\n  br label %join\n"
                 "join:\n"
                 "  %w = phi i64 [ 10, %x ], [ 20, %y ], [ 30, %d ]\n" PUT),
          "write a [0] size 4 if !(n == 1) && !(n == 2) && !(n == 7)$\n"
          "write a [0] size 2 if n == 2$\n"
          "write a [0] size 1 if (n == 1) || (n == 7)$\n"
          "write a [ite(!(n == 1) && !(n == 2) && !(n == 7), 30, "
          "10*ite(n == 2, 1, 0) + 10)] size 1 if true$");
}

/* What runs on was not trapped. */
static void trap_and_unreachable(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t,
           KERNEL("ptr %a, i32 %n", "  %q = icmp ugt i32 %n, 99\n"
                                    "  br i1 %q, label %bad, label %go\n"
                                    "bad:\n  call void @llvm.trap()\n"
                                    "  unreachable\n"
                                    "go:\n  %w = zext i32 %n to i64\n" PUT));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 99));
  sum_close(&t);
}

static void trap_that_falls_through(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t,
           KERNEL("ptr %a, i32 %n", "  %q = icmp ugt i32 %n, 99\n"
                                    "  br i1 %q, label %bad, label %go\n"
                                    "bad:\n  call void @llvm.trap()\n"
                                    "  br label %go\n"
                                    "go:\n  %w = zext i32 %n to i64\n" PUT));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 99));
  sum_close(&t);
}

static void guards(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t,
           KERNEL("ptr %a, i32 %n, i32 %o",
                  "  %q = icmp slt i32 %n, 10\n"
                  "  %r = icmp sge i32 %n, %o\n"
                  "  %p = icmp sgt i32 %o, 0\n"
                  "  %s = and i1 %q, %r\n  %u = select i1 %s, i1 %p, i1 "
                  "false\n"
                  "  br i1 %u, label %go, label %out\n"
                  "go:\n  %w = sext i32 %n to i64\n" PUT "out:\n  ret void\n"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 1, 9));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 1));
  sum_close(&t);
  /* !(a || b), a ^ b */
  sum_open(&t,
           KERNEL("ptr %a, i32 %n, i1 %f",
                  "  %q = icmp slt i32 %n, 0\n"
                  "  %r = icmp sgt i32 %n, 4\n"
                  "  %s = or i1 %q, %r\n  %u = xor i1 %s, true\n"
                  "  br i1 %u, label %go, label %out\n"
                  "go:\n  %w = sext i32 %n to i64\n" PUT "out:\n  ret void\n"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 4));
  sum_close(&t);
}

/* The comparison of a wrapped value is the machine's. */
static void wrapped_guard(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, i32 %n", "  %m = add i32 %n, 1\n"
                                        "  %q = icmp sle i32 %m, 100\n"
                                        "  br i1 %q, label %go, label %out\n"
                                        "go:\n  %w = sext i32 %n to i64\n" PUT
                                        "out:\n  ret void\n"));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, INT32_MAX));
  sum_close(&t);
}

static void pointers(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, ptr %b, i32 %n",
                 "  %q = icmp sgt i32 %n, 3\n"
                 "  %p = select i1 %q, ptr %a, ptr %b\n"
                 "  %x = getelementptr i32, ptr %p, i64 5\n"
                 "  store i32 1, ptr %x\n  ret void\n"),
          "write a [20] size 4 if 4 <= n$\nwrite b [20] size 4 if n <= 3$");
  summary(KERNEL("ptr %a, ptr %b, i32 %n",
                 "  %q = icmp sgt i32 %n, 3\n"
                 "  br i1 %q, label %x, label %y\n"
                 "x:\n  %ax = getelementptr i8, ptr %a, i64 16\n"
                 "  br label %join\n"
                 "y:\n  br label %join\n"
                 "join:\n  %p = phi ptr [ %ax, %x ], [ %b, %y ]\n"
                 "  %v = load i32, ptr %p\n  ret void\n"),
          "read b [0] size 4 if n <= 3$\nread a [16] size 4 if 4 <= n$");
  /* one object: one alternative */
  summary(KERNEL("ptr %a, i32 %n", "  %q = icmp sgt i32 %n, 3\n"
                                   "  %ax = getelementptr i8, ptr %a, i64 16\n"
                                   "  %p = select i1 %q, ptr %ax, ptr %a\n"
                                   "  %v = load i32, ptr %p\n  ret void\n"),
          "read a [16*ite(4 <= n, 1, 0)] size 4 if true$");
  /* null and an object */
  summary(KERNEL("ptr %a, i32 %n", "  %q = icmp sgt i32 %n, 3\n"
                                   "  %p = select i1 %q, ptr %a, ptr null\n"
                                   "  %z = icmp eq ptr %p, null\n"
                                   "  br i1 %z, label %out, label %go\n"
                                   "go:\n  %v = load i32, ptr %p\n  ret void\n"
                                   "out:\n  ret void\n"),
          "read a [0] size 4 if (4 <= n) && ");
}

static void provenance(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i64 %l",
                 "  %i = ptrtoint ptr %a to i64\n  %j = add i64 %i, %l\n"
                 "  %p = inttoptr i64 %j to ptr\n"
                 "  %v = load i8, ptr %p\n  ret void\n"),
          "read a [l] size 1 if true$\n!ledger:\n");
  /* rounded down to 16 bytes */
  summary(KERNEL("ptr %a, i64 %l",
                 "  %i = ptrtoint ptr %a to i64\n  %j = and i64 %i, -16\n"
                 "  %p = inttoptr i64 %j to ptr\n"
                 "  %v = load i8, ptr %p\n  ret void\n"),
          "read a [-a%16] size 1 if true$\n!ledger:\n");
  summary(KERNEL("ptr %a, i64 %l", "  %p = inttoptr i64 %l to ptr\n"
                                   "  %v = load i8, ptr %p\n  ret void\n"),
          "unknown [0] size 0 if true (pointer that was loaded from memory)$\n"
          "ledger: pointer that was loaded from memory$");
  /* the distance of two pointers into one object */
  summary(KERNEL("ptr %a, i64 %l", "  %b = getelementptr i32, ptr %a, i64 %l\n"
                                   "  %i = ptrtoint ptr %a to i64\n"
                                   "  %j = ptrtoint ptr %b to i64\n"
                                   "  %d = sub i64 %j, %i\n"
                                   "  %w = sdiv exact i64 %d, 4\n" PUT),
          "write a [(l + 2305843009213693952)%4611686018427387904 - "
          "2305843009213693952 ; exact l] size 1 if true$");
}

static void shared_address_in_32_bits(void **state) {
  (void)state;
  summary("@s = internal addrspace(3) global [64 x i32] undef\n" KERNEL(
              "i32 %n",
              "  %i = ptrtoint ptr addrspacecast (ptr addrspace(3) @s to ptr) "
              "to i64\n  %x = trunc i64 %i to i32\n  %y = add i32 %x, 8\n"
              "  %z = zext i32 %y to i64\n  %p = inttoptr i64 %z to ptr\n"
              "  store i32 1, ptr %p\n  ret void\n"),
          "write s [8] size 4 if true$\n!ledger:\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(diamond),
      cmocka_unit_test(early_return),
      cmocka_unit_test(many_diamonds),
      cmocka_unit_test(switches),
      cmocka_unit_test(trap_and_unreachable),
      cmocka_unit_test(trap_that_falls_through),
      cmocka_unit_test(guards),
      cmocka_unit_test(wrapped_guard),
      cmocka_unit_test(pointers),
      cmocka_unit_test(provenance),
      cmocka_unit_test(shared_address_in_32_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
