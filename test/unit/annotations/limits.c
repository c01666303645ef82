/* Bytes that are no text, sizes at and over their limits, places in raw and in
 * preprocessed text, and the macro around the text. */
#include "helper.h"

#include "include/m2k.h"

/* Without the plugin both macros vanish, wherever a declaration may stand. */
__m2k_iface_for("f", case ("a"), tensor(x, f16, [1 ..2]))
    __m2k_iface(user(n in 1..2),
                tensor(x, f16, [n])) static void heard_stop(heard *h) {
  m2k_str_free(&h->text);
}

static void wrong_bytes(const char *text, const char *message) {
  read_wrong(text, strlen(text), false, message);
}

static void test_bytes(void **state) {
  (void)state;
  wrong_bytes("case(\"a\x01\")", "1:8: control byte 0x01: expected text");
  wrong_bytes("case(\"\x7f\")", "1:7: control byte 0x7f: expected text");
  wrong_bytes("case(\"\xff\")", "1:7: byte 0xff: expected UTF-8 text");
  wrong_bytes("case(\"\xc0\x80\")", "1:7: byte 0xc0: expected UTF-8 text");
  wrong_bytes("case(\"\xe0\x80\x80\")", "1:7: byte 0xe0: expected UTF-8 text");
  wrong_bytes("case(\"\xed\xa0\x80\")", "1:7: byte 0xed: expected UTF-8 text");
  wrong_bytes("case(\"\xf4\x90\x80\x80\")",
              "1:7: byte 0xf4: expected UTF-8 text");
  wrong_bytes("/* \xe2\x82", "1:4: byte 0xe2: expected UTF-8 text");
  read_wrong("case(\"a\0b\")", 11, false,
             "1:8: control byte 0x00: expected text");
  m2k_arena *arena = m2k_arena_new();
  const m2k_case *c = read_right(arena, "\t\r\n\v\fcase(\"ä€😀\")");
  assert_string_equal(c->label, "ä€😀");
  m2k_arena_free(arena);
}

static void repeat(m2k_str *out, const char *text, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    m2k_str_add(out, text);
}

static void build(m2k_str *out, const char *head, const char *middle,
                  unsigned n, const char *tail) {
  m2k_str_clear(out);
  m2k_str_add(out, head);
  repeat(out, middle, n);
  m2k_str_add(out, tail);
}

static void test_depth(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_str s = {0}, tail = {0};
  build(&tail, "1", ")", 64, "])");
  build(&s, "tensor(x, f16, [", "(", 64, m2k_str_text(&tail));
  read_right(arena, m2k_str_text(&s));
  build(&s, "tensor(x, f16, [", "(", 65, "1])");
  wrong_bytes(m2k_str_text(&s),
              "1:81: nested too deeply: expected at most 64 levels");
  build(&s, "tensor(x, f16, [", "-", 100000, "1])");
  wrong_bytes(m2k_str_text(&s),
              "1:81: nested too deeply: expected at most 64 levels");
  build(&s, "assume(", "!(", 100000, "");
  wrong_bytes(m2k_str_text(&s),
              "1:72: nested too deeply: expected at most 64 levels");
  build(&s, "tensor(x, f16, [", "min(1, ", 100000, "");
  wrong_bytes(m2k_str_text(&s),
              "1:465: nested too deeply: expected at most 64 levels");
  m2k_str_free(&s);
  m2k_str_free(&tail);
  m2k_arena_free(arena);
}

static void test_sizes(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_str s = {0};
  build(&s, "scalar(x = 1", "+1", 1000, ")");
  read_right(arena, m2k_str_text(&s));
  build(&s, "scalar(x = 1", "+1", 1001, ")");
  wrong_bytes(m2k_str_text(&s),
              "1:2013: expression too long: expected at most 1000 operators");
  build(&s, "tensor(x, f16, [1", ",1", 64, "])");
  wrong_bytes(m2k_str_text(&s),
              "1:145: too many dimensions: expected at most 64");
  build(&s, "fixed(n in {1", ",1", 65536, "})");
  wrong_bytes(m2k_str_text(&s),
              "1:131085: too many elements: expected at most 65536");
  build(&s, "tensor(x", ".y", 65, ", f16, [])");
  wrong_bytes(m2k_str_text(&s),
              "1:137: path too long: expected at most 64 steps");
  build(&s, "assume(1<2)", ",assume(1<2)", 4096, "");
  wrong_bytes(m2k_str_text(&s),
              "1:49153: too many clauses: expected at most 4096");
  build(&s, "case(\"x\")", " ", M2K_CLAUSE_MAX_LEN - 9, "");
  read_right(arena, m2k_str_text(&s));
  build(&s, "case(\"x\")", " ", M2K_CLAUSE_MAX_LEN - 8, "");
  wrong_bytes(m2k_str_text(&s),
              "1:1: interface of 1048577 bytes: expected at most 1048576");
  m2k_str_free(&s);
  m2k_arena_free(arena);
}

