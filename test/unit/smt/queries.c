/* Questions as kernels ask them. */
#include "passes/base/vec.h"
#include "passes/smt/query.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct ctx {
  m2k_bank *bank;
  m2k_query *query;
} ctx;

static int set_up(void **state) {
  ctx *c = calloc(1, sizeof *c);
  c->bank = m2k_bank_new();
  c->query = m2k_query_new(c->bank, 0);
  *state = c;
  return 0;
}

static int tear_down(void **state) {
  ctx *c = *state;
  m2k_query_free(c->query);
  m2k_bank_free(c->bank);
  free(c);
  return 0;
}

static m2k_term sym(ctx *c, const char *name, m2k_i128 lo, m2k_i128 hi) {
  return m2k_sym(c->bank, name, lo, hi, 0);
}

static m2k_term num(ctx *c, m2k_i128 v) { return m2k_const(c->bank, v); }

static void assume_lt(ctx *c, m2k_term a, m2k_term b) {
  m2k_query_assume(c->query, m2k_lt(c->bank, a, b));
}

static void row_bound(void **state) {
  ctx *c = *state;
  m2k_term b = sym(c, "b", 0, INT32_MAX), n = sym(c, "n", 1, INT32_MAX);
  m2k_term i = sym(c, "i", 0, INT32_MAX), d = sym(c, "d", 1, INT32_MAX);
  assume_lt(c, b, n);
  assume_lt(c, i, d);
  m2k_term at = m2k_add(c->bank, m2k_mul(c->bank, b, d), i);
  m2k_term end = m2k_mul(c->bank, n, d);
  assert_true(
      m2k_query_proves(c->query, m2k_true(c->bank), m2k_lt(c->bank, at, end)));
  assert_int_equal(m2k_query_get_stats(c->query).by_solver, 0);
  assert_false(
      m2k_query_proves(c->query, m2k_true(c->bank),
                       m2k_lt(c->bank, m2k_offset(c->bank, at, 1), end)));
}

static void four_dimensions(void **state) {
  ctx *c = *state;
  m2k_term x[4], n[4], at = num(c, 0), end = num(c, 1);
  static const char *const xs[] = {"x0", "x1", "x2", "x3"};
  static const char *const ns[] = {"n0", "n1", "n2", "n3"};
  for (int k = 0; k < 4; ++k) {
    x[k] = sym(c, xs[k], 0, INT32_MAX);
    n[k] = sym(c, ns[k], 1, INT32_MAX);
    assume_lt(c, x[k], n[k]);
    at = m2k_add(c->bank, m2k_mul(c->bank, at, n[k]), x[k]);
    end = m2k_mul(c->bank, end, n[k]);
  }
  assert_true(
      m2k_query_proves(c->query, m2k_true(c->bank), m2k_lt(c->bank, at, end)));
  assert_int_equal(m2k_query_get_stats(c->query).by_solver, 0);
}

/* float4 over a row: v < d / 4, element b*d + 4*v + 3, for any d. */
static void vector_in_row(void **state) {
  ctx *c = *state;
  m2k_term b = sym(c, "b", 0, INT32_MAX), n = sym(c, "n", 1, INT32_MAX);
  m2k_term v = sym(c, "v", 0, INT32_MAX), d = sym(c, "d", 1, INT32_MAX);
  assume_lt(c, b, n);
  assume_lt(c, v, m2k_div(c->bank, d, num(c, 4)));
  m2k_term at = m2k_add(c->bank, m2k_mul(c->bank, b, d),
                        m2k_offset(c->bank, m2k_scale(c->bank, v, 4), 3));
  m2k_term goal = m2k_lt(c->bank, at, m2k_mul(c->bank, n, d));
  assert_true(m2k_query_proves(c->query, m2k_true(c->bank), goal));
  /* With d a multiple of 4 the access is aligned. */
  m2k_term first =
      m2k_add(c->bank, m2k_mul(c->bank, b, d), m2k_scale(c->bank, v, 4));
  m2k_query_assume(c->query,
                   m2k_eq(c->bank, m2k_mod(c->bank, d, num(c, 4)), num(c, 0)));
  m2k_term aligned =
      m2k_eq(c->bank, m2k_mod(c->bank, first, num(c, 4)), num(c, 0));
  assert_true(m2k_query_proves(c->query, m2k_true(c->bank), aligned));
}

