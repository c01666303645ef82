/* Values of expressions, conditions and sets over given symbols. */
#include "helper.h"

static m2k_i128 values[] = {7, -7, 2, 0};
static const m2k_env env = {.values = values, .count = 4};

static const m2k_expr *expr_of(m2k_arena *arena, const char *text) {
  const m2k_case *c = read_right(
      arena, m2k_printf(arena,
                        "user(a in 0..1, b in 0..1, c in 0..1, z in 0..1), "
                        "scalar(x = %s)",
                        text));
  return c->scalars[0].value.expr;
}

static const m2k_expr *cond_of(m2k_arena *arena, const char *text) {
  const m2k_case *c = read_right(
      arena, m2k_printf(arena,
                        "user(a in 0..1, b in 0..1, c in 0..1, z in 0..1), "
                        "assume(%s)",
                        text));
  return c->assumes[0];
}

static void gives(const char *text, long long expected) {
  m2k_arena *arena = m2k_arena_new();
  m2k_i128 value = 0;
  assert_int_equal(m2k_expr_eval(expr_of(arena, text), &env, &value),
                   M2K_EVAL_OK);
  assert_true(value == expected);
  m2k_arena_free(arena);
}

static void fails(const char *text, m2k_eval_status how) {
  m2k_arena *arena = m2k_arena_new();
  m2k_i128 value = 42;
  assert_int_equal(m2k_expr_eval(expr_of(arena, text), &env, &value), how);
  assert_true(value == 42);
  m2k_arena_free(arena);
}

static void holds(const char *text, bool expected) {
  m2k_arena *arena = m2k_arena_new();
  m2k_i128 value = 42;
  assert_int_equal(m2k_expr_eval(cond_of(arena, text), &env, &value),
                   M2K_EVAL_OK);
  assert_true(value == expected);
  m2k_arena_free(arena);
}

static void test_arithmetic(void **state) {
  (void)state;
  gives("a + b * c", -7);
  gives("-a - -b", -14);
  gives("a / c", 3);
  gives("b / c", -4);
  gives("a / -c", -4);
  gives("b / -c", 3);
  gives("a % c", 1);
  gives("b % c", 1);
  gives("a % -c", -1);
  gives("b % -c", -1);
  gives("a / -1 + a % -1", -7);
  gives("ceildiv(a, c)", 4);
  gives("ceildiv(b, c)", -3);
  gives("ceildiv(6, 2)", 3);
  gives("min(a, b)", -7);
  gives("max(a, b) - 1", 6);
  gives("10 - 3 - 2", 5);
  gives("100 / 5 / 2 * 3 % 7", 2);
  gives("(1 + 2) * 3", 9);
}

static void test_overflow(void **state) {
  (void)state;
  fails("2**126 * c", M2K_EVAL_OVERFLOW);
  fails("2**126 + 2**126", M2K_EVAL_OVERFLOW);
  fails("-(2**126) - 2**126 - 1", M2K_EVAL_OVERFLOW);
  fails("-(-(2**126) - 2**126)", M2K_EVAL_OVERFLOW);
  fails("(-(2**126) - 2**126) / -1", M2K_EVAL_OVERFLOW);
  gives("(-(2**126) - 2**126) % -1", 0);
  gives("(-(2**126) - 2**126) / 2**126", -2);
  fails("a / z", M2K_EVAL_DIV_ZERO);
  fails("a % z", M2K_EVAL_DIV_ZERO);
  fails("1 + ceildiv(a, z)", M2K_EVAL_DIV_ZERO);
}

static void test_conditions(void **state) {
  (void)state;
  holds("a < b", false);
  holds("a > b", true);
  holds("a <= 7 && a >= 7", true);
  holds("a == 7 || a / z == 0", true);
  holds("a != 7 && a / z == 0", false);
  holds("!(a == 7)", false);
  holds("!(a < b) && !(b > a)", true);
}

static void test_unknown(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_i128 value = 42;
  const m2k_expr *e = expr_of(arena, "a + c");
  static const bool known[] = {true, true, false, true};
  m2k_env partial = {.values = values, .known = known, .count = 4};
  assert_int_equal(m2k_expr_eval(e, NULL, &value), M2K_EVAL_UNKNOWN);
  assert_int_equal(m2k_expr_eval(e, &partial, &value), M2K_EVAL_UNKNOWN);
  partial.known = NULL;
  partial.count = 2;
  assert_int_equal(m2k_expr_eval(e, &partial, &value), M2K_EVAL_UNKNOWN);
  const m2k_case *c = read_right(arena, "tensor(x[i in 0..3], f16, [i + 1])");
  e = c->tensors[0].dims[0];
  assert_int_equal(m2k_expr_eval(e, &env, &value), M2K_EVAL_UNKNOWN);
  m2k_i128 index = 3;
  partial.index = &index;
  assert_int_equal(m2k_expr_eval(e, &partial, &value), M2K_EVAL_OK);
  assert_true(value == 4);
  m2k_arena_free(arena);
}

