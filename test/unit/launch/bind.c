/* Clauses of a case as terms over its symbols. */
#include "binding.h"

#define LAUNCH ", launch(grid = [1], block = [1])"

static void tensors(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "user(r in 0..100), fixed(d in {3, 5}), tensor(a, f32, [r, d])"
                 ", tensor(b, i32, []) " LAUNCH);
  const m2k_bound_region *a = &t.b->regions[REGION_A];
  assert_true(bound_spans(&t, a->bytes, 0, 2000));
  assert_false(bound_may_be(&t, a->bytes, 2001));
  assert_int_equal(a->elem_size, 4);
  assert_string_equal(a->shape, "f32[r, d]");
  assert_false(a->free_size || a->absent || a->has_values);
  /* rank 0 is one element */
  assert_true(bound_is(&t, t.b->regions[REGION_B].bytes, 4));
  assert_true(bound_spans(&t, t.b->device_bytes, 4, 2004));
  /* allocations are aligned */
  m2k_term base = t.b->regions[REGION_A].base;
  assert_true(bound_is(&t, m2k_mod(t.bank, base, m2k_const(t.bank, 256)), 0));
  bound_close(&t);
}

/* (1 + sum of (size - 1) * stride) * element size. */
static void strides(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "tensor(a, f32, [3, 5] strides [100, 2]), "
                 "tensor(b, f32, [4] strides [0])" LAUNCH);
  assert_true(
      bound_is(&t, t.b->regions[REGION_A].bytes, 4 * (1 + 2 * 100 + 4 * 2)));
  assert_true(bound_is(&t, t.b->regions[REGION_B].bytes, 4));
  bound_close(&t);
  /* empty where a size is 0, whatever the others say */
  bound_open(&t,
             "user(r in 0..1), tensor(a, f32, [r, 5] strides [100, 2])" LAUNCH);
  assert_true(bound_may_be(&t, t.b->regions[REGION_A].bytes, 0));
  assert_true(bound_may_be(&t, t.b->regions[REGION_A].bytes, 4 * 9));
  assert_true(bound_spans(&t, t.b->regions[REGION_A].bytes, 0, 36));
  bound_close(&t);
  /* a view begins at an element; align says otherwise */
  bound_open(&t, "tensor(a, f32, [4] offset 3), "
                 "tensor(b, f32, [4] offset 4, align 16)" LAUNCH);
  m2k_term a = t.b->regions[REGION_A].base, b = t.b->regions[REGION_B].base;
  assert_true(bound_may_be(&t, m2k_mod(t.bank, a, m2k_const(t.bank, 16)), 4));
  assert_true(bound_is(&t, m2k_mod(t.bank, a, m2k_const(t.bank, 4)), 0));
  assert_true(bound_is(&t, m2k_mod(t.bank, b, m2k_const(t.bank, 16)), 0));
  bound_close(&t);
}

static void absent_and_unstated(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "tensor(a, absent)" LAUNCH);
  const m2k_bound_region *a = &t.b->regions[REGION_A];
  const m2k_bound_region *b = &t.b->regions[REGION_B];
  assert_true(a->absent && !b->absent);
  assert_true(bound_is(&t, a->bytes, 0) && bound_is(&t, a->base, 0));
  /* b: some size, not known which; it is no null pointer */
  assert_true(b->free_size);
  assert_false(bound_may_be(&t, b->base, 0));
  assert_true(bound_may_be(&t, b->bytes, 1));
  assert_true(bound_is(&t, t.b->device_bytes, 0));
  bound_close(&t);
}

static const m2k_event *read_of_b(const bound *t) {
  for (uint32_t i = 0; i < t->sum->events.len; i++)
    if (t->sum->events.at[i].region == REGION_B)
      return &t->sum->events.at[i];
  fail();
  return NULL;
}

/* The value that the kernel loads from b and stores to a. */
static m2k_term stored_value(const bound *t) {
  for (uint32_t i = 0; i < t->sum->events.len; i++)
    if (t->sum->events.at[i].region == REGION_A)
      return m2k_bind_term(t->b, t->sum->events.at[i].value);
  fail();
  return M2K_NO_TERM;
}