static void overflow(void **state) {
  ctx *c = *state;
  m2k_term b = sym(c, "b", 0, 2000000), i = sym(c, "i", 0, 4095);
  m2k_term exact = m2k_add(c->bank, m2k_scale(c->bank, b, 4096), i);
  m2k_term wraps = m2k_ne(c->bank, exact, m2k_uwrap(c->bank, exact, 32));
  m2k_model *model;
  assert_int_equal(m2k_query_ask(c->query, &wraps, 1, &model), M2K_SAT);
  m2k_term small[2] = {b, i};
  m2k_query_minimize(c->query, &wraps, 1, small, 2, &model);
  assert_int_equal(m2k_model_value(model, b), 1048576);
  assert_int_equal(m2k_model_value(model, i), 0);
  assert_true(m2k_model_value(model, exact) == (m2k_i128)1 << 32);
  m2k_model_free(model);
  m2k_query_assume(c->query, m2k_lt(c->bank, b, num(c, 1048576)));
  assert_int_equal(m2k_query_ask(c->query, &wraps, 1, NULL), M2K_UNSAT);
}

/* An access behind a wrapped index is inside, the exact one too. */
static void overflow_symbolic_width(void **state) {
  ctx *c = *state;
  m2k_term b = sym(c, "b", 0, 16777215), n = sym(c, "n", 1, 16777216);
  m2k_term i = sym(c, "i", 0, 7167), d = sym(c, "d", 1, 7168);
  assume_lt(c, b, n);
  assume_lt(c, i, d);
  m2k_term exact = m2k_add(c->bank, m2k_mul(c->bank, b, d), i);
  m2k_term machine = m2k_swrap(c->bank, exact, 32);
  m2k_term terms[2] = {m2k_ne(c->bank, exact, machine),
                       m2k_eq(c->bank, d, num(c, 4096))};
  m2k_model *model;
  assert_int_equal(m2k_query_ask(c->query, terms, 2, &model), M2K_SAT);
  m2k_term small[3] = {n, b, i};
  m2k_query_minimize(c->query, terms, 2, small, 3, &model);
  assert_int_equal(m2k_model_value(model, n), 524289);
  assert_int_equal(m2k_model_value(model, b), 524288);
  m2k_model_free(model);
}

static void halving(void **state) {
  ctx *c = *state;
  m2k_term t = sym(c, "t", 0, 1023), n = sym(c, "n", 1, 1024);
  m2k_term s = sym(c, "s", 1, 512);
  assume_lt(c, t, n);
  m2k_query_assume(c->query,
                   m2k_le(c->bank, s, m2k_div(c->bank, n, num(c, 2))));
  m2k_term goal = m2k_lt(c->bank, m2k_add(c->bank, t, s), n);
  assert_false(m2k_query_proves(c->query, m2k_true(c->bank), goal));
  assert_true(m2k_query_proves(c->query, m2k_lt(c->bank, t, s), goal));
}

static void decomposition(void **state) {
  ctx *c = *state;
  m2k_term i = sym(c, "i", 0, INT32_MAX), e = sym(c, "e", 1, INT32_MAX);
  m2k_term n = sym(c, "n", 1, INT32_MAX);
  m2k_term q = m2k_div(c->bank, i, e), r = m2k_mod(c->bank, i, e);
  assert_int_equal(m2k_add(c->bank, m2k_mul(c->bank, q, e), r), i);
  m2k_term c8 = num(c, 8);
  assert_int_equal(m2k_add(c->bank,
                           m2k_scale(c->bank, m2k_div(c->bank, i, c8), 8),
                           m2k_mod(c->bank, i, c8)),
                   i);
  /* i < n*e: i/e < n, and (i/e)*e + i%e < n*e */
  assume_lt(c, i, m2k_mul(c->bank, n, e));
  assert_true(
      m2k_query_proves(c->query, m2k_true(c->bank), m2k_lt(c->bank, q, n)));
  assert_true(
      m2k_query_proves(c->query, m2k_true(c->bank), m2k_lt(c->bank, r, e)));
  m2k_term f = sym(c, "f", 1, INT32_MAX);
  assert_false(
      m2k_query_proves(c->query, m2k_true(c->bank), m2k_lt(c->bank, r, f)));
}

