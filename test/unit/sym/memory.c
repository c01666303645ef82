/* What loads give back, and which loads are the same. */
#include "summary.h"

/* A store of one i8 at byte %w of %a, %w from the i32 %v. */
#define AT(v) "  %w = sext i32 " v " to i64\n" PUT
#define LOCAL "  %s = alloca [4 x i32], align 4\n"
#define SLOT(name, index)                                                      \
  "  %" name " = getelementptr i32, ptr %s, i64 " index "\n"

static void local_stores_come_back(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n",
                 LOCAL SLOT("s1", "1") "  store i32 %n, ptr %s1\n"
                                       "  store i32 7, ptr %s\n"
                                       "  %v = load i32, ptr %s1\n" AT("%v")),
          "write a [n] size 1 if true$\n!ledger\n");
  /* the exact value, too */
  summary(KERNEL("ptr %a, i32 %n",
                 LOCAL "  %m = mul i32 %n, 3\n  store i32 %m, ptr %s\n"
                       "  %v = load i32, ptr %s\n" AT("%v")),
          "write a [(3*n + 2147483648)%4294967296 - 2147483648 ; exact 3*n]");
  /* a part of what was stored, and two parts together */
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, i32 %n",
                      LOCAL "  store i32 67305985, ptr %s\n"
                            "  %q = getelementptr i8, ptr %s, i64 2\n"
                            "  %b = load i8, ptr %q\n"
                            "  %v = zext i8 %b to i32\n" AT("%v")));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 1, 3, 3));
  sum_close(&t);
  sum_open(&t, KERNEL("ptr %a, i32 %n",
                      LOCAL "  store <2 x i16> <i16 5, i16 1>, ptr %s\n"
                            "  %v = load i32, ptr %s\n" AT("%v")));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 1, 65541, 65541));
  sum_close(&t);
}

static void guarded_stores(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n",
                 LOCAL "  store i32 1, ptr %s\n"
                       "  %q = icmp sgt i32 %n, 5\n"
                       "  br i1 %q, label %x, label %y\n"
                       "x:\n  store i32 3, ptr %s\n  br label %y\n"
                       "y:\n  %v = load i32, ptr %s\n" AT("%v")),
          "write a [2*ite(6 <= n, 1, 0) + 1] size 1 if true$\n!ledger\n");
  /* in the other branch the guarded store does not count */
  summary(KERNEL("ptr %a, i32 %n",
                 LOCAL "  store i32 1, ptr %s\n"
                       "  %q = icmp sgt i32 %n, 5\n"
                       "  br i1 %q, label %x, label %y\n"
                       "x:\n  store i32 3, ptr %s\n  ret void\n"
                       "y:\n  %v = load i32, ptr %s\n" AT("%v")),
          "write a [1] size 1 if n <= 5$\n!ledger\n");
}

static void unclear_overlap(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n, i64 %l",
                 LOCAL "  store i32 1, ptr %s\n" SLOT(
                     "d", "%l") "  store i32 9, ptr %d\n"
                                "  %v = load i32, ptr %s\n" AT("%v")),
          "ledger: value read from local memory after symbolic stores$");
  /* nothing was stored there */
  summary(KERNEL("ptr %a, i32 %n",
                 LOCAL SLOT("s2", "2") "  store i32 1, ptr %s\n"
                                       "  %v = load i32, ptr %s2\n" AT("%v")),
          "ledger: value read from local memory");
  /* the same symbolic place is the same place */
  summary(KERNEL("ptr %a, i32 %n, i64 %l",
                 LOCAL SLOT("d", "%l") "  store i32 %n, ptr %d\n"
                                       "  %v = load i32, ptr %d\n" AT("%v")),
          "write a [n] size 1 if true$\n!ledger\n");
}