/* A chain of sets as long as the text allows: no recursion over it. */
static void test_symbol_chain(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_str s = {0};
  m2k_str_add(&s, "user(s0 in 1..2");
  for (unsigned i = 1; i < 20000; i++)
    m2k_str_addf(&s, ", s%u in 1..s%u", i, i - 1);
  m2k_str_add(&s, ")");
  read_right(arena, m2k_str_text(&s));
  m2k_str_clear(&s);
  m2k_str_add(&s, "user(s0 in 1..s9999");
  for (unsigned i = 1; i < 10000; i++)
    m2k_str_addf(&s, ", s%u in 1..s%u", i, i - 1);
  m2k_str_add(&s, ")");
  heard h;
  heard_start(&h);
  assert_null(read_bytes(arena, m2k_str_text(&s), s.len, false, &h));
  assert_int_equal(h.errors.count, 1);
  heard_stop(&h);
  m2k_str_free(&s);
  m2k_arena_free(arena);
}

static void test_error_limit(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  m2k_str s = {0};
  build(&s, "x(1)", ", x(1)", 100, "");
  heard h;
  heard_start(&h);
  assert_null(read_bytes(arena, m2k_str_text(&s), s.len, false, &h));
  assert_int_equal(h.errors.count, M2K_CLAUSE_MAX_ERRORS);
  heard_stop(&h);
  m2k_str_free(&s);
  m2k_arena_free(arena);
}

static void test_places(void **state) {
  (void)state;
  m2k_arena *arena = m2k_arena_new();
  const char *text = "user(n in 1..2), // n\n"
                     "  tensor(x, f16, [n, /* [\n ] */ m]), \\\n"
                     "  tensor(y, f17, [])";
  m2k_clause_text source = {.text = text,
                            .len = strlen(text),
                            .file = "t.cu",
                            .line = 10,
                            .col = 13,
                            .exact = true};
  m2k_loc place = {.file = "t.cu", .line = 10, .col = 1};
  heard h;
  heard_start(&h);
  assert_null(m2k_case_parse(arena, &source, false, place, &h.errors));
  assert_true(m2k_starts_with(m2k_str_text(&h.text), "13:13: unknown dtype"));
  assert_non_null(
      strstr(m2k_str_text(&h.text), "\n12:7: undeclared symbol 'm'"));
  m2k_str_clear(&h.text);
  /* Preprocessed text has one place only. */
  source.exact = false;
  assert_null(m2k_case_parse(arena, &source, false, place, &h.errors));
  assert_true(m2k_starts_with(m2k_str_text(&h.text), "10:1: unknown dtype"));
  heard_stop(&h);

  source = (m2k_clause_text){.text = "case(\"a\")",
                             .len = 9,
                             .file = "t.cu",
                             .line = 4,
                             .col = 5,
                             .exact = true};
  heard_start(&h);
  const m2k_case *c = m2k_case_parse(arena, &source, false, place, &h.errors);
  m2k_loc loc = m2k_case_loc(c, 5);
  assert_int_equal(loc.line, 4);
  assert_int_equal(loc.col, 10);
  heard_stop(&h);
  m2k_arena_free(arena);
}

static void test_macro_argument(void **state) {
  (void)state;
  size_t len = 0;
  const char *text = "a(b), \")\\\")\" /* ) */ // )\n) rest";
  assert_true(m2k_macro_argument(text, strlen(text), &len));
  assert_int_equal(len, strlen(text) - 6);
  assert_true(m2k_macro_argument(")", 1, &len));
  assert_int_equal(len, 0);
  assert_false(m2k_macro_argument("", 0, &len));
  assert_false(m2k_macro_argument("(", 1, &len));
  assert_false(m2k_macro_argument("()", 2, &len));
  assert_false(m2k_macro_argument("\")", 2, &len));
  assert_false(m2k_macro_argument("\"\\", 2, &len));
  assert_false(m2k_macro_argument("/* )", 4, &len));
  assert_false(m2k_macro_argument("// )", 4, &len));
  text = "\"f\"\n__m2k_iface_for(\"g\"))";
  assert_false(m2k_macro_argument(text, strlen(text), &len));
  text = "\"f\"\n__m2k_iface (case(\"x\")))";
  assert_false(m2k_macro_argument(text, strlen(text), &len));
  /* names that only contain the macro's */
  static const char *const names[] = {
      "user(n__m2k_ifaceame in 1..2))", "user(__m2k_iface_forty in 1..2))",
      "user(x__m2k_iface_for in 1..2))", "user(__m2k_iface in 1..2))"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    assert_true(m2k_macro_argument(names[i], strlen(names[i]), &len));
    assert_int_equal(len, strlen(names[i]) - 1);
  }
}

static void test_annotation_text(void **state) {
  (void)state;
  bool target = true;
  const char *text = NULL;
  assert_true(m2k_annotation_text("m2k.iface:user(", &target, &text));
  assert_false(target);
  assert_string_equal(text, "user(");
  assert_true(m2k_annotation_text("m2k.iface_for:\"f\"", &target, &text));
  assert_true(target);
  assert_string_equal(text, "\"f\"");
  assert_false(m2k_annotation_text("m2k.ifac", &target, &text));
  assert_false(m2k_annotation_text("other", &target, &text));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_symbol_chain),
      cmocka_unit_test(test_error_limit),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_macro_argument),
      cmocka_unit_test(test_annotation_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
