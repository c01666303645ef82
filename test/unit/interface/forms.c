/* The JSON and the traced form: each mistake with its place, what reading
 * gives, and that all forms of one interface are equal. */
#include "interface/compare.h"
#include "interface/json_form.h"
#include "interface/traced.h"

#include "helper.h"

#include <stdlib.h>

/* Reads a text of any form, expecting these errors ("" for none). */
static void read_text(fixture *f, m2k_store *store, const char *text,
                      const char *errors) {
  m2k_str_clear(&f->heard);
  int status = m2k_iface_parse(f->arena, "a", text, strlen(text), store,
                               &f->errors, NULL);
  assert_string_equal(m2k_str_text(&f->heard), errors);
  assert_int_equal(status, *errors ? -1 : 0);
}

typedef struct mistake {
  const char *text, *errors;
} mistake;

static void check_mistakes(const mistake *mistakes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    fixture f;
    open_fixture(&f);
    read_text(&f, f.store, mistakes[i].text, mistakes[i].errors);
    assert_int_equal(m2k_store_len(f.store), 0);
    close_fixture(&f);
  }
}

#define JSON(case) "{\"format\": \"m2k-iface/1\", \"cases\": [\n" case "]}"
#define F "{\"function\": \"f\", "

static void test_json_mistakes(void **state) {
  (void)state;
  static const mistake mistakes[] = {
      {"{", "a:1:1: malformed JSON: string or '}' expected near end of file"},
      {"{\"format\": \"m2k-iface/1\"}",
       "a:1:1: 'cases' is missing: expected an array"},
      {"{\"format\": 1, \"cases\": []}",
       "a:1:12: 'format' is an integer: expected a string"},
      {"{\"format\": \"m2k-iface/2\", \"cases\": []}",
       "a:1:12: unknown format 'm2k-iface/2': expected m2k-iface/1"},
      {"{\"format\": \"m2k-iface/1\",\n\"cases\": [], \"x\": 1}",
       "a:2:19: unknown member 'x': expected format or cases"},
      {JSON("3"), "a:2:1: an integer: expected a case, which is an object"},
      {JSON("{\"case\": \"x\"}"),
       "a:2:1: 'function' is missing: expected a string"},
      {JSON("{\"function\": \"f\"}"),
       "a:2:18: expected ',', found the end of the interface"},
      {JSON(F "\"case\": \"\"}"), "a:2:27: empty label: expected a name"},
      {JSON(F "\"symbols\": [{\"name\": \"n\", \"who\": \"me\", \"in\": "
              "\"1..2\"}]}"),
       "a:2:52: unknown word 'me': expected user or fixed"},
      {JSON(F "\"symbols\": [{\"name\": \"n\", \"who\": \"user\", \"in\": "
              "\"1...2\"}]}"),
       "a:2:70: expected an integer or a symbol, found '.2'"},
      {JSON(F "\"tensors\": [{\"param\": \"x\", \"dtype\": \"f17\", "
              "\"shape\": []}]}"),
       "a:2:55: unknown dtype 'f17': expected f64 f32 f16 bf16 f8e4m3 f8e5m2 "
       "i64 i32 i16 i8 u64 u32 u16 u8 bool any or absent"},
      {JSON(F "\"tensors\": [{\"param\": \"x\", \"dtype\": \"f16\"}]}"),
       "a:2:31: 'shape' is missing: expected an array"},
      {JSON(F "\"tensors\": [{\"param\": \"x\", \"dtype\": \"f16\", "
              "\"shape\": [\"2*n\"]}]}"),
       "a:2:75: undeclared symbol 'n': expected one of a user or fixed clause"},
      {JSON(F "\"tensors\": [{\"param\": \"x\", \"dtype\": \"f16\", "
              "\"shape\": [1.5]}]}"),
       "a:2:72: a number with a fraction: expected an integer, or an "
       "expression in a string"},
      /* Nothing gets out of its place. */
      {JSON(F "\"tensors\": [{\"param\": \"x\", \"dtype\": \"f16\", "
              "\"shape\": [\"4]), tensor(y, f16, [4\"]}]}"),
       "a:2:72: malformed text '4]), tensor(y, f16, [4': expected an "
       "expression"},
      {JSON(F "\"assume\": [\"1 == 1 // \"]}"),
       "a:2:30: malformed text '1 == 1 // ': expected a condition"},
      {JSON(F "\"scalars\": [{\"param\": \"x, y\", \"equals\": 1}]}"),
       "a:2:41: malformed text 'x, y': expected a parameter"},
      {JSON(F "\"scalars\": [{\"param\": \"x\"}]}"),
       "a:2:31: no value: expected equals, number, truth, text or in"},
      {JSON(F "\"scalars\": [{\"param\": \"x\", \"equals\": 1, \"text\": "
              "\"a\"}]}"),
       "a:2:67: 'text' beside 'equals': expected one of them"},
      {JSON(F "\"launch\": {\"grid\": [1]}}"),
       "a:2:29: 'block' is missing: expected an array"},
      {JSON(F "\"case\": \"x\", \"case\": \"y\"}"),
       "a:2:37: malformed JSON: duplicate object key near '\"case\"'"},
  };
  check_mistakes(mistakes, sizeof mistakes / sizeof *mistakes);
}

