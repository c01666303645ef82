/* Interface headers: what they may hold, and each mistake with its place. */
#include "helper.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_whole(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  read_header(&f,
              "// meta-llama/Llama-3.1-8B, traced with m2k-probe 0.1\n"
              "#ifndef LLAMA_M2K_H /* guard */\n"
              "# define LLAMA_M2K_H // guard\n"
              "#pragma once\n"
              "#include <m2k.h>\n"
              "\n"
              "__m2k_iface_for(\"rms_norm\", case(\"llama-3.1-8b/layer\"),\n"
              "    user(b in 1..1024, s in 1..131072),\n"
              "    tensor(out, f16, [s*b, 4096]), // ) \n"
              "    scalar(epsilon = 1e-5))\n"
              "/* second */ __m2k_iface_for (\"a::f\", tensor(x, any, [])) ;\n"
              "__m2k_iface_for(\"g\", case(\"a\"))__m2k_iface_for(\"h\","
              "case(\"b\"))\n"
              "#endif // LLAMA_M2K_H\n"
              "/* end */\n",
              "");
  assert_int_equal(m2k_store_len(f.store), 4);
  const m2k_case *c = m2k_store_case(f.store, 0);
  assert_string_equal(c->target, "rms_norm");
  assert_string_equal(c->place.file, "a.m2k.h");
  assert_int_equal(c->place.line, 7);
  assert_int_equal(c->place.col, 1);
  m2k_loc loc = m2k_case_loc(c, c->symbols[1].offset);
  assert_int_equal(loc.line, 8);
  assert_int_equal(loc.col, 24);
  c = m2k_store_case(f.store, 1);
  assert_int_equal(c->place.line, 11);
  assert_int_equal(c->place.col, 14);
  assert_string_equal(m2k_case_name(c, f.arena), "a.m2k.h:11");
  close_fixture(&f);
}

static void test_right(void **state) {
  (void)state;
  static const char *const texts[] = {
      "",
      "// only a comment",
      "\xEF\xBB\xBF#pragma once\r\n#include <m2k.h>\r\n",
      "#include <m2k.h>\n#ifndef A\n#define A\n#endif",
      "__m2k_iface_for\n(\n\"f\"\n,\ncase(\"x\")\n)\n;",
      "__m2k_iface_for(\"f\", \\\n case(\"x\"))",
      "#\\\npragma once",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    fixture f;
    open_fixture(&f);
    read_header(&f, texts[i], "");
    close_fixture(&f);
  }
}

#define ITEM                                                                   \
  "expected '__m2k_iface_for(…)', '#include <m2k.h>', an include guard or a "  \
  "comment, found "

