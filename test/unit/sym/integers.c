/* Straight-line arithmetic: machine and exact byte offsets. */
#include "summary.h"

#define HEAD "define void @k(ptr %a, i32 %n, i64 %l, i16 %h, i8 %b) {\nentry:\n"

/* The offset of one store whose address is %w, computed by `body`. */
static void offset(const char *body, const char *want) {
  m2k_arena *arena = m2k_arena_new();
  summary(m2k_printf(arena, "%s%s\n%s}\n", HEAD, body, PUT),
          m2k_printf(arena, "write a [%s] size 1 if true$", want));
  m2k_arena_free(arena);
}

static void parameters(void **state) {
  (void)state;
  offset("%w = sext i32 %n to i64", "n");
  offset("%w = zext i32 %n to i64", "n%4294967296");
  offset("%w = zext i16 %h to i64", "h%65536");
  offset("%w = sext i8 %b to i64", "b");
  offset("%w = add i64 %l, 0", "l");
}

/* The exact value goes on where the machine's wraps. */
static void widening(void **state) {
  (void)state;
  offset("%m = mul i32 %n, 3\n%w = sext i32 %m to i64",
         "(3*n + 2147483648)%4294967296 - 2147483648 ; exact 3*n");
  offset("%m = mul i32 %n, 3\n%w = zext i32 %m to i64",
         "(3*n)%4294967296 ; exact 3*n");
  offset("%m = mul i16 %h, 3\n%w = zext i16 %m to i64",
         "(3*h)%65536 ; exact 3*h");
  offset("%m = add i8 %b, 3\n%w = sext i8 %m to i64",
         "(b + 131)%256 - 128 ; exact b + 3");
}

/* Cutting to 32 bits is a wrap, cutting further takes bits on purpose. */
static void narrowing(void **state) {
  (void)state;
  offset("%m = trunc i64 %l to i32\n%w = sext i32 %m to i64",
         "(l + 2147483648)%4294967296 - 2147483648 ; exact l");
  offset("%m = trunc i32 %n to i16\n%w = sext i16 %m to i64",
         "(n + 32768)%65536 - 32768");
  offset("%m = trunc i32 %n to i8\n%w = zext i8 %m to i64", "n%256");
  offset("%m = trunc i32 %n to i1\n%w = zext i1 %m to i64",
         "ite(1 <= n%2, 1, 0)");
  offset("%m = trunc i32 %n to i1\n%w = sext i1 %m to i64",
         "-ite(1 <= n%2, 1, 0)");
}

static void shifts(void **state) {
  (void)state;
  offset("%m = shl i32 %n, 4\n%w = sext i32 %m to i64",
         "16*(n + 134217728)%268435456 - 2147483648 ; exact 16*n");
  offset("%m = ashr i32 %n, 4\n%w = sext i32 %m to i64", "n/16");
  offset("%s = and i32 %n, 7\n%m = shl i32 1, %s\n%w = sext i32 %m to i64",
         "pow2#32(n%8)");
  offset("%w = shl i64 %l, 3",
         "8*(l + 1152921504606846976)%2305843009213693952 - "
         "9223372036854775808 ; exact 8*l");
  /* a negative exact value restarts */
  offset("%m = lshr i32 %n, 4\n%w = zext i32 %m to i64", "(n%4294967296)/16");
  offset("%x = mul i32 %n, 12\n%m = lshr i32 %x, 2\n%w = zext i32 %m to i64",
         "(3*n)%1073741824 ; exact ite(0 <= n, 3*n, (3*n)%1073741824)");
}

static void bits(void **state) {
  (void)state;
  offset("%m = and i32 %n, 15\n%w = sext i32 %m to i64", "n%16");
  offset("%x = mul i32 %n, 3\n%m = and i32 %x, 15\n%w = sext i32 %m to i64",
         "(3*n)%16");
  offset("%m = and i32 %n, 6\n%w = sext i32 %m to i64", "n%8 - n%2");
  offset("%m = xor i32 %n, -1\n%w = sext i32 %m to i64", "-n - 1");
  /* parts that do not overlap are a sum, whose exact value is the machine's */
  offset("%x = and i32 %n, 7\n%y = shl i32 %n, 3\n%m = or i32 %x, %y\n"
         "%w = sext i32 %m to i64",
         "(8*n + n%8 + 2147483648)%4294967296 - 2147483648");
}