#define CALL(args) "[\n{\"cuda_function\": \"f\", \"args\": [" args "]}]"
#define TENSOR "{\"type\": \"torch.Tensor\", \"dtype\": \"torch.int32\", "

static void test_traced_mistakes(void **state) {
  (void)state;
  static const mistake mistakes[] = {
      {"[\n1]", "a:2:1: an integer: expected a call, which is an object"},
      {"[{\"args\": []}]",
       "a:1:2: 'cuda_function' is missing: expected a string"},
      {"[{\"cuda_function\": \"f\"}]",
       "a:1:2: 'args' is missing: expected an array"},
      {CALL("{\"type\": \"int\"}"),
       "a:2:33: 'value' is missing: expected a value of type 'int'"},
      {CALL("{\"type\": \"int\", \"value\": \"1.0*x\"}"),
       "a:2:63: symbol without a range: expected s, b, or one of symRanges"},
      {CALL("{\"type\": \"int\", \"value\": \"1.0*\"}"),
       "a:2:63: expected a number, a symbol or '('"},
      {CALL("{\"type\": \"int\", \"value\": \"0.12345678912*s\"}"),
       "a:2:58: number near no small fraction: expected one whose denominator "
       "is at most 65536"},
      {CALL("{\"type\": \"int\", \"value\": \"s/b\"}"),
       "a:2:60: malformed division: expected one by a number that is not 0"},
      {CALL("{\"type\": \"bool\", \"value\": 1}"),
       "a:2:59: an integer: expected a value of type 'bool'"},
      {CALL("{\"type\": \"torch.Size\", \"value\": []}"),
       "a:2:42: unknown type 'torch.Size': expected torch.Tensor, int, bool, "
       "float, str, NoneType or list"},
      {CALL("{\"type\": \"torch.Tensor\", \"dtype\": \"torch.complex64\", "
            "\"shape\": []}"),
       "a:2:67: unknown dtype 'torch.complex64': expected one of PyTorch's "
       "integer, floating or bool types, as torch.float16"},
      {CALL(TENSOR "\"shape\": [2], \"minV\": 1}"),
       "a:2:33: 'maxV' is missing: expected both minV and maxV or neither"},
      {CALL(TENSOR "\"shape\": [2], \"device\": \"cuda\"}"),
       "a:2:106: unknown member 'device': expected type, dtype, shape, minV, "
       "maxV, dupV or symRanges"},
      {CALL(TENSOR "\"shape\": [\"u0\"], \"symRanges\": {\"u0\": [2, 1]}}"),
       "a:2:119: malformed range of 'u0': expected [LO, HI], two integers in "
       "order"},
  };
  check_mistakes(mistakes, sizeof mistakes / sizeof *mistakes);
}

/* What a call becomes, as the one argument of its macro. */
static void check_call(const char *text, const char *expected) {
  fixture f;
  m2k_str printed = {0};
  open_fixture(&f);
  read_text(&f, f.store, text, "");
  assert_int_equal(m2k_store_len(f.store), 1);
  m2k_case_print(m2k_store_case(f.store, 0), &printed);
  assert_string_equal(m2k_str_text(&printed), expected);
  m2k_str_free(&printed);
  close_fixture(&f);
}