static void pointers_in_local_memory(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, ptr %b",
                 "  %s = alloca ptr, align 8\n  store ptr %b, ptr %s\n"
                 "  %p = load ptr, ptr %s\n  store i32 1, ptr %p\n"
                 "  ret void\n"),
          "write b [0] size 4 if true$\n!ledger\n");
}

#define COPY                                                                   \
  "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"                   \
  "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"

static void block_copies(void **state) {
  (void)state;
  test_sum t;
  /* events: of the operands, source first */
  summary(KERNEL("ptr %a, ptr %b, i64 %l",
                 "  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %l, "
                 "i1 false)\n  ret void\n") COPY,
          "read b [0] size l%18446744073709551616 if true$\n"
          "write a [0] size l%18446744073709551616 if true$");
  summary(KERNEL("ptr %a, i64 %l",
                 "  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, "
                 "i1 false)\n  ret void\n") COPY,
          "write a [0] size 16 if true$");
  /* local to local: what was stored last goes along */
  sum_open(&t, KERNEL("ptr %a, i32 %n",
                      "  %d = alloca [4 x i32], align 4\n" LOCAL
                      "  store i32 %n, ptr %s\n"
                      "  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, "
                      "i64 4, i1 false)\n"
                      "  %v = load i32, ptr %d\n" AT("%v")) COPY);
  sum_lines(&t, "write a [n] size 1 if true$\n!ledger\n");
  sum_close(&t);
  /* zeroed, then read */
  summary(KERNEL("ptr %a, i32 %n", LOCAL
                 "  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 16, "
                 "i1 false)\n" SLOT("s3", "3") "  %v = load i32, ptr %s3\n" AT(
                     "%v")) COPY,
          "write a [0] size 1 if true$\n!ledger\n");
  /* other bytes, and more of them than are followed, are unknown */
  summary(KERNEL("ptr %a, i32 %n",
                 LOCAL "  call void @llvm.memset.p0.i64(ptr %s, i8 1, i64 16, "
                       "i1 false)\n  %v = load i32, ptr %s\n" AT("%v")) COPY,
          "ledger: value read from local memory");
}

/* A copy whose parts were stored one by one (a struct filled by field). */
static void copy_of_several_stores(void **state) {
  (void)state;
  summary(
      KERNEL(
          "ptr %a, i32 %n",
          "  %d = alloca [4 x i32], align 4\n" LOCAL SLOT(
              "s1",
              "1") "  store i32 %n, ptr %s\n  store i32 5, ptr %s1\n"
                   "  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 8, "
                   "i1 false)\n"
                   "  %v = load i32, ptr %d\n" AT("%v")) COPY,
      "write a [n] size 1 if true$\n!ledger\n");
}

#define SHARED "@s = internal addrspace(3) global [64 x i32] undef, align 4\n"
#define S "addrspacecast (ptr addrspace(3) @s to ptr)"

static void shared_memory(void **state) {
  (void)state;
  /* the own store, while no barrier lies between */
  summary(SHARED KERNEL("ptr %a, i32 %n",
                        "  store i32 %n, ptr " S "\n"
                        "  %v = load i32, ptr " S "\n" AT("%v")),
          "write s [0] size 4 if true$\n"
          "read s [0] size 4 if true$\nwrite a [n] size 1 if true$\n!ledger\n");
  /* behind it some thread's: threadIdx.x of another one */
  test_sum t;
  sum_open(&t, SHARED KERNEL("ptr %a, i32 %n", TID NTID
                             "  %q = getelementptr i32, ptr " S ", i32 %t\n"
                             "  %u = and i32 %t, 31\n"
                             "  store i32 %u, ptr %q\n" BARRIER
                             "  %p = getelementptr i32, ptr " S ", i32 %n\n"
                             "  %v = load i32, ptr %p\n" AT("%v")));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 1, 0, 31));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 1, 31));
  assert_int_equal(sum_event(&t, M2K_EVENT_WRITE, 0)->phase, 0);
  assert_int_equal(sum_event(&t, M2K_EVENT_READ, 0)->phase, 1);
  sum_lines(&t, "barrier [0] size 0 if true$");
  sum_close(&t);
  /* two stores, either of which may be read; one is guarded */
  sum_open(&t, SHARED KERNEL("ptr %a, i32 %n", TID
                             "  %z = icmp eq i32 %t, 3\n"
                             "  br i1 %z, label %x, label %y\n"
                             "x:\n  store i32 40, ptr " S "\n  br label %j\n"
                             "y:\n  store i32 %t, ptr " S "\n  br label %j\n"
                             "j:\n" BARRIER "  %v = load i32, ptr " S
                             "\n" AT("%v")));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 2, 40));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 2, 1023));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 2, 3));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 2, 1024));
  sum_close(&t);
  /* floats have no value that could be followed */
  sum_open(&t, SHARED KERNEL("ptr %a, float %f",
                             "  store float %f, ptr " S "\n" BARRIER
                             "  %v = load i32, ptr " S "\n" AT("%v")));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 1, -5));
  sum_close(&t);
}

