/* What the parser makes of each clause: the representation, field by field. */
#include "helper.h"

static const m2k_case *c;
static m2k_arena *arena;

static int setup(void **state) {
  (void)state;
  arena = m2k_arena_new();
  return 0;
}

static int teardown(void **state) {
  (void)state;
  m2k_arena_free(arena);
  return 0;
}

static void assert_expr(const m2k_expr *e, const char *expected) {
  m2k_str out = {0};
  assert_non_null(e);
  m2k_expr_print(e, &out);
  assert_string_equal(m2k_str_text(&out), expected);
  m2k_str_free(&out);
}

static void test_symbols(void **state) {
  (void)state;
  c = read_right(arena, "user(n in 1..2*m step 4), fixed(m in {1, 2}, k in "
                        "int16)");
  assert_int_equal(c->nsymbols, 3);
  assert_string_equal(c->symbols[0].name, "n");
  assert_false(c->symbols[0].fixed);
  assert_int_equal(c->symbols[0].offset, 5);
  assert_int_equal(c->symbols[0].set.kind, M2K_SET_RANGE);
  assert_int_equal(c->symbols[0].set.hi->kind, M2K_EXPR_MUL);
  assert_int_equal(c->symbols[0].set.hi->offset, 14);
  assert_int_equal(c->symbols[0].set.hi->r->symbol, 1);
  assert_true(c->symbols[0].set.step->value == 4);
  assert_true(c->symbols[1].fixed);
  assert_int_equal(c->symbols[1].set.kind, M2K_SET_LIST);
  assert_int_equal(c->symbols[1].set.nitems, 2);
  assert_int_equal(c->symbols[2].set.kind, M2K_SET_TYPE);
  assert_int_equal(c->symbols[2].set.type, M2K_INTTYPE_int16);
}

static void test_tensor(void **state) {
  (void)state;
  c = read_right(arena,
                 "user(n in 1..9), tensor(x, bf16, [n, 3] strides [8, 1], "
                 "offset 7, values in 0..n, unique, align 16, alias @2.y[1]), "
                 "tensor(@1, absent), tensor(z, any, [])");
  assert_int_equal(c->ntensors, 3);
  const m2k_tensor_clause *t = &c->tensors[0];
  assert_string_equal(t->param.name, "x");
  assert_int_equal(t->dtype, M2K_DTYPE_bf16);
  assert_int_equal(t->rank, 2);
  assert_expr(t->dims[0], "n");
  assert_expr(t->strides[0], "8");
  assert_expr(t->stride_offset, "7");
  assert_expr(t->values->hi, "n");
  assert_true(t->unique);
  assert_int_equal(t->align, 16);
  assert_null(t->alias->name);
  assert_int_equal(t->alias->position, 2);
  assert_int_equal(t->alias->nsteps, 2);
  assert_string_equal(t->alias->steps[0].name, "y");
  assert_int_equal(t->alias->steps[1].index, 1);
  assert_true(c->tensors[1].absent);
  assert_null(c->tensors[1].dims);
  assert_int_equal(c->tensors[1].param.position, 1);
  t = &c->tensors[2];
  assert_false(t->absent);
  assert_int_equal(t->rank, 0);
  assert_null(t->strides);
  assert_null(t->stride_offset);
  assert_null(t->values);
  assert_null(t->alias);
  assert_int_equal(t->align, 0);
}

static void test_list(void **state) {
  (void)state;
  c = read_right(arena, "user(n in 1..9), tensor(l[i in 0..n - 1], f32, [i])");
  const m2k_path_step *step = &c->tensors[0].param.steps[0];
  assert_int_equal(step->kind, M2K_PATH_RANGE);
  assert_string_equal(step->name, "i");
  assert_expr(step->hi, "n - 1");
  assert_int_equal(c->tensors[0].dims[0]->kind, M2K_EXPR_INDEX);
}

static void test_scalar(void **state) {
  (void)state;
  c = read_right(arena, "user(n in 1..9), scalar(a = n + 1), "
                        "scalar(b = -1e-5), scalar(c = true), "
                        "scalar(d = \"a\\\"b\"), scalar(e in 1..n)");
  assert_int_equal(c->nscalars, 5);
  assert_int_equal(c->scalars[0].value.kind, M2K_CLAUSE_EXPR);
  assert_int_equal(c->scalars[1].value.kind, M2K_CLAUSE_FLOAT);
  assert_string_equal(c->scalars[1].value.text, "-1e-5");
  assert_true(c->scalars[1].value.number < -0.9e-5 &&
              c->scalars[1].value.number > -1.1e-5);
  assert_int_equal(c->scalars[2].value.kind, M2K_CLAUSE_BOOL);
  assert_true(c->scalars[2].value.truth);
  assert_int_equal(c->scalars[3].value.kind, M2K_CLAUSE_STRING);
  assert_string_equal(c->scalars[3].value.text, "a\"b");
  assert_int_equal(c->scalars[4].value.kind, M2K_CLAUSE_SET);
}