static void test_traced_reading(void **state) {
  (void)state;
  check_call(CALL(TENSOR "\"shape\": [\"1.0*s*b\", 4096], \"minV\": 0, "
                         "\"maxV\": \"1*s+-1\", \"dupV\": true}"),
             "\"f\", user(b in 1..1024, s in 1..131072), "
             "tensor(@0, i32, [s * b, 4096] values in 0..s - 1)");
  check_call(CALL(TENSOR "\"shape\": [3], \"minV\": 0, \"maxV\": 0, "
                         "\"dupV\": false}, "
                         "{\"type\": \"NoneType\", \"value\": \"None\"}, "
                         "{\"type\": \"float\", \"value\": 1}, "
                         "{\"type\": \"str\", \"value\": \"auto\"}"),
             "\"f\", tensor(@0, i32, [3]), tensor(@1, absent), "
             "scalar(@2 = 1.0), scalar(@3 = \"auto\")");
  check_call(CALL(TENSOR "\"shape\": [\"u0\"], \"symRanges\": {\"u0\": [1, "
                         "64]}, \"minV\": 1, \"maxV\": 9, \"dupV\": false}"),
             "\"f\", user(u0 in 1..64), "
             "tensor(@0, i32, [u0] values in 1..9, unique)");
  check_call(CALL("{\"type\": \"int\", \"value\": \"s\", \"symRanges\": "
                  "{\"s\": [1, 8]}}"),
             "\"f\", user(s in 1..8), scalar(@0 = s)");
  check_call(CALL("{\"type\": \"list\", \"shape\": [2], \"dtype\": "
                  "\"torch.Tensor\", \"value\": [" TENSOR "\"shape\": []}, "
                  "{\"type\": \"torch.Tensor\", \"dtype\": \"bfloat16\", "
                  "\"shape\": [\"b\"]}]}, {\"type\": \"list\", \"dtype\": "
                  "\"int\", \"shape\": [2], \"minV\": 3, \"maxV\": 3}"),
             "\"f\", user(b in 1..1024), tensor(@0[0], i32, []), "
             "tensor(@0[1], bf16, [b]), scalar(@1[0] in 3..3), "
             "scalar(@1[1] in 3..3)");
}

static void test_fractions(void **state) {
  (void)state;
  check_call(CALL("{\"type\": \"int\", \"value\": "
                  "\"0.020833333333333332*s+0.14583333333333348\"}"),
             "\"f\", user(s in 1..131072), scalar(@0 = (s + 7) / 48), "
             "assume((s + 7) % 48 == 0)");
  check_call(CALL("{\"type\": \"int\", \"value\": \"s/16+1\"}, "
                  "{\"type\": \"int\", \"value\": \"0.0625*s\"}"),
             "\"f\", user(s in 1..131072), scalar(@0 = (s + 16) / 16), "
             "scalar(@1 = s / 16), assume((s + 16) % 16 == 0), "
             "assume(s % 16 == 0)");
  check_call(CALL("{\"type\": \"int\", \"value\": \"2*(s-b)*3/6 - -b\"}, "
                  "{\"type\": \"int\", \"value\": \"-s*s + 1e3\"}"),
             "\"f\", user(s in 1..131072), scalar(@0 = s), "
             "scalar(@1 = -s * s + 1000)");
  /* what cancels out is no symbol of the case; what stays elsewhere is one */
  check_call(CALL("{\"type\": \"int\", \"value\": \"0*s*b+105\"}"),
             "\"f\", scalar(@0 = 105)");
  check_call(CALL("{\"type\": \"int\", \"value\": \"b-b+s\"}, "
                  "{\"type\": \"int\", \"value\": \"1.0*b\"}"),
             "\"f\", user(b in 1..1024, s in 1..131072), scalar(@0 = s), "
             "scalar(@1 = b)");
}

/* ---- three forms of one interface ---- */

typedef enum form { HEADER, JSON_FORM, TRACED } form;

static void print(fixture *f, const m2k_store *store, form as, m2k_str *out) {
  m2k_str_clear(out);
  if (as == HEADER)
    m2k_header_print(store, out);
  else if (as == JSON_FORM)
    m2k_json_form_print(store, out);
  else
    assert_int_equal(m2k_traced_print(store, out, &f->errors), 0);
}

/* Print and read again: equal cases, and the same bytes once more. */
static void check_round_trip(const char *text, bool traced) {
  fixture f;
  m2k_str once = {0}, twice = {0}, differences = {0};
  open_fixture(&f);
  read_text(&f, f.store, text, "");
  assert_true(m2k_store_len(f.store) > 0);
  for (form as = HEADER; as <= (traced ? TRACED : JSON_FORM); as++) {
    m2k_store *again = m2k_store_new(f.arena);
    print(&f, f.store, as, &once);
    read_text(&f, again, m2k_str_text(&once), "");
    (void)m2k_store_diff(f.arena, f.store, again, &differences);
    assert_string_equal(m2k_str_text(&differences), "");
    print(&f, again, as, &twice);
    assert_string_equal(m2k_str_text(&twice), m2k_str_text(&once));
    m2k_store_free(again);
  }
  m2k_str_free(&once);
  m2k_str_free(&twice);
  m2k_str_free(&differences);
  close_fixture(&f);
}