static void guards_and_facts(void **state) {
  ctx *c = *state;
  m2k_term i = sym(c, "i", 0, INT32_MAX), n = sym(c, "n", 0, 1000);
  m2k_term p = m2k_bool_sym(c->bank, "p", 0);
  m2k_fact_add(c->bank, i, p, m2k_lt(c->bank, i, n));
  m2k_term bad = m2k_le(c->bank, num(c, 1000), i);
  m2k_term with[2] = {p, bad};
  assert_int_equal(m2k_query_ask(c->query, with, 2, NULL), M2K_UNSAT);
  assert_int_equal(m2k_query_ask(c->query, &bad, 1, NULL), M2K_SAT);
  with[0] = m2k_not(c->bank, p);
  assert_int_equal(m2k_query_ask(c->query, with, 2, NULL), M2K_SAT);
  m2k_query_push(c->query);
  m2k_query_assume(c->query, p);
  assert_int_equal(m2k_query_ask(c->query, &bad, 1, NULL), M2K_UNSAT);
  m2k_range r = m2k_query_range(c->query, m2k_true(c->bank), i);
  assert_int_equal(r.hi, 999);
  m2k_query_pop(c->query);
  assert_int_equal(m2k_query_ask(c->query, &bad, 1, NULL), M2K_SAT);
}

static void loads_are_functions(void **state) {
  ctx *c = *state;
  m2k_term x = sym(c, "x", 0, 100), y = sym(c, "y", 0, 100);
  m2k_term f = m2k_apply(c->bank, M2K_APP_LOAD, 7, &x, 1, 0, 255);
  m2k_term g = m2k_apply(c->bank, M2K_APP_LOAD, 7, &y, 1, 0, 255);
  m2k_term terms[2] = {m2k_ne(c->bank, f, g),
                       m2k_le(c->bank, m2k_sub(c->bank, x, y), num(c, 0))};
  m2k_model *model;
  assert_int_equal(m2k_query_ask(c->query, terms, 2, &model), M2K_SAT);
  assert_true(m2k_model_value(model, x) < m2k_model_value(model, y));
  m2k_model_free(model);
  m2k_term same[3] = {terms[0], terms[1], m2k_le(c->bank, y, x)};
  assert_int_equal(m2k_query_ask(c->query, same, 3, NULL), M2K_UNSAT);
}

static void bit_operations(void **state) {
  ctx *c = *state;
  m2k_term x = sym(c, "x", 0, 255), y = sym(c, "y", 0, 255);
  m2k_term z = m2k_bitxor(c->bank, x, y, 8);
  m2k_term terms[2] = {m2k_eq(c->bank, z, num(c, 0xA5)),
                       m2k_eq(c->bank, x, num(c, 0x0F))};
  m2k_model *model;
  m2k_answer answer = m2k_query_ask(c->query, terms, 2, &model);
  assert_int_not_equal(answer, M2K_UNSAT);
  if (answer == M2K_SAT)
    assert_int_equal(m2k_model_value(model, y), 0xA5 ^ 0x0F);
  m2k_model_free(model);
}

/* Ids that come back after a rewind stand for other terms. */
static void rewound(void **state) {
  ctx *c = *state;
  m2k_term n = sym(c, "n", 1, 1000);
  for (int k = 0; k < 200; ++k) {
    m2k_bank_mark mark = m2k_bank_get_mark(c->bank);
    m2k_term x = sym(c, "x", 0, 12), y = sym(c, "y", 0, 12);
    m2k_term square = m2k_mul(c->bank, x, y);
    bool odd = k % 2;
    m2k_term terms[3] = {m2k_eq(c->bank, square, num(c, odd ? 35 : 37)),
                         m2k_lt(c->bank, num(c, 1), x),
                         m2k_lt(c->bank, num(c, 1), y)};
    m2k_model *model = NULL;
    m2k_answer answer = m2k_query_ask(c->query, terms, 3, &model);
    assert_int_equal(answer, odd ? M2K_SAT : M2K_UNSAT);
    if (odd)
      assert_int_equal(m2k_model_value(model, square), 35);
    m2k_model_free(model);
    (void)n;
    m2k_bank_rewind(c->bank, mark);
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(row_bound),
                                     TEST(four_dimensions),
                                     TEST(vector_in_row),
                                     TEST(overflow),
                                     TEST(overflow_symbolic_width),
                                     TEST(halving),
                                     TEST(decomposition),
                                     TEST(guards_and_facts),
                                     TEST(loads_are_functions),
                                     TEST(bit_operations),
                                     TEST(rewound)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