static void test_launch(void **state) {
  (void)state;
  c = read_right(arena, "launch(block = [32, 4], shared = 48K, grid = [7])");
  assert_expr(c->launch->grid[0], "7");
  assert_null(c->launch->grid[1]);
  assert_expr(c->launch->block[1], "4");
  assert_null(c->launch->block[2]);
  assert_expr(c->launch->shared, "49152");
  c = read_right(arena, "launch(grid = [1, 2, 3], block = [1])");
  assert_expr(c->launch->grid[2], "3");
  assert_null(c->launch->shared);
  assert_null(read_right(arena, "case(\"x\")")->launch);
}

static void test_template(void **state) {
  (void)state;
  c = read_right(arena, "fixed(N in 1..2), template(A = N, B = M, C = c10 :: "
                        "Half, D = unsigned  int, E = N * 2, F = false)");
  const m2k_template_arg *args = c->template_args;
  assert_int_equal(c->ntemplate_args, 6);
  assert_int_equal(args[0].value.kind, M2K_CLAUSE_EXPR);
  assert_int_equal(args[0].value.expr->kind, M2K_EXPR_SYMBOL);
  assert_int_equal(args[1].value.kind, M2K_CLAUSE_TYPE);
  assert_string_equal(args[1].value.text, "M");
  assert_string_equal(args[2].value.text, "c10::Half");
  assert_string_equal(args[3].value.text, "unsigned int");
  assert_int_equal(args[4].value.kind, M2K_CLAUSE_EXPR);
  assert_int_equal(args[5].value.kind, M2K_CLAUSE_BOOL);
}

/* A symbol that is declared behind its use is one all the same. */
static void test_order(void **state) {
  (void)state;
  c = read_right(arena, "template(A = N), tensor(x, f16, [m]), fixed(N in "
                        "1..m), user(m in 1..2)");
  assert_int_equal(c->template_args[0].value.kind, M2K_CLAUSE_EXPR);
  assert_int_equal(c->tensors[0].dims[0]->symbol, 1);
}

static void test_assume(void **state) {
  (void)state;
  c = read_right(arena, "user(a in 1..2, b in 1..2), assume(!(a < b) || a == "
                        "1 && b % 2 != 0), assume((a + 1) * 2 <= b)");
  assert_int_equal(c->nassumes, 2);
  const m2k_expr *e = c->assumes[0];
  assert_int_equal(e->kind, M2K_EXPR_OR);
  assert_int_equal(e->l->kind, M2K_EXPR_NOT);
  assert_int_equal(e->r->kind, M2K_EXPR_AND);
  assert_int_equal(e->r->l->kind, M2K_EXPR_EQ);
  assert_int_equal(c->assumes[1]->l->kind, M2K_EXPR_MUL);
}

static void test_name(void **state) {
  (void)state;
  c = read_right(arena, "case(\"llama/layer\")");
  assert_string_equal(m2k_case_name(c, arena), "llama/layer");
  c = read_right(arena, "scalar(x = 1)");
  assert_string_equal(m2k_case_name(c, arena), "t.cu:1");
}

static void test_numbers(void **state) {
  (void)state;
  c = read_right(arena, "fixed(n in {10, 0x1F, 2**31, 3K, 2M, 1G, 0, 2**126, "
                        "0xffK, 1**1000000000, 0**0, -7, 10**2})");
  static const char *const expected[] = {
      "10",         "31",
      "2147483648", "3072",
      "2097152",    "1073741824",
      "0",          "85070591730234615865843651857942052864",
      "261120",     "1",
      "1",          "-7",
      "100"};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_expr(c->symbols[0].set.items[i], expected[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_symbols, setup, teardown),
      cmocka_unit_test_setup_teardown(test_tensor, setup, teardown),
      cmocka_unit_test_setup_teardown(test_list, setup, teardown),
      cmocka_unit_test_setup_teardown(test_scalar, setup, teardown),
      cmocka_unit_test_setup_teardown(test_launch, setup, teardown),
      cmocka_unit_test_setup_teardown(test_template, setup, teardown),
      cmocka_unit_test_setup_teardown(test_order, setup, teardown),
      cmocka_unit_test_setup_teardown(test_assume, setup, teardown),
      cmocka_unit_test_setup_teardown(test_name, setup, teardown),
      cmocka_unit_test_setup_teardown(test_numbers, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