static void values(void **state) {
  (void)state;
  bound t;
  bound_open(
      &t, "user(r in 1..50), tensor(b, i32, [9] values in -1..r - 1)" LAUNCH);
  m2k_term v = stored_value(&t);
  assert_int_equal(m2k_bind_load(t.b, v), REGION_B);
  assert_int_equal(m2k_bind_load(t.b, t.b->shared), M2K_NONE);
  assert_true(bound_spans(&t, v, -1, 49));
  assert_false(bound_possible(&t, m2k_le(t.bank, t.b->symbols[0], v)));
  bound_close(&t);
  bound_open(&t, "tensor(b, i32, [9] values in {3, 8})" LAUNCH);
  assert_true(bound_spans(&t, stored_value(&t), 3, 8));
  bound_close(&t);
  /* bounds that cross exclude the symbols that make them so */
  bound_open(&t, "user(r in 0..9), tensor(b, i32, [9] values in 5..r)" LAUNCH);
  assert_true(bound_spans(&t, t.b->symbols[0], 5, 9));
  bound_close(&t);
  /* without values anything may be there */
  bound_open(&t, "tensor(b, i32, [9])" LAUNCH);
  assert_true(bound_spans(&t, stored_value(&t), INT32_MIN, INT32_MAX));
  bound_close(&t);
}

/* A list is more than its hull. */
static void values_in_a_list(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "tensor(b, i32, [9] values in {3, 8})" LAUNCH);
  assert_false(bound_may_be(&t, stored_value(&t), 5));
  bound_close(&t);
}

static void values_with_a_step(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "tensor(b, i32, [9] values in 0..64 step 16)" LAUNCH);
  assert_false(bound_may_be(&t, stored_value(&t), 5));
  bound_close(&t);
}

static void symbols(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "user(r in 4..100 step 8), fixed(d in {7, 9}), "
                 "user(e in r..r + d), user(w in int8), "
                 "assume(r != 12 && (e % 2 == 0 || e > 100))" LAUNCH);
  const m2k_term *s = t.b->symbols;
  assert_true(bound_spans(&t, s[0], 4, 100));
  assert_false(bound_may_be(&t, s[0], 8));
  assert_false(bound_may_be(&t, s[0], 12));
  assert_true(bound_may_be(&t, s[0], 20));
  assert_true(bound_may_be(&t, s[1], 7) && bound_may_be(&t, s[1], 9));
  assert_false(bound_may_be(&t, s[1], 8));
  assert_true(bound_spans(&t, s[2], 4, 109));
  assert_false(bound_may_be(&t, s[2], 5));
  assert_true(bound_spans(&t, s[3], -128, 127));
  bound_close(&t);
  /* a symbol with one value is that value */
  bound_open(&t, "fixed(d in 5..5)" LAUNCH);
  assert_int_equal(t.b->symbols[0], m2k_const(t.bank, 5));
  bound_close(&t);
  /* division needs a divisor */
  bound_open(&t, "user(r in 0..4), scalar(n = 12 / r)" LAUNCH);
  assert_true(bound_spans(&t, t.b->symbols[0], 1, 4));
  assert_true(bound_spans(&t, t.b->params[2], 3, 12));
  bound_close(&t);
  bound_open(&t, "user(r in 10..17), "
                 "scalar(n = ceildiv(r, 4) * 100 + min(r, 12) - max(r, 16) + "
                 "-r % 8)" LAUNCH);
  /* r = 10: 300 + 10 - 16 + 6; r = 17: 500 + 12 - 17 + 7 */
  assert_true(bound_may_be(&t, t.b->params[2], 300));
  assert_true(bound_may_be(&t, t.b->params[2], 502));
  assert_false(bound_may_be(&t, t.b->params[2], 301));
  bound_close(&t);
}

