/* Terms of one bank in another. */
#include "passes/smt/import.h"
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

/* The other bank numbers its terms otherwise. */
static m2k_bank *other_bank(void) {
  m2k_bank *bank = m2k_bank_new();
  for (int i = 0; i < 50; i++)
    m2k_sym(bank, "other", 0, i + 1, 0);
  return bank;
}

static void same_text(void **state) {
  (void)state;
  m2k_bank *from = m2k_bank_new(), *to = other_bank();
  m2k_term n = m2k_sym(from, "n", 0, 1 << 20, 1);
  m2k_term d = m2k_sym(from, "d", 1, 1 << 20, 2);
  m2k_term p = m2k_bool_sym(from, "p", 3);
  m2k_term half = m2k_div(from, m2k_offset(from, n, 7), d);
  m2k_term terms[] = {
      m2k_const(from, -5),
      m2k_add(from, m2k_mul(from, n, d), m2k_scale(from, half, 3)),
      m2k_min(from, m2k_mod(from, n, d), m2k_max(from, n, d)),
      m2k_ite(from, p, n, m2k_swrap(from, m2k_mul(from, n, d), 32)),
      m2k_bitand(from, n, m2k_const(from, 0x55), 32),
      m2k_and(from, m2k_lt(from, n, d),
              m2k_or(from, m2k_ne(from, n, d), m2k_not(from, p))),
      m2k_apply(from, M2K_APP_POW2, 40, &n, 1, 0, (m2k_i128)1 << 40)};
  m2k_import *import = m2k_import_new(from, to, NULL, NULL);
  for (unsigned i = 0; i < sizeof terms / sizeof *terms; i++) {
    m2k_term as = m2k_import_term(import, terms[i]);
    m2k_str want = {0};
    m2k_term_print(from, terms[i], &want);
    assert_text(to, as, m2k_str_text(&want));
    m2k_str_free(&want);
    m2k_range x = m2k_range_of(from, terms[i]), y = m2k_range_of(to, as);
    if (m2k_sort_of(from, terms[i]) == M2K_SORT_INT)
      assert_true(x.lo == y.lo && x.hi == y.hi);
    assert_int_equal(m2k_import_term(import, terms[i]), as);
  }
  m2k_import_free(import);
  m2k_bank_free(from);
  m2k_bank_free(to);
}

static uint32_t shifted(void *data, uint32_t owner) {
  return owner + *(const uint32_t *)data;
}

static void symbols_and_owners(void **state) {
  (void)state;
  m2k_bank *from = m2k_bank_new(), *to = other_bank();
  m2k_range range = {0, 4096, 16, 0};
  m2k_term a = m2k_sym_range(from, "a", range, 7);
  m2k_term at = m2k_apply(from, M2K_APP_LOAD, 9, &a, 1, -3, 3);
  m2k_term known = m2k_sym(from, "known", 0, 9, 0);
  uint32_t by = 100;
  m2k_import *import = m2k_import_new(from, to, shifted, &by);
  m2k_term three = m2k_const(to, 3);
  m2k_import_bind(import, known, three);
  m2k_term b = m2k_import_term(import, a), v = m2k_import_term(import, at);
  assert_int_equal(m2k_sym_owner(to, b), 107);
  assert_int_equal(m2k_range_of(to, b).mod, 16);
  assert_int_equal(m2k_kind(to, v), M2K_TERM_SYM);
  assert_true(m2k_range_of(to, v).lo == -3 && m2k_range_of(to, v).hi == 3);
  assert_int_equal(m2k_import_term(import, known), three);
  /* another import makes other symbols */
  m2k_import *second = m2k_import_new(from, to, NULL, NULL);
  assert_int_not_equal(m2k_import_term(second, a), b);
  m2k_import_free(second);
  m2k_import_free(import);
  m2k_bank_free(from);
  m2k_bank_free(to);
}

/* k < n, about k: a question in the other bank knows it. */
static void facts_follow(void **state) {
  (void)state;
  m2k_bank *from = m2k_bank_new(), *to = other_bank();
  m2k_term n = m2k_sym(from, "n", 0, 1 << 20, 1);
  m2k_term k = m2k_sym(from, "k", 0, 1 << 20, 2);
  m2k_fact_add(from, k, m2k_true(from), m2k_lt(from, k, n));
  m2k_term beyond = m2k_le(from, n, k);
  m2k_import *import = m2k_import_new(from, to, NULL, NULL);
  m2k_term as = m2k_import_term(import, beyond);
  assert_int_not_equal(as, m2k_false(to));
  m2k_query *query = m2k_query_new(to, 0);
  assert_int_equal(m2k_query_ask(query, &as, 1, NULL), M2K_UNSAT);
  m2k_query_free(query);
  m2k_import_free(import);
  m2k_bank_free(from);
  m2k_bank_free(to);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_text),
                                     cmocka_unit_test(symbols_and_owners),
                                     cmocka_unit_test(facts_follow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
