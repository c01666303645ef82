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

static bool proves(ctx *c, m2k_term goal) {
  return m2k_query_proves(c->query, m2k_true(c->bank), goal);
}

/* Proven without Z3, and the near miss is possible. */
static void without_solver(ctx *c, m2k_term goal, m2k_term near_miss) {
  assert_true(proves(c, goal));
  m2k_query_stats stats = m2k_query_get_stats(c->query);
  assert_int_equal(stats.by_solver + stats.undecided, 0);
  m2k_term miss = m2k_not(c->bank, near_miss);
  assert_int_equal(m2k_query_ask(c->query, &miss, 1, NULL), M2K_SAT);
}

/* in[(32*by + ty) * 32*n + 32*bx + tx] of [32*n, 32*n]. */
static void tile_of_sums(void **state) {
  ctx *c = *state;
  m2k_term n = sym(c, "n", 1, 256), bx = sym(c, "bx", 0, 255);
  m2k_term by = sym(c, "by", 0, 255), tx = sym(c, "tx", 0, 31);
  m2k_term ty = sym(c, "ty", 0, 31), width = m2k_scale(c->bank, n, 32);
  assume_lt(c, bx, n);
  assume_lt(c, by, n);
  m2k_term row = m2k_add(c->bank, m2k_scale(c->bank, by, 32), ty);
  m2k_term column = m2k_add(c->bank, m2k_scale(c->bank, bx, 32), tx);
  m2k_term at = m2k_add(c->bank, m2k_mul(c->bank, row, width), column);
  m2k_term end = m2k_mul(c->bank, width, width);
  without_solver(c, m2k_lt(c->bank, at, end),
                 m2k_lt(c->bank, m2k_offset(c->bank, at, 1), end));
}

/* A tap of a convolution, all four edges guarded: inside on both sides. */
static void guarded_tap(void **state) {
  ctx *c = *state;
  m2k_term h = sym(c, "h", 2, 512), w = sym(c, "w", 2, 512);
  m2k_term by = sym(c, "by", 0, 63), bx = sym(c, "bx", 0, 63);
  m2k_term ty = sym(c, "ty", 0, 7), tx = sym(c, "tx", 0, 7);
  m2k_term zero = num(c, 0);
  m2k_term sy =
      m2k_offset(c->bank, m2k_add(c->bank, m2k_scale(c->bank, by, 8), ty), -1);
  m2k_term sx =
      m2k_offset(c->bank, m2k_add(c->bank, m2k_scale(c->bank, bx, 8), tx), -1);
  assume_lt(c, sy, h);
  assume_lt(c, sx, w);
  m2k_query_assume(c->query, m2k_le(c->bank, zero, sy));
  m2k_query_assume(c->query, m2k_le(c->bank, zero, sx));
  m2k_term at = m2k_add(c->bank, m2k_mul(c->bank, sy, w), sx);
  m2k_term end = m2k_mul(c->bank, h, w);
  m2k_term inside =
      m2k_and(c->bank, m2k_le(c->bank, zero, at), m2k_lt(c->bank, at, end));
  m2k_term past = m2k_offset(c->bank, at, 1);
  without_solver(c, inside, m2k_lt(c->bank, past, end));
}

/* Of even i and d, i < d leaves room for i + 1. */
static void pairs(void **state) {
  ctx *c = *state;
  m2k_range even = {0, 254, 2, 0}, dims = {2, 256, 2, 0};
  m2k_term b = sym(c, "b", 0, 65535), n = sym(c, "n", 1, 65536);
  m2k_term i = m2k_sym_range(c->bank, "i", even, 0);
  m2k_term d = m2k_sym_range(c->bank, "d", dims, 0);
  assume_lt(c, b, n);
  assume_lt(c, i, d);
  m2k_term at = m2k_add(c->bank, m2k_mul(c->bank, b, d), i);
  m2k_term end = m2k_mul(c->bank, n, d);
  without_solver(c, m2k_lt(c->bank, m2k_offset(c->bank, at, 1), end),
                 m2k_lt(c->bank, m2k_offset(c->bank, at, 2), end));
}

