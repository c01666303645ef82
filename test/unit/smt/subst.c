/* Substitution with facts, rewinding, looking at terms, text. */
#include "passes/base/vec.h"
#include "passes/smt/query.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_text(m2k_bank *bank, m2k_term t, const char *want) {
  m2k_str s = {0};
  m2k_term_print(bank, t, &s);
  assert_string_equal(m2k_str_text(&s), want);
  m2k_str_free(&s);
}

/* A loop symbol's fact mentions the symbol itself and the trip count. */
static void cyclic_facts(void **state) {
  (void)state;
  m2k_bank *bank = m2k_bank_new();
  m2k_term n = m2k_sym(bank, "n", 0, 1 << 30, 1);
  m2k_term k = m2k_sym(bank, "k", 0, 1 << 30, 2);
  m2k_term other = m2k_sym(bank, "o", 0, 9, 3);
  m2k_fact_add(bank, k, m2k_true(bank), m2k_lt(bank, k, n));
  m2k_fact_add(bank, other, m2k_true(bank),
               m2k_le(bank, other, m2k_const(bank, 7)));
  m2k_term t = m2k_add(bank, m2k_mul(bank, k, n), other);
  m2k_subst *s = m2k_subst_new(bank, NULL, NULL);
  m2k_subst_bind(s, n, m2k_const(bank, 4096));
  m2k_term r = m2k_subst_apply(s, t), rest;
  assert_int_equal(m2k_split(bank, r, other, &rest), 1);
  assert_int_equal(m2k_kind(bank, rest), M2K_TERM_SUM);
  m2k_term copy = m2k_arg(bank, rest, 0), guard, fact;
  assert_int_not_equal(copy, k);
  assert_string_equal(m2k_sym_name(bank, copy), "k");
  assert_int_equal(m2k_sym_owner(bank, copy), 2);
  assert_int_equal(m2k_range_of(bank, copy).hi, 4095);
  for (uint32_t i = 0; i < m2k_fact_count(bank, copy); ++i) {
    m2k_fact_get(bank, copy, i, &guard, &fact);
    assert_false(m2k_occurs(bank, fact, &n, 1));
  }
  assert_int_equal(m2k_subst_apply(s, k), copy);
  assert_int_equal(m2k_subst_apply(s, other), other);
  m2k_subst_free(s);
  m2k_bank_free(bank);
}

static m2k_term double_loads(void *data, m2k_term original,
                             m2k_term candidate) {
  m2k_bank *bank = data;
  (void)original;
  if (m2k_kind(bank, candidate) != M2K_TERM_APP)
    return M2K_NO_TERM;
  m2k_term at = m2k_arg(bank, candidate, 0);
  return m2k_apply(bank, M2K_APP_LOAD, 99, &at, 1, 0, 10);
}

static void rewriting(void **state) {
  (void)state;
  m2k_bank *bank = m2k_bank_new();
  m2k_term x = m2k_sym(bank, "x", 0, 100, 0);
  m2k_term f = m2k_apply(bank, M2K_APP_LOAD, 1, &x, 1, 0, 10);
  m2k_term g = m2k_apply(bank, M2K_APP_LOAD, 1, &f, 1, 0, 10);
  m2k_subst *s = m2k_subst_new(bank, double_loads, bank);
  assert_text(bank, m2k_subst_apply(s, m2k_offset(bank, g, 1)),
              "load#99(load#99(x)) + 1");
  m2k_subst_free(s);
  m2k_bank_free(bank);
}

/* Old ids keep their meaning, and new ones are built as if never before. */
static void rewinding(void **state) {
  (void)state;
  m2k_bank *bank = m2k_bank_new();
  m2k_term x = m2k_sym(bank, "x", 0, 1000, 0);
  m2k_term y = m2k_sym(bank, "y", 0, 1000, 0);
  m2k_term le = m2k_le(bank, x, y);
  m2k_bank_mark mark = m2k_bank_get_mark(bank);
  m2k_term first[3] = {0};
  for (int round = 0; round < 1000; ++round) {
    m2k_term a = m2k_not(bank, le);
    m2k_term b = m2k_sym(bank, "fresh", 0, round, 0);
    for (int i = 0; i < 20; ++i)
      b = m2k_add(bank, m2k_mul(bank, b, x), m2k_const(bank, i));
    m2k_fact_add(bank, x, m2k_true(bank), a);
    m2k_term now[3] = {a, b, m2k_term_count(bank)};
    if (round == 0)
      memcpy(first, now, sizeof first);
    assert_memory_equal(first, now, sizeof first);
    assert_int_equal(m2k_fact_count(bank, x), 1);
    m2k_bank_rewind(bank, mark);
    assert_int_equal(m2k_fact_count(bank, x), 0);
    assert_int_equal(m2k_le(bank, x, y), le);
  }
  m2k_bank_free(bank);
}

static void spellings(void **state) {
  (void)state;
  m2k_bank *bank = m2k_bank_new();
  m2k_term x = m2k_sym(bank, "x", 0, 1000, 0);
  m2k_term y = m2k_sym(bank, "y", -5, 1000, 0);
  m2k_term p = m2k_bool_sym(bank, "p", 0), q = m2k_bool_sym(bank, "q", 0);
  m2k_term one = m2k_const(bank, 1), zero = m2k_const(bank, 0);
  assert_int_equal(m2k_lt(bank, x, y), m2k_le(bank, x, m2k_sub(bank, y, one)));
  assert_int_equal(m2k_eq(bank, x, zero), m2k_le(bank, x, zero));
  assert_int_equal(m2k_not(bank, m2k_not(bank, m2k_lt(bank, x, y))),
                   m2k_lt(bank, x, y));
  m2k_term pq = m2k_and(bank, p, q);
  m2k_term pnq = m2k_and(bank, p, m2k_not(bank, q));
  assert_int_equal(m2k_or(bank, pq, pnq), p);
  assert_int_equal(m2k_and(bank, pq, m2k_not(bank, q)), m2k_false(bank));
  assert_int_equal(m2k_relative(bank, pq, p), q);
  assert_true(m2k_implies_syntactically(bank, pq, p));
  assert_true(m2k_excludes_syntactically(bank, pq, pnq));
  m2k_term u = m2k_uwrap(bank, m2k_swrap(bank, m2k_scale(bank, y, 3), 8), 8);
  assert_int_equal(u, m2k_uwrap(bank, m2k_scale(bank, y, 3), 8));
  m2k_term c = m2k_lt(bank, x, y);
  assert_int_equal(m2k_ite(bank, c, x, y), m2k_min(bank, x, y));
  m2k_term bit = m2k_ite(bank, p, one, zero);
  assert_int_equal(m2k_ne(bank, bit, zero), p);
  assert_text(bank, m2k_lt(bank, m2k_scale(bank, x, 3), y), "3*x + 1 <= y");
  assert_text(bank, m2k_bitand(bank, x, m2k_const(bank, 31), 32), "x%32");
  m2k_bank_free(bank);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cyclic_facts), cmocka_unit_test(rewriting),
      cmocka_unit_test(rewinding), cmocka_unit_test(spellings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