static void division(void **state) {
  (void)state;
  offset("%m = udiv i32 %n, 12\n%w = zext i32 %m to i64", "(n%4294967296)/12");
  offset("%m = sdiv i32 %n, 12\n%w = sext i32 %m to i64",
         "ite(0 <= n, n/12, -(-n)/12)");
  offset("%m = srem i32 %n, 12\n%w = sext i32 %m to i64",
         "ite(0 <= n, n%12, -(-n)%12)");
  /* the remainder of a wrapped unsigned value is a hash: it restarts */
  offset("%x = mul i32 %n, 3\n%m = urem i32 %x, 12\n%w = zext i32 %m to i64",
         "((3*n)%4294967296)%12");
}

/* Machine offset and exact one are the same number, or can differ. */
static void agree(const char *body, bool may_differ) {
  m2k_arena *arena = m2k_arena_new();
  test_sum t;
  sum_open(&t, m2k_printf(arena, "%s%s\n%s}\n", HEAD, body, PUT));
  if (sum_may_differ(&t, M2K_EVENT_WRITE, 0) != may_differ)
    fail_msg("%s\n%s", body, m2k_str_text(&t.text));
  sum_close(&t);
  m2k_arena_free(arena);
}

static void exactness(void **state) {
  (void)state;
  agree("%x = mul i32 %n, 12\n%m = udiv i32 %x, 12\n%w = zext i32 %m to i64",
        true);
  agree("%x = mul i32 %n, 12\n%m = sdiv i32 %x, 12\n%w = sext i32 %m to i64",
        true);
  agree("%x = and i32 %n, 65535\n%m = mul i32 %x, %x\n"
        "%w = zext i32 %m to i64",
        false);
  agree("%x = and i32 %n, 65535\n%m = mul i32 %x, %x\n"
        "%w = sext i32 %m to i64",
        true);
  /* (a - b) in 32 bits, added to b again: the address is right */
  agree("%x = sub i32 5, %n\n%m = add i32 %x, %n\n%w = sext i32 %m to i64",
        false);
  /* 64 bits hold what 32 do not */
  agree("%x = sext i32 %n to i64\n%w = mul i64 %x, 4096", false);
  /* i1 and i8 from comparisons */
  agree("%x = icmp ult i32 %n, 5\n%m = zext i1 %x to i8\n"
        "%w = zext i8 %m to i64",
        false);
}

/* A quotient of a parameter read as unsigned has no history: it is exact. */
static void unsigned_quotients(void **state) {
  (void)state;
  agree("%m = lshr i32 %n, 4\n%w = zext i32 %m to i64", false);
  agree("%m = udiv i32 %n, 12\n%w = zext i32 %m to i64", false);
}

#define CALLED(name, args)                                                     \
  "  %m = call i32 @" name "(" args ")\n  %w = sext i32 %m to i64\n" PUT
#define CALLING(name, args, types)                                             \
  KERNEL("ptr %a, i32 %n, i32 %o", CALLED(name, args))                         \
  "declare i32 @" name "(" types ")\n"

static void functions(void **state) {
  (void)state;
  test_sum t;
  summary(CALLING("llvm.smin.i32", "i32 %n, i32 8", "i32, i32"),
          "write a [min(n, 8)] size 1 if true$");
  summary(CALLING("llvm.smax.i32", "i32 %n, i32 0", "i32, i32"),
          "write a [max(0, n)] size 1 if true$");
  summary(CALLING("llvm.abs.i32", "i32 %n, i1 false", "i32, i1"), "write a [");
  sum_open(&t, CALLING("llvm.umin.i32", "i32 %n, i32 8", "i32, i32"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 8));
  assert_false(sum_may_differ(&t, M2K_EVENT_WRITE, 0));
  sum_close(&t);
  sum_open(&t, CALLING("llvm.ctpop.i32", "i32 %n", "i32"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 32));
  sum_close(&t);
  sum_open(&t, CALLING("llvm.ctlz.i32", "i32 %n, i1 false", "i32, i1"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 32));
  sum_close(&t);
  sum_open(&t, CALLING("llvm.usub.sat.i32", "i32 7, i32 %n", "i32, i32"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 7));
  sum_close(&t);
  /* a rotation by 8 of a number below 2^16 stays below 2^24 */
  sum_open(
      &t,
      KERNEL(
          "ptr %a, i32 %n",
          "  %s = and i32 %n, 65535\n"
          "  %m = call i32 @llvm.fshl.i32(i32 %s, i32 %s, i32 8)\n"
          "  %w = sext i32 %m to i64\n" PUT) "declare i32 @llvm.fshl.i32(i32, "
                                             "i32, i32)\n");
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 65535 * 256));
  sum_close(&t);
  summary(CALLING("llvm.bitreverse.i32", "i32 %n", "i32"),
          "ledger: integer function without a closed form: "
          "llvm.bitreverse.i32$");
}

