/* Every clause is printed in one canonical way, which is read back as the same
 * case, on one line and as a macro. */
#include "helper.h"

typedef struct row {
  const char *text, *canonical;
} row;

/* clang-format off: one text and its spelling to a row */
static const row rows[] = {
    {"user(n in 1..16M)", "user(n in 1..16777216)"},
    {"user(a in 1..b,b in 1..c),fixed(c in {2048,4096, 8192}) , user(d in "
     "int32)",
     "user(a in 1..b, b in 1..c), fixed(c in {2048, 4096, 8192}), user(d in "
     "int32)"},
    {"fixed(x in {}), user(y in 5..1)", "fixed(x in {}), user(y in 5..1)"},
    {"user(n in 0x10..2**31 - 1 step 4)",
     "user(n in 16..2147483648 - 1 step 4)"},
    {"user(n in -5..- 3), assume(n - -3 < -(n))",
     "user(n in -5..-3), assume(n - -3 < -n)"},
    {"user(n in 1..2), tensor(x, f16, [])",
     "user(n in 1..2), tensor(x, f16, [])"},
    {"tensor(x, any, [1] strides [2] , unique), tensor(y, i8, [], align 4K)",
     "tensor(x, any, [1] strides [2], unique), tensor(y, i8, [] align 4096)"},
    {"user(n in 1..9), tensor(@0.a.b[2], bf16, [n*2, n/2+1, n%3] strides [n, "
     "1, 0], offset n, values in 0..n-1 step 2, unique, align 16, alias "
     "args.ptrs[3])",
     "user(n in 1..9), tensor(@0.a.b[2], bf16, [n * 2, n / 2 + 1, n % 3] "
     "strides [n, 1, 0], offset n, values in 0..n - 1 step 2, unique, align "
     "16, alias args.ptrs[3])"},
    {"tensor(p.q_ptr, absent), tensor(args.ptrs[2], f8e4m3, [4])",
     "tensor(p.q_ptr, absent), tensor(args.ptrs[2], f8e4m3, [4])"},
    {"user(n in 1..4), tensor(l[i in 0..n-1], f32, [n, i+1] values in {i, n})",
     "user(n in 1..4), tensor(l[i in 0..n - 1], f32, [n, i + 1] values in {i, "
     "n})"},
    {"scalar(a = 1), scalar(b = -1.5e-3), scalar(c = true), scalar(d = false), "
     "scalar(e = \"x\\\"\\\\\\n\\ty§\"), scalar(f in int64), scalar(g in {1, "
     "2}), scalar(h = 1.), scalar(i = .5), scalar(@9 = 1e5), scalar(in in "
     "0..1)",
     "scalar(a = 1), scalar(b = -0.0015), scalar(c = true), scalar(d = false), "
     "scalar(e = \"x\\\"\\\\\\n\\ty§\"), scalar(f in int64), scalar(g in {1, "
     "2}), scalar(h = 1.0), scalar(i = 0.5), scalar(@9 = 1e+05), scalar(in in "
     "0..1)"},
    {"user(a in 1..9, b in 1..9), assume(a-(b-1)-2 == (a*b)*2 && (a < b || !(a "
     ">= b)) || a*(b/2)%3 != 0)",
     "user(a in 1..9, b in 1..9), assume(a - (b - 1) - 2 == a * b * 2 && (a < "
     "b || !(a >= b)) || a * (b / 2) % 3 != 0)"},
    {"user(a in 1..9), assume(((a)) > ((1))), assume(min(a, max(1, ceildiv(a, "
     "2))) <= (a + 1) * 2)",
     "user(a in 1..9), assume(a > 1), assume(min(a, max(1, ceildiv(a, 2))) <= "
     "(a + 1) * 2)"},
    {"user(n in 1..9), launch(shared = n*4, block = [32,4], grid = [ceildiv(n, "
     "32), 2, 1])",
     "user(n in 1..9), launch(grid = [ceildiv(n, 32), 2, 1], block = [32, 4], "
     "shared = n * 4)"},
    {"fixed(N in 1..2), template(N = N, T = f16, U = c10::Half, V = unsigned "
     "int, W = ::a::b, X = 3 + 4, B = true, F = 1.5, S = \"x\")",
     "fixed(N in 1..2), template(N = N, T = f16, U = c10::Half, V = unsigned "
     "int, W = ::a::b, X = 3 + 4, B = true, F = 1.5, S = \"x\")"},
    {"case(\"l\"), user(u8 in 1..2, strides in 1..2, absent in 1..2), "
     "tensor(tensor, i32, [u8 * strides * absent] values in 0..1, alias alias)",
     "case(\"l\"), user(u8 in 1..2, strides in 1..2, absent in 1..2), "
     "tensor(tensor, i32, [u8 * strides * absent] values in 0..1, alias "
     "alias)"},
    {"user(n in 1..2), user(m in 1..2), fixed(k in 1..2), user(z in 1..2)",
     "user(n in 1..2, m in 1..2), fixed(k in 1..2), user(z in 1..2)"},
};
/* clang-format on */

static void print_equals(const m2k_case *c, const char *expected) {
  m2k_str out = {0};
  m2k_case_print(c, &out);
  assert_string_equal(m2k_str_text(&out), expected);
  m2k_str_free(&out);
}

static void test_canonical(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    m2k_arena *arena = m2k_arena_new();
    print_equals(read_right(arena, rows[i].text), rows[i].canonical);
    print_equals(read_right(arena, rows[i].canonical), rows[i].canonical);
    m2k_arena_free(arena);
  }
}

static void test_macro(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_str out = {0};
  m2k_case_print_macro(read_right(arena, "fixed(n in {1}), scalar(x = n)"),
                       &out);
  assert_string_equal(m2k_str_text(&out), "__m2k_iface(\n"
                                          "    fixed(n in {1}),\n"
                                          "    scalar(x = n))\n");
  m2k_str_clear(&out);
  heard h;
  heard_start(&h);
  const char *text = "\"a::f\", case(\"b\"), tensor(x, any, [])";
  const m2k_case *c = read_bytes(arena, text, strlen(text), true, &h);
  assert_non_null(c);
  assert_string_equal(c->target, "a::f");
  print_equals(c, text);
  m2k_case_print_macro(c, &out);
  assert_string_equal(m2k_str_text(&out), "__m2k_iface_for(\"a::f\",\n"
                                          "    case(\"b\"),\n"
                                          "    tensor(x, any, []))\n");
  m2k_str_free(&out);
  m2k_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_canonical),
      cmocka_unit_test(test_macro),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