static void test_mistakes(void **state) {
  (void)state;
  static const char *const rows[][2] = {
      {"int x;", "a.m2k.h:1:1: " ITEM "'int'"},
      {"\n  }", "a.m2k.h:2:3: " ITEM "'}'"},
      {"§", "a.m2k.h:1:1: " ITEM "'§'"},
      {"\x01", "a.m2k.h:1:1: " ITEM "byte 0x01"},
      {"/* x", "a.m2k.h:1:1: comment is not closed: expected '*/'"},
      {"#ifdef A",
       "a.m2k.h:1:2: expected ifndef, define, endif, include or pragma after "
       "'#', found 'ifdef'"},
      {"#", "a.m2k.h:1:2: expected ifndef, define, endif, include or pragma "
            "after '#', found the end of the file"},
      {"#include \"m2k.h\"",
       "a.m2k.h:1:10: expected '<m2k.h>', the only header to include, found "
       "'\"'"},
      {"#include <stdio.h>",
       "a.m2k.h:1:10: expected '<m2k.h>', the only header to include, found "
       "'<'"},
      {"#include <m2k.h> x",
       "a.m2k.h:1:18: expected the end of the line, found 'x'"},
      {"#pragma twice", "a.m2k.h:1:9: expected 'once', found 'twice'"},
      {"#define A 1",
       "a.m2k.h:1:1: '#define' of something else than an include guard: "
       "expected it directly after '#ifndef'"},
      {"#ifndef A\n#define A 1\n#endif",
       "a.m2k.h:2:11: expected the end of the line, found '1'"},
      {"#ifndef A\n#define B\n#endif",
       "a.m2k.h:2:9: include guard 'B': expected 'A', as '#ifndef' has it"},
      {"#ifndef A\n__m2k_iface_for(\"f\", case(\"x\"))\n#endif",
       "a.m2k.h:2:1: expected '#define A' after '#ifndef', found "
       "'__m2k_iface_for'"},
      {"#ifndef\n",
       "a.m2k.h:1:8: expected the name of an include guard, found the end of "
       "the line"},
      {"#ifndef A\n#define A\n",
       "a.m2k.h:1:1: include guard is not closed: expected '#endif'"},
      {"#endif", "a.m2k.h:1:1: '#endif' without an open include guard: "
                 "expected '#ifndef' before it"},
      {"#ifndef A\n#define A\n#endif\n#pragma once",
       "a.m2k.h:4:1: expected nothing but comments after the include guard, "
       "found '#'"},
      {"__m2k_iface_for(\"f\", case(\"x\"))\n#ifndef A\n#define A",
       "a.m2k.h:2:1: '#ifndef' in the middle: expected an include guard "
       "around the whole header\n"
       "a.m2k.h:3:1: '#define' of something else than an include guard: "
       "expected it directly after '#ifndef'"},
      {"__m2k_iface(case(\"x\"))",
       "a.m2k.h:1:1: '__m2k_iface' without a declaration: expected "
       "'__m2k_iface_for' in a header"},
      {"__m2k_iface_for \"f\"", "a.m2k.h:1:17: expected '(', found '\"'"},
      {"__m2k_iface_for(\"f\"",
       "a.m2k.h:1:16: '(' is not closed: expected ')' before the next "
       "'__m2k_iface' or the end of the file"},
      {"__m2k_iface_for()",
       "a.m2k.h:1:17: expected a function's name in double quotes, found the "
       "end of the interface"},
      {"__m2k_iface_for(\"f\",\n  tensor(x, f17, []))",
       "a.m2k.h:2:13: unknown dtype 'f17': expected f64 f32 f16 bf16 f8e4m3 "
       "f8e5m2 i64 i32 i16 i8 u64 u32 u16 u8 bool any or absent"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fixture f;
    open_fixture(&f);
    read_header(&f, rows[i][0], rows[i][1]);
    close_fixture(&f);
  }
}

/* A faulty case or line costs no other. */
static void test_recovery(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  read_header(&f,
              "__m2k_iface_for(\"a\", case(\"x\")\n"
              "__m2k_iface_for(\"b\", case(\"y\"))\n"
              "namespace x {\n"
              "__m2k_iface_for(\"c\", case(y))\n"
              "__m2k_iface_for(\"d\", case(\"z\"))\n",
              "a.m2k.h:1:16: '(' is not closed: expected ')' before the next "
              "'__m2k_iface' or the end of the file\n"
              "a.m2k.h:3:1: " ITEM "'namespace'\n"
              "a.m2k.h:4:27: expected a label in double quotes, found 'y'");
  assert_int_equal(m2k_store_len(f.store), 2);
  assert_string_equal(m2k_store_case(f.store, 0)->target, "b");
  assert_string_equal(m2k_store_case(f.store, 1)->target, "d");
  close_fixture(&f);
}

static void write_file(const char *dir, const char *name, const char *text) {
  m2k_str path = {0};
  m2k_str_addf(&path, "%s/%s", dir, name);
  FILE *out = fopen(m2k_str_text(&path), "wb");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
  m2k_str_free(&path);
}

static void remove_file(const char *dir, const char *name) {
  m2k_str path = {0};
  m2k_str_addf(&path, "%s/%s", dir, name);
  assert_int_equal(remove(m2k_str_text(&path)), 0);
  m2k_str_free(&path);
}

static void test_files(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  char dir[] = "/tmp/m2k-header-XXXXXX";
  assert_non_null(mkdtemp(dir));
  assert_int_equal(m2k_iface_read(f.arena, dir, f.store, &f.errors, NULL), -1);
  assert_non_null(strstr(m2k_str_text(&f.heard), "holds no *.m2k.h"));
  write_file(dir, "b.m2k.h", "__m2k_iface_for(\"b\", case(\"x\"))\n");
  write_file(dir, "a.m2k.h", "__m2k_iface_for(\"a\", case(\"x\"))\n");
  write_file(dir, "other.h", "int x;\n");
  assert_int_equal(m2k_iface_read(f.arena, dir, f.store, &f.errors, NULL), 0);
  assert_int_equal(m2k_store_len(f.store), 2);
  assert_string_equal(m2k_store_case(f.store, 0)->target, "a");
  assert_string_equal(m2k_store_case(f.store, 1)->target, "b");
  m2k_str one = {0};
  m2k_str_addf(&one, "%s/b.m2k.h", dir);
  assert_int_equal(
      m2k_iface_read(f.arena, m2k_str_text(&one), f.store, &f.errors, NULL), 0);
  assert_int_equal(m2k_store_len(f.store), 3);
  assert_string_equal(m2k_store_case(f.store, 2)->place.file,
                      m2k_str_text(&one));
  m2k_str_free(&one);
  remove_file(dir, "a.m2k.h");
  remove_file(dir, "b.m2k.h");
  remove_file(dir, "other.h");
  assert_int_equal(rmdir(dir), 0);
  m2k_str_clear(&f.heard);
  assert_int_equal(m2k_iface_read(f.arena, dir, f.store, &f.errors, NULL), -1);
  assert_non_null(strstr(m2k_str_text(&f.heard), "cannot read"));
  close_fixture(&f);
}

/* Thousands of cases in one header: lines are counted once. */
static void test_many(void **state) {
  (void)state;
  fixture f;
  open_fixture(&f);
  m2k_str text = {0};
  for (unsigned i = 0; i < 20000; i++)
    m2k_str_addf(&text, "__m2k_iface_for(\"f%u\", user(n in 1..%u))\n", i, i);
  read_header(&f, m2k_str_text(&text), "");
  assert_int_equal(m2k_store_len(f.store), 20000);
  assert_int_equal(m2k_store_case(f.store, 19999)->place.line, 20000);
  m2k_str_free(&text);
  close_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole),    cmocka_unit_test(test_right),
      cmocka_unit_test(test_mistakes), cmocka_unit_test(test_recovery),
      cmocka_unit_test(test_files),    cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