/* All extern arrays are one region, whose size the launch gives. */
static void dynamic_shared_memory(void **state) {
  (void)state;
  summary("@x = external addrspace(3) global [0 x i32], align 4\n"
          "@y = external addrspace(3) global [0 x float], align 4\n" KERNEL(
              "i32 %n",
              "  %q = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @x "
              "to ptr), i32 %n\n  store i8 1, ptr %q\n"
              "  store i32 1, ptr addrspacecast (ptr addrspace(3) @y to ptr)\n"
              "  ret void\n"),
          "region dynamic shared dynamic shared memory: dynamic shared memory "
          "bytes, align 16, written$\n"
          "write dynamic shared memory [n] size 1 if true$\n"
          "write dynamic shared memory [0] size 4 if true$");
}

#define TWICE(between, extra)                                                  \
  KERNEL("ptr %a, ptr %b, ptr %c0, i32 %n",                                    \
         "  %v = load i32, ptr %b\n" between "  %u = load i32, ptr %b\n"       \
         "  %v6 = sext i32 %v to i64\n  %u6 = sext i32 %u to i64\n"            \
         "  %w = sub i64 %u6, %v6\n" PUT)                                      \
  extra

/* Two loads of one place are one term while nothing can lie between. */
static void global_epochs(void **state) {
  (void)state;
  const char *same = "write a [0] size 1 if true$\n";
  test_sum t;
  summary(TWICE("", ""), same);
  summary(TWICE(BARRIER, ""), same);                    /* nobody writes b */
  summary(TWICE("  store i32 1, ptr %c0\n", ""), same); /* another object */
  static const char *const differ[] = {
      TWICE("  store i32 1, ptr %b\n", ""),
      TWICE("  %x = getelementptr i8, ptr %b, i32 %n\n"
            "  store i8 1, ptr %x\n",
            ""),
      TWICE("  %x = atomicrmw add ptr %b, i32 1 seq_cst\n", ""),
      TWICE("  call void @other(ptr %c0)\n", "declare void @other(ptr)\n"),
  };
  for (size_t i = 0; i < sizeof differ / sizeof *differ; i++) {
    sum_open(&t, differ[i]);
    uint32_t last = 0;
    for (uint32_t e = 0; e < t.sum->events.len; e++)
      if (t.sum->events.at[e].kind == M2K_EVENT_WRITE)
        last++;
    if (!sum_may_be(&t, M2K_EVENT_WRITE, last - 1, 9))
      fail_msg("%s\n%s", differ[i], m2k_str_text(&t.text));
    sum_close(&t);
  }
}

/* Where the kernel writes b at all, other threads may have done so behind
 * whatever orders memory. */