static void scalars(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "scalar(n in {4, 6}), scalar(m = -3), scalar(f = true), "
                 "scalar(h = 2)" LAUNCH);
  m2k_term n = m2k_bind_term(t.b, t.sum->params[2]);
  assert_true(bound_spans(&t, n, 4, 6));
  assert_false(bound_may_be(&t, n, 5));
  assert_true(bound_is(&t, m2k_bind_term(t.b, t.sum->params[3]), -3));
  assert_true(bound_is(&t, m2k_bind_term(t.b, t.sum->params[4]), 1));
  /* the address that it makes */
  m2k_term at = m2k_bind_term(t.b, read_of_b(&t)->machine);
  assert_true(bound_spans(&t, at, 16, 24));
  bound_close(&t);
  /* unsigned parameters, read as the engine does */
  bound_open(&t, "scalar(n = 4294967295), scalar(h = 200)" LAUNCH);
  assert_true(bound_is(&t, t.b->params[2], UINT32_MAX));
  assert_true(bound_is(&t, m2k_bind_term(t.b, t.sum->params[2]), -1));
  assert_true(bound_is(&t, m2k_bind_term(t.b, t.sum->params[5]), -56));
  bound_close(&t);
  bound_open(&t, "user(r in 2147483647..2147483649), scalar(n = r)" LAUNCH);
  n = m2k_bind_term(t.b, t.sum->params[2]);
  assert_true(bound_may_be(&t, n, INT32_MAX));
  assert_true(bound_may_be(&t, n, INT32_MIN));
  assert_false(bound_may_be(&t, n, 0));
  bound_close(&t);
  /* what no type of that width holds is not passed */
  bound_open(&t, "scalar(n = 4294967296)" LAUNCH);
  assert_true(bound_empty(&t));
  bound_close(&t);
  bound_open(&t, "user(r in 100..300), scalar(h = r)" LAUNCH);
  assert_true(bound_spans(&t, t.b->symbols[0], 100, 255));
  bound_close(&t);
}

/* Missing scalars: 0 .. max-dim, and marked as free. */
static void free_scalars(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "user(r in 1..2)" LAUNCH);
  m2k_term n = t.b->params[2], h = t.b->params[5];
  assert_int_equal(m2k_sym_owner(t.bank, n) & M2K_OWNER_MASK, M2K_OWNER_FREE);
  assert_true(bound_spans(&t, n, 0, 1 << 24));
  assert_true(bound_spans(&t, h, 0, 127));
  assert_int_equal(t.b->params[0], M2K_NO_TERM);
  bound_close(&t);
}

static void launches(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "user(r in 1..100000000000), launch(grid = [r, 2], "
                 "block = [min(r, 256), 2], shared = 8 * r)");
  const m2k_term *l = t.b->launch;
  /* 227 KiB of shared memory bound r: 29,056 */
  assert_true(bound_spans(&t, t.b->symbols[0], 1, 227 * 1024 / 8));
  assert_true(bound_spans(&t, l[0], 1, 256) && bound_is(&t, l[1], 2));
  assert_true(bound_is(&t, l[2], 1));
  assert_true(bound_spans(&t, l[3], 1, 29056));
  assert_true(bound_is(&t, l[4], 2) && bound_is(&t, l[5], 1));
  assert_false(t.b->free_launch);
  /* indices lie below their extents; missing dimensions have one index */
  assert_true(bound_spans(&t, t.b->thread[0], 0, 255));
  assert_true(bound_is(&t, t.b->thread[2], 0));
  assert_true(bound_spans(&t, t.b->block_idx[1], 0, 1));
  assert_false(
      bound_possible(&t, m2k_le(t.bank, t.b->symbols[0], t.b->thread[0])));
  uint32_t dynamic = t.sum->dynamic;
  assert_int_not_equal(dynamic, M2K_NONE);
  assert_true(bound_spans(&t, t.b->regions[dynamic].bytes, 8, 232448));
  bound_close(&t);
  /* limits of CUDA: dimensions and threads */
  bound_open(&t, "user(r in 1..3000), user(s in 1..3000), user(z in 1..3000), "
                 "launch(grid = [1], block = [r, s, z])");
  assert_true(bound_spans(&t, t.b->symbols[0], 1, 1024));
  assert_true(bound_spans(&t, t.b->symbols[2], 1, 64));
  assert_false(bound_possible(
      &t,
      m2k_and(t.bank, m2k_eq(t.bank, t.b->symbols[0], m2k_const(t.bank, 64)),
              m2k_eq(t.bank, t.b->symbols[1], m2k_const(t.bank, 17)))));
  bound_close(&t);
  /* no launch: all are free */
  bound_open(&t, "user(r in 1..3)");
  assert_true(t.b->free_launch);
  assert_true(bound_spans(&t, t.b->launch[0], 1, 1024));
  assert_int_equal(m2k_sym_owner(t.bank, t.b->launch[0]) & M2K_OWNER_MASK,
                   M2K_OWNER_FREE);
  assert_true(t.b->regions[t.sum->dynamic].free_size);
  bound_close(&t);
  /* no case at all */
  bound_open(&t, NULL);
  assert_true(t.b->free_launch && t.b->regions[REGION_A].free_size);
  assert_false(bound_empty(&t));
  bound_close(&t);
}