static void test_round_trips(void **state) {
  (void)state;
  check_round_trip(
      "__m2k_iface_for(\"a::op\", case(\"q\\\"x\\\\\"), user(n in 1..2**70),"
      "fixed(h in {64, 2*64}, k in 0..n-1 step 4), user(w in int8),"
      "tensor(out, f16, [n, h] strides [h*2, 1], offset 3, values in int32,"
      "unique, align 16, alias in), tensor(in, any, []), tensor(m, absent),"
      "tensor(l[i in 0..3], bf16, [i+1, n]), tensor(p.q[2].r, u8,"
      "[-n % 3, ceildiv(n, 2), min(n, max(h, 3))]), scalar(eps = 1.50e-06),"
      "scalar(f = -3.0), scalar(t = true), scalar(s = \"a\\tb\"),"
      "scalar(c = 1e300), scalar(z in {}), assume(n > 3 && !(h == 4)),"
      "launch(grid = [n, 2], block = [128], shared = h),"
      "template(T = c10::Half, V = 4, B = false))"
      "__m2k_iface_for(\"g\", case(\"only\"))",
      false);
  check_round_trip(
      CALL(TENSOR "\"shape\": [\"0.5*s*b+120.5\", \"u1\"], \"symRanges\": "
                  "{\"u1\": [0, 7], \"s\": [2, 9]}, \"minV\": \"u1-s\", "
                  "\"maxV\": 5, \"dupV\": false}, {\"type\": \"NoneType\"}, "
                  "{\"type\": \"list\", \"value\": [1, true, 0.1]}, {\"type\": "
                  "\"list\", \"dtype\": \"int\", \"shape\": [3], \"minV\": 1, "
                  "\"maxV\": \"b\"}, {\"type\": \"float\", \"value\": "
                  "0.08838834764831845}"),
      true);
}

static void test_not_traced(void **state) {
  (void)state;
  static const mistake mistakes[] = {
      {"tensor(x, f16, [4])", "a:1:29: the traced form has no names of "
                              "parameters: expected @0, @1 …"},
      {"tensor(@1, f16, [4])",
       "a:1:29: the traced form has no gaps: expected a clause for each "
       "argument before this one"},
      {"tensor(@0, f16, [4], align 8)",
       "a:1:22: the traced form has no strides, offset, align and alias"},
      {"tensor(@0, i32, [4], values in 0..0)",
       "a:1:53: the traced form has no range 0..0, which means that nothing "
       "is known"},
      {"user(n in 1..9), tensor(@0, f16, [n / 2])",
       "a:1:58: the traced form has no division that may leave a rest"},
      {"user(n in 1..9), tensor(@0, f16, [n]), assume(n > 2)",
       "a:1:70: the traced form has no assume, but that a division leaves no "
       "rest"},
      {"fixed(n in 1..9), tensor(@0, f16, [n])",
       "a:1:28: the traced form has no fixed symbols"},
  };
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    fixture f;
    m2k_str text = {0}, out = {0};
    open_fixture(&f);
    m2k_str_addf(&text, "__m2k_iface_for(\"f\", %s)", mistakes[i].text);
    read_text(&f, f.store, text.at, "");
    assert_int_equal(m2k_traced_print(f.store, &out, &f.errors), -1);
    assert_string_equal(m2k_str_text(&f.heard), mistakes[i].errors);
    m2k_str_free(&text);
    m2k_str_free(&out);
    close_fixture(&f);
  }
}

static void test_differences(void **state) {
  (void)state;
  fixture f;
  m2k_str out = {0};
  open_fixture(&f);
  m2k_store *b = m2k_store_new(f.arena);
  read_text(&f, f.store,
            "__m2k_iface_for(\"f\", case(\"x\"), scalar(n = 1), scalar(m = 2))"
            "__m2k_iface_for(\"f\", case(\"y\"), scalar(n = 1))"
            "__m2k_iface_for(\"f\", scalar(n = 1))"
            "__m2k_iface_for(\"g\", scalar(n = 1))",
            "");
  read_text(&f, b,
            "__m2k_iface_for(\"g\", scalar(n = 1))"
            "__m2k_iface_for(\"f\", case(\"x\"), scalar(m = 2), scalar(n = 1))"
            "__m2k_iface_for(\"f\", case(\"y\"), scalar(n = 3))",
            "");
  assert_int_equal(m2k_store_diff(f.arena, f.store, b, &out), 2);
  assert_string_equal(m2k_str_text(&out), "f, case 'y':\n"
                                          "  - scalar(n = 1)\n"
                                          "  + scalar(n = 3)\n"
                                          "- \"f\", scalar(n = 1)\n");
  assert_true(m2k_case_equal(f.arena, m2k_store_case(f.store, 0),
                             m2k_store_case(b, 1)));
  m2k_store_free(b);
  m2k_str_free(&out);
  close_fixture(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_json_mistakes),
      cmocka_unit_test(test_traced_mistakes),
      cmocka_unit_test(test_traced_reading),
      cmocka_unit_test(test_fractions),
      cmocka_unit_test(test_round_trips),
      cmocka_unit_test(test_not_traced),
      cmocka_unit_test(test_differences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