/* lo > hi: expected to be empty. */
static void bounds(const char *text, long long lo, long long hi) {
  m2k_arena *arena = m2k_arena_new();
  const m2k_case *c = read_right(
      arena, m2k_printf(arena,
                        "user(a in 0..1, b in 0..1, c in 0..1, z in 0..1), "
                        "scalar(x in %s)",
                        text));
  m2k_i128 l = 0, h = 0;
  bool empty = false;
  assert_int_equal(
      m2k_set_bounds(&c->scalars[0].value.set, &env, &l, &h, &empty),
      M2K_EVAL_OK);
  assert_int_equal(empty, lo > hi);
  if (!empty)
    assert_true(l == lo && h == hi);
  m2k_arena_free(arena);
}

static void contains(const char *text, long long value, bool expected) {
  m2k_arena *arena = m2k_arena_new();
  const m2k_case *c = read_right(
      arena, m2k_printf(arena,
                        "user(a in 0..1, b in 0..1, c in 0..1, z in 0..1), "
                        "scalar(x in %s)",
                        text));
  bool yes = !expected;
  assert_int_equal(
      m2k_set_contains(&c->scalars[0].value.set, &env, value, &yes),
      M2K_EVAL_OK);
  assert_int_equal(yes, expected);
  m2k_arena_free(arena);
}

static void test_sets(void **state) {
  (void)state;
  bounds("b..a", -7, 7);
  bounds("a..b", 1, 0);
  bounds("0..10 step 4", 0, 8);
  bounds("b..10 step 4", -7, 9);
  bounds("{a, c, b}", -7, 7);
  bounds("{}", 1, 0);
  bounds("int8", -128, 127);
  bounds("uint32", 0, 4294967295);
  contains("0..10 step 4", 8, true);
  contains("0..10 step 4", 9, false);
  contains("0..10 step 4", 12, false);
  contains("b..10 step 4", -3, true);
  contains("{a, c}", 2, true);
  contains("{a, c}", 3, false);
  contains("a..b", 0, false);
  contains("int16", 32767, true);
  contains("int16", 32768, false);
  m2k_arena *arena = m2k_arena_new();
  const m2k_case *c = read_right(arena, "user(z in 0..9 step z2, z2 in 0..0)");
  m2k_i128 zeros[2] = {0, 0}, lo = 0, hi = 0;
  m2k_env zero = {.values = zeros, .count = 2};
  bool empty = false;
  assert_int_equal(m2k_set_bounds(&c->symbols[0].set, &zero, &lo, &hi, &empty),
                   M2K_EVAL_DIV_ZERO);
  m2k_arena_free(arena);
}

static void test_dtypes(void **state) {
  (void)state;
  m2k_dtype dtype = M2K_DTYPE_any;
  assert_true(m2k_dtype_find("f8e4m3", 6, &dtype));
  assert_int_equal(dtype, M2K_DTYPE_f8e4m3);
  assert_int_equal(m2k_dtype_size(dtype), 1);
  assert_int_equal(m2k_dtype_kind_of(dtype), M2K_DTYPE_KIND_FLOAT);
  assert_false(m2k_dtype_find("f8e4m3", 5, &dtype));
  assert_int_equal(m2k_dtype_size(M2K_DTYPE_any), 0);
  assert_int_equal(m2k_dtype_size(M2K_DTYPE_f64), 8);
  assert_int_equal(m2k_dtype_kind_of(M2K_DTYPE_u16), M2K_DTYPE_KIND_UNSIGNED);
  for (unsigned i = 0; i < M2K_DTYPE_COUNT; i++) {
    const char *name = m2k_dtype_name((m2k_dtype)i);
    assert_true(m2k_dtype_find(name, strlen(name), &dtype));
    assert_int_equal(dtype, i);
  }
}

static void test_equal(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  const m2k_expr *e = expr_of(arena, "a + 2 * c");
  assert_true(m2k_expr_equal(e, expr_of(arena, "( a )+(2 * c)")));
  assert_false(m2k_expr_equal(e, expr_of(arena, "a + c * 2")));
  assert_false(m2k_expr_equal(e, NULL));
  const m2k_expr *one = m2k_expr_int(arena, 1, 0);
  const m2k_expr *sum = m2k_expr_node(
      arena, M2K_EXPR_ADD, m2k_expr_symbol(arena, "a", 0, 0), one, 0);
  assert_true(m2k_expr_equal(sum, expr_of(arena, "a + 1")));
  m2k_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_conditions), cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_sets),       cmocka_unit_test(test_dtypes),
      cmocka_unit_test(test_equal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