/* Template arguments tie symbols to the instance: N is 8. */
static void template_equations(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "user(r in 1..100), template(N = r / 2)" LAUNCH);
  assert_true(bound_spans(&t, t.b->symbols[0], 16, 17));
  bound_close(&t);
  bound_open(&t, "user(r in 1..10), template(N = r * 3)" LAUNCH);
  assert_true(bound_empty(&t));
  bound_close(&t);
}

static void infeasible(void **state) {
  (void)state;
  static const char *const rows[] = {
      "user(r in 1..5), assume(r * r == 7)" LAUNCH,
      "user(r in 5..1)" LAUNCH,
      "user(r in 1..5), user(s in r + 1..r)" LAUNCH,
      "user(r in -9..-1), tensor(a, f32, [r])" LAUNCH,
      "launch(grid = [2147483648], block = [1])",
      "launch(grid = [1], block = [1], shared = -1)",
      "user(r in 0..0), scalar(n = 1 / r)" LAUNCH,
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bound t;
    bound_open(&t, rows[i]);
    if (!bound_empty(&t))
      fail_msg("%s", rows[i]);
    bound_close(&t);
  }
}

static void device_memory(void **state) {
  (void)state;
  bound t;
  bound_open(&t, "user(r in 1..100000000000), tensor(a, f32, [r]), "
                 "tensor(b, f32, [r])" LAUNCH);
  m2k_query_assume(t.query, t.b->fits_device);
  assert_true(bound_spans(&t, t.b->symbols[0], 1, (m2k_i128)1 << 33));
  bound_close(&t);
}

/* A case's terms go when the bank is rewound; the next sees none of them. */
static void one_after_the_other(void **state) {
  (void)state;
  bound t;
  bound_open(&t, NULL);
  uint32_t before = 0;
  for (int i = 0; i < 3; i++) {
    m2k_bank_mark mark = m2k_bank_get_mark(t.bank);
    m2k_bind_limits limits = {(uint64_t)1 << 36, 1 << 24};
    m2k_binding *b =
        m2k_bind_new(t.ir.arena, t.sum, NULL, &bound_signature, NULL, &limits);
    m2k_bind_term(b, read_of_b(&t)->machine);
    if (i)
      assert_int_equal(m2k_term_count(t.bank), before);
    before = m2k_term_count(t.bank);
    m2k_bind_free(b);
    m2k_bank_rewind(t.bank, mark);
  }
  bound_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tensors),
      cmocka_unit_test(strides),
      cmocka_unit_test(absent_and_unstated),
      cmocka_unit_test(values),
      cmocka_unit_test(values_in_a_list),
      cmocka_unit_test(values_with_a_step),
      cmocka_unit_test(symbols),
      cmocka_unit_test(scalars),
      cmocka_unit_test(free_scalars),
      cmocka_unit_test(launches),
      cmocka_unit_test(template_equations),
      cmocka_unit_test(infeasible),
      cmocka_unit_test(device_memory),
      cmocka_unit_test(one_after_the_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