static void order_points(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t,
           KERNEL("ptr %a, ptr %b, i32 %n", "  %v = load i32, ptr %b\n" BARRIER
                                            "  %u = load i32, ptr %b\n"
                                            "  %v6 = sext i32 %v to i64\n"
                                            "  %u6 = sext i32 %u to i64\n"
                                            "  %w = sub i64 %u6, %v6\n"
                                            "  store i32 1, ptr %b\n" PUT));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 1, 9));
  sum_close(&t);
}

#define ORDER_TEST(between, extra)                                             \
  KERNEL("ptr %a, ptr %b, ptr %c0",                                            \
         "  %v = load i32, ptr %b\n" between "  %u = load i32, ptr %b\n"       \
         "  %v6 = sext i32 %v to i64\n  %u6 = sext i32 %u to i64\n"            \
         "  %w = sub i64 %u6, %v6\n  store i32 1, ptr %b\n" PUT)               \
  extra

/* ARCHITECTURE, "Contents": at each barrier, fence and atomic. */
static void fence_orders(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, ORDER_TEST("  call void @llvm.nvvm.membar.gl()\n",
                          "declare void @llvm.nvvm.membar.gl()\n"));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 1, 9));
  sum_close(&t);
}

static void atomic_orders(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, ORDER_TEST("  %x = atomicrmw add ptr %c0, i32 1 seq_cst\n", ""));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 1, 9));
  sum_close(&t);
}

/* What the source itself calls volatile is always read afresh. */
static void volatile_loads(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, ptr %b",
                      "  %v = load volatile i32, ptr %b, !m2k.volatile !0\n"
                      "  %u = load volatile i32, ptr %b, !m2k.volatile !0\n"
                      "  %v6 = sext i32 %v to i64\n"
                      "  %u6 = sext i32 %u to i64\n"
                      "  %w = sub i64 %u6, %v6\n" PUT) "!0 = !{}\n");
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 9));
  sum_close(&t);
}

static void atomics(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n",
                 "  %p = getelementptr i32, ptr %a, i32 %n\n"
                 "  %x = atomicrmw add ptr %p, i32 1 seq_cst\n"
                 "  %y = cmpxchg ptr %a, i32 0, i32 1 seq_cst seq_cst\n"
                 "  %v = extractvalue {i32, i1} %y, 0\n"
                 "  %m = add i32 %v, %x\n" AT("%m")),
          "atomic a [4*n] size 4 if true$\natomic a [0] size 4 if true$\n"
          "ledger: result of an atomic operation$");
}

static void wide_values(void **state) {
  (void)state;
  test_sum t;
  /* four words in one load, taken apart by trunc and lshr */
  sum_open(&t, KERNEL("ptr %a, ptr %b, i32 %n",
                      "  %q = load i128, ptr %b, align 16\n"
                      "  %h = lshr i128 %q, 64\n  %v = trunc i128 %h to i32\n"
                      "  %b2 = getelementptr i32, ptr %b, i64 2\n"
                      "  %u = load i32, ptr %b2\n"
                      "  %v6 = sext i32 %v to i64\n"
                      "  %u6 = sext i32 %u to i64\n"
                      "  %w = sub i64 %u6, %v6\n" PUT));
  sum_lines(&t, "read b [0] size 16 if true$\nread b [8] size 4 if true$\n"
                "write a [0] size 1 if true$\n!ledger\n");
  sum_close(&t);
  /* put together by shl and or, then stored locally and read by words */
  sum_open(&t, KERNEL("ptr %a, i32 %n", LOCAL
                      "  %x = zext i32 %n to i128\n"
                      "  %y = shl i128 %x, 96\n  %z = or i128 %y, 7\n"
                      "  store i128 %z, ptr %s\n" SLOT(
                          "s3", "3") "  %v = load i32, ptr %s3\n" AT("%v")));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 1, (m2k_i128)1 << 40));
  sum_lines(&t, "write a [n] size 1 if true$\n!ledger\n");
  sum_close(&t);
  /* a byte in the middle of a word */
  sum_open(&t, KERNEL("ptr %a, i32 %n",
                      "  %x = zext i32 %n to i128\n  %y = shl i128 %x, 40\n"
                      "  %z = lshr i128 %y, 40\n  %v = trunc i128 %z to i64\n"
                      "  %w = and i64 %v, 1048575\n" PUT));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 1048575));
  sum_close(&t);
  /* arithmetic on them is not followed */
  summary(KERNEL("ptr %a, i32 %n",
                 "  %x = zext i32 %n to i128\n  %y = mul i128 %x, 3\n"
                 "  %w = trunc i128 %y to i64\n" PUT),
          "ledger: instruction that is not modelled: mul$");
}

