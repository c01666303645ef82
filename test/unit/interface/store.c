/* Which function a case is about. */
#include "helper.h"

static void add(fixture *f, const char *target) {
  read_header(
      f, m2k_printf(f->arena, "__m2k_iface_for(\"%s\", case(\"x\"))", target),
      "");
}

static void finds(fixture *f, const char *function, const char *expected) {
  uint32_t n = 0;
  const uint32_t *cases = m2k_store_find(f->store, function, &n);
  m2k_str out = {0};
  for (uint32_t i = 0; i < n; i++)
    m2k_str_addf(&out, "%u ", cases[i]);
  assert_string_equal(m2k_str_text(&out), expected);
  m2k_str_free(&out);
}

static void test_names(void **state) {
  (void)state;
  assert_true(m2k_name_matches("f", "f"));
  assert_true(m2k_name_matches("f", "a::f"));
  assert_true(m2k_name_matches("b::f", "a::b::f"));
  assert_true(m2k_name_matches("::a::f", "a::f"));
  assert_false(m2k_name_matches("::f", "a::f"));
  assert_false(m2k_name_matches("f", "a::gf"));
  assert_false(m2k_name_matches("a::f", "f"));
  assert_false(m2k_name_matches("f", "f::g"));
  m2k_arena *arena = m2k_arena_new();
  assert_string_equal(m2k_name_plain(arena, "a<b<1>>::f<int, c<2>>"), "a::f");
  assert_string_equal(m2k_name_plain(arena, "::f"), "f");
  assert_string_equal(
      m2k_name_plain(arena, "a::(anonymous namespace)::f<(x)0>"), "a::f");
  m2k_arena_free(arena);
}

static void test_find(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  add(&f, "f");
  add(&f, "vllm::k");
  add(&f, "k");
  add(&f, "nothing");
  add(&f, "f");
  add(&f, "::vllm::k");
  static const char *const functions[] = {"vllm::k<float>", "vllm::k<half>",
                                          "f", "vllm::f", "kk"};
  assert_int_equal(m2k_store_bind(f.store, functions, 5, &f.errors), 0);
  finds(&f, "f", "0 4 ");
  finds(&f, "vllm::f", "");
  finds(&f, "vllm::k<half>", "1 2 5 ");
  finds(&f, "::vllm::k", "1 2 5 ");
  finds(&f, "kk", "");
  finds(&f, "other", "");
  assert_true(m2k_store_matched(f.store, 1));
  assert_false(m2k_store_matched(f.store, 3));
  close_fixture(&f);
}

static void test_ambiguous(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  add(&f, "f");
  add(&f, "f");
  add(&f, "b::f");
  m2k_str_clear(&f.heard);
  static const char *const functions[] = {"a::f<1>", "b::f", "a::f<2>"};
  assert_int_equal(m2k_store_bind(f.store, functions, 3, &f.errors), -1);
  assert_string_equal(m2k_str_text(&f.heard),
                      "a.m2k.h:1:17: function name 'f' is ambiguous: expected "
                      "'a::f' or 'b::f'");
  finds(&f, "a::f", "");
  finds(&f, "b::f", "2 ");
  assert_false(m2k_store_matched(f.store, 0));
  close_fixture(&f);
}

/* Bound anew for the next file; what was matched stays so. */
static void test_rebind(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  add(&f, "f");
  add(&f, "g");
  static const char *const first[] = {"a::f"}, *const second[] = {"b::g"};
  assert_int_equal(m2k_store_bind(f.store, first, 1, &f.errors), 0);
  assert_int_equal(m2k_store_bind(f.store, second, 1, &f.errors), 0);
  finds(&f, "a::f", "");
  finds(&f, "b::g", "1 ");
  assert_true(m2k_store_matched(f.store, 0));
  assert_true(m2k_store_matched(f.store, 1));
  close_fixture(&f);
}

static void test_declared(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  m2k_case c = {0};
  m2k_store_add_to(f.store, &c, "a::f<T>");
  static const char *const functions[] = {"f", "a::f<int>", "b::a::f"};
  assert_int_equal(m2k_store_bind(f.store, functions, 3, &f.errors), 0);
  finds(&f, "a::f<int>", "0 ");
  finds(&f, "f", "");
  finds(&f, "b::a::f", "");
  close_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),     cmocka_unit_test(test_find),
      cmocka_unit_test(test_ambiguous), cmocka_unit_test(test_rebind),
      cmocka_unit_test(test_declared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