/* scores[(seq * 8 + head) * pages * 16 + pos], pos < len <= pages * 16. */
static void paged(void **state) {
  ctx *c = *state;
  m2k_term n = sym(c, "n", 1, 256), seq = sym(c, "seq", 0, 255);
  m2k_term head = sym(c, "head", 0, 7), pages = sym(c, "pages", 1, 2048);
  m2k_term len = sym(c, "len", 1, 32768), pos = sym(c, "pos", 0, 32767);
  m2k_term row = m2k_scale(c->bank, pages, 16);
  assume_lt(c, seq, n);
  assume_lt(c, pos, len);
  m2k_query_assume(c->query, m2k_le(c->bank, len, row));
  m2k_term line = m2k_add(c->bank, m2k_scale(c->bank, seq, 8), head);
  m2k_term at = m2k_add(c->bank, m2k_mul(c->bank, line, row), pos);
  m2k_term end = m2k_mul(c->bank, m2k_scale(c->bank, n, 8), row);
  without_solver(c, m2k_lt(c->bank, at, end),
                 m2k_lt(c->bank, m2k_offset(c->bank, at, 1), end));
}

/* i + 4294967295 modulo 2^32 is i - 1 where i >= 1 follows. */
static void counting_down(void **state) {
  ctx *c = *state;
  m2k_term b = sym(c, "b", 0, 4095), n = sym(c, "n", 1, 4096);
  m2k_term i = sym(c, "i", 0, 4096), d = sym(c, "d", 1, 4096);
  assume_lt(c, b, n);
  m2k_query_assume(c->query, m2k_le(c->bank, i, d));
  m2k_term last = m2k_uwrap(c->bank, m2k_offset(c->bank, i, 4294967295), 32);
  m2k_term at = m2k_add(c->bank, m2k_mul(c->bank, b, d), last);
  m2k_term goal = m2k_lt(c->bank, at, m2k_mul(c->bank, n, d));
  m2k_term started = m2k_le(c->bank, num(c, 1), i);
  assert_true(m2k_query_proves(c->query, started, goal));
  m2k_query_stats stats = m2k_query_get_stats(c->query);
  assert_int_equal(stats.by_solver + stats.undecided, 0);
  m2k_term miss = m2k_not(c->bank, goal);
  assert_int_equal(m2k_query_ask(c->query, &miss, 1, NULL), M2K_SAT);
}

/* Exact hash >> 22 inside a table of 1024: nothing has wrapped. */
static void exact_inside(void **state) {
  ctx *c = *state;
  m2k_term key = sym(c, "key", 0, UINT32_MAX), shift = num(c, 1 << 22);
  m2k_term hash = m2k_scale(c->bank, key, 2654435761);
  m2k_term exact = m2k_div(c->bank, hash, shift);
  m2k_term machine = m2k_div(c->bank, m2k_uwrap(c->bank, hash, 32), shift);
  m2k_term differ = m2k_ne(c->bank, exact, machine);
  m2k_term terms[2] = {differ, m2k_lt(c->bank, exact, num(c, 1024))};
  assert_int_equal(m2k_query_ask(c->query, terms, 2, NULL), M2K_UNSAT);
  m2k_query_stats stats = m2k_query_get_stats(c->query);
  assert_int_equal(stats.by_solver + stats.undecided, 0);
  terms[1] = m2k_lt(c->bank, exact, num(c, 2048));
  assert_int_equal(m2k_query_ask(c->query, terms, 2, NULL), M2K_SAT);
}

/* A choice that compares its branches is their maximum, and ceil(h / 2) is one
 * term, however it is written. */
static void one_spelling(void **state) {
  ctx *c = *state;
  m2k_term y = sym(c, "y", 0, 511), h = sym(c, "h", 1, 1024), zero = num(c, 0);
  m2k_term low = m2k_offset(c->bank, m2k_scale(c->bank, y, 2), -1);
  m2k_term cond = m2k_le(c->bank, num(c, 1), y);
  assert_int_equal(m2k_ite(c->bank, cond, low, zero),
                   m2k_max(c->bank, low, zero));
  m2k_term half = m2k_div(c->bank, m2k_offset(c->bank, h, 1), num(c, 2));
  m2k_term other =
      m2k_neg(c->bank, m2k_div(c->bank, m2k_neg(c->bank, h), num(c, 2)));
  without_solver(c, m2k_le(c->bank, half, other), m2k_lt(c->bank, half, other));
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
                                     TEST(rewound),
                                     TEST(tile_of_sums),
                                     TEST(guarded_tap),
                                     TEST(pairs),
                                     TEST(paged),
                                     TEST(counting_down),
                                     TEST(exact_inside),
                                     TEST(one_spelling)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