static void vector_accesses(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, ptr %b, i64 %l",
                 "  %p = getelementptr <4 x i32>, ptr %b, i64 %l\n"
                 "  %v = load <4 x i32>, ptr %p, align 16\n"
                 "  %q = getelementptr {i32, i16}, ptr %a, i64 %l\n"
                 "  store {i32, i16} {i32 1, i16 2}, ptr %q, align 4\n"
                 "  store <4 x i32> %v, ptr %a, align 16\n  ret void\n"),
          "read b [16*(l + 576460752303423488)%1152921504606846976 - "
          "9223372036854775808 ; exact 16*l] size 16 if true$\nwrite a [");
  test_sum t;
  sum_open(&t, KERNEL("ptr %a", "  store <4 x float> zeroinitializer, ptr %a, "
                                "align 16\n  ret void\n"));
  assert_int_equal(sum_event(&t, M2K_EVENT_WRITE, 0)->align, 16);
  assert_int_equal(sum_event(&t, M2K_EVENT_WRITE, 0)->value, M2K_NO_TERM);
  sum_close(&t);
}

static void structs_by_value(void **state) {
  (void)state;
  /* struct { ptr p; i32 n; }, its number as index into its pointer */
  summary(KERNEL("ptr byval({ptr, i32}) align 8 %s",
                 "  %p = load ptr, ptr %s\n"
                 "  %q = getelementptr i8, ptr %s, i64 8\n"
                 "  %n = load i32, ptr %q\n"
                 "  %x = getelementptr i32, ptr %p, i32 %n\n"
                 "  store i32 1, ptr %x\n  ret void\n"),
          "region param s: 16 bytes, align 8\n"
          "region global s+0:\nread s [0] size 8 if true$\n"
          "read s [8] size 4 if true$\nwrite s+0 [");
}

static void constant_tables(void **state) {
  (void)state;
  summary("@t0 = internal addrspace(4) constant [3 x i32] [i32 5, i32 6, i32 7]"
          "\n" KERNEL("ptr %a, i32 %n",
                      "  %p = getelementptr i32, ptr addrspacecast (ptr "
                      "addrspace(4) @t0 to ptr), i64 2\n"
                      "  %v = load i32, ptr %p\n" AT("%v")),
          "region constant t0: 12 bytes\nread t0 [8] size 4 if true$\n"
          "write a [7] size 1 if true$");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(local_stores_come_back),
      cmocka_unit_test(guarded_stores),
      cmocka_unit_test(unclear_overlap),
      cmocka_unit_test(pointers_in_local_memory),
      cmocka_unit_test(block_copies),
      cmocka_unit_test(copy_of_several_stores),
      cmocka_unit_test(shared_memory),
      cmocka_unit_test(dynamic_shared_memory),
      cmocka_unit_test(global_epochs),
      cmocka_unit_test(order_points),
      cmocka_unit_test(fence_orders),
      cmocka_unit_test(atomic_orders),
      cmocka_unit_test(volatile_loads),
      cmocka_unit_test(atomics),
      cmocka_unit_test(wide_values),
      cmocka_unit_test(vector_accesses),
      cmocka_unit_test(structs_by_value),
      cmocka_unit_test(constant_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