/* 1 + the lowest set bit's number, 0 for 0. */
static void find_first_set(void **state) {
  (void)state;
  test_sum t;
  sum_open(&t, CALLING("__nv_ffs", "i32 %n", "i32"));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 32));
  assert_false(sum_within(&t, M2K_EVENT_WRITE, 0, 0, 31));
  sum_close(&t);
}

static void checked(void **state) {
  (void)state;
  test_sum t;
  sum_open(
      &t,
      KERNEL("ptr %a, i32 %n",
             "  %r = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %n, i32 "
             "16)\n"
             "  %o = extractvalue {i32, i1} %r, 1\n"
             "  br i1 %o, label %out, label %go\n"
             "out:\n  ret void\n"
             "go:\n  %m = extractvalue {i32, i1} %r, 0\n"
             "  %w = zext i32 %m to i64\n" PUT) "declare {i32, i1} "
                                                "@llvm.uadd.with.overflow.i32("
                                                "i32, i32)\n");
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 16, UINT32_MAX));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 0, 15));
  sum_close(&t);
}

/* Vectors act element by element. */
static void vectors(void **state) {
  (void)state;
  summary(KERNEL("ptr %a, i32 %n",
                 "  %v0 = insertelement <2 x i32> undef, i32 %n, i32 0\n"
                 "  %v1 = insertelement <2 x i32> %v0, i32 7, i32 1\n"
                 "  %v2 = mul <2 x i32> %v1, <i32 2, i32 3>\n"
                 "  %v3 = shufflevector <2 x i32> %v2, <2 x i32> %v1, "
                 "<3 x i32> <i32 1, i32 0, i32 2>\n"
                 "  %m = extractelement <3 x i32> %v3, i32 0\n"
                 "  %w = sext i32 %m to i64\n"
                 "  %p = getelementptr i8, ptr %a, i64 %w\n"
                 "  store i8 0, ptr %p\n"
                 "  %m2 = extractelement <3 x i32> %v3, i32 2\n"
                 "  %w2 = sext i32 %m2 to i64\n"
                 "  %p2 = getelementptr i8, ptr %a, i64 %w2\n"
                 "  store i8 0, ptr %p2\n  ret void\n"),
          "write a [21] size 1 if true$\nwrite a [n] size 1 if true$");
  /* an element chosen at run time is one of them */
  test_sum t;
  sum_open(&t, KERNEL("ptr %a, i32 %n",
                      "  %m = extractelement <4 x i32> <i32 3, i32 9, i32 4, "
                      "i32 5>, i32 %n\n"
                      "  %w = sext i32 %m to i64\n" PUT));
  assert_true(sum_within(&t, M2K_EVENT_WRITE, 0, 3, 9));
  assert_true(sum_may_be(&t, M2K_EVENT_WRITE, 0, 9));
  assert_false(sum_may_be(&t, M2K_EVENT_WRITE, 0, 6));
  sum_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parameters),
      cmocka_unit_test(widening),
      cmocka_unit_test(narrowing),
      cmocka_unit_test(shifts),
      cmocka_unit_test(bits),
      cmocka_unit_test(division),
      cmocka_unit_test(exactness),
      cmocka_unit_test(functions),
      cmocka_unit_test(checked),
      cmocka_unit_test(find_first_set),
      cmocka_unit_test(unsigned_quotients),
      cmocka_unit_test(vectors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
