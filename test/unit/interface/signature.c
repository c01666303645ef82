/* A case against the function that it names, and against one instance. */
#include "helper.h"

#include <stdlib.h>

static const m2k_sig_param fields[] = {
    {.name = "q", .kind = M2K_PARAM_POINTER, .elem_size = 2},
    {.name = "n", .kind = M2K_PARAM_INT},
};
static const m2k_sig_param element = {.kind = M2K_PARAM_POINTER,
                                      .elem_size = 4};
static const m2k_sig_param params[] = {
    {.name = "out", .kind = M2K_PARAM_TENSOR},
    {.name = "in", .kind = M2K_PARAM_POINTER, .elem_size = 2},
    {.name = "raw", .kind = M2K_PARAM_POINTER},
    {.name = "n", .kind = M2K_PARAM_INT},
    {.name = "eps", .kind = M2K_PARAM_FLOAT},
    {.name = "flag", .kind = M2K_PARAM_BOOL},
    {.name = "mode", .kind = M2K_PARAM_STRING},
    {.name = "caches", .kind = M2K_PARAM_LIST},
    {.name = "p", .kind = M2K_PARAM_STRUCT, .fields = fields, .nfields = 2},
    {.name = "ptrs",
     .kind = M2K_PARAM_ARRAY,
     .count = 4,
     .fields = &element,
     .nfields = 1},
    {.name = "odd", .kind = M2K_PARAM_OTHER},
};
static const m2k_template_value args[] = {
    {.name = "T", .type = "c10::Half", .dtype = M2K_DTYPE_f16},
    {.name = "N", .value = 8, .dtype = M2K_DTYPE_any},
};
static const m2k_signature kernel = {.function = "k",
                                     .params = params,
                                     .nparams = 11,
                                     .args = args,
                                     .nargs = 2,
                                     .kernel = true};

static const m2k_case *case_of(fixture *f, const char *clauses) {
  read_header(f, m2k_printf(f->arena, "__m2k_iface_for(\"k\", %s)", clauses),
              "");
  return m2k_store_case(f->store, m2k_store_len(f->store) - 1);
}

static void checks(const m2k_signature *sig, const char *clauses,
                   const char *errors) {
  fixture f;
  open_fixture(&f);
  const m2k_case *c = case_of(&f, clauses);
  int status = m2k_case_check(c, sig, &f.errors);
  assert_string_equal(m2k_str_text(&f.heard), errors);
  assert_int_equal(status, *errors ? -1 : 0);
  close_fixture(&f);
}

static void test_right(void **state) {
  (void)state;
  static const char *const rows[] = {
      "tensor(out, f16, [1]), tensor(@1, f32, [1]), tensor(raw, absent)",
      "tensor(p.q, f16, [1]), scalar(p.n = 1)",
      "tensor(ptrs[3], f32, [1]), tensor(caches[0], f16, [1])",
      "tensor(caches[i in 0..5], f16, [i]), tensor(ptrs[i in 0..3], f32, [1])",
      "tensor(odd.x[1].y, f32, [1]), scalar(odd.z = \"a\")",
      "scalar(n = 1), scalar(eps = 1e-5), scalar(flag = true)",
      "scalar(mode = \"auto\")",
      "scalar(n in 1..2), scalar(eps = 1), scalar(flag = 1)",
      "scalar(n = true), scalar(eps in 1..2)",
      "tensor(in, f16, [1] alias out)",
      "launch(grid = [1], block = [1]), template(T = f16, N = 8)",
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    checks(&kernel, rows[i], "");
}

static void test_wrong(void **state) {
  (void)state;
  static const char *const rows[][2] = {
      {"tensor(x, f16, [1])",
       "22+7: function 'k' has no parameter 'x': expected one of its 11"},
      {"tensor(@11, f16, [1])",
       "22+7: function 'k' has no parameter '@11': expected one of its 11"},
      {"tensor(n, f16, [1])",
       "22+7: 'n' is no tensor: expected a tensor or a pointer"},
      {"tensor(caches, f16, [1])",
       "22+7: 'caches' is a list: expected one of its elements, or '[i in "
       "LO..HI]'"},
      {"tensor(p.x, f16, [1])", "22+8: 'p' has no such field: expected what "
                                "parameter 'p' of 'k' holds"},
      {"tensor(in.x, f16, [1])",
       "22+9: 'in' is no struct: expected what parameter 'in' of 'k' holds"},
      {"tensor(in[0], f16, [1])",
       "22+9: 'in' is neither a list nor an array: expected what parameter "
       "'in' of 'k' holds"},
      {"tensor(ptrs[4], f16, [1])",
       "22+11: 'ptrs' has fewer elements: expected what parameter 'ptrs' of "
       "'k' holds"},
      {"tensor(out, f16, [1]), tensor(@0, f16, [1])",
       "22+30: parameter '@0' already has a clause: expected one for each "
       "parameter"},
      {"tensor(ptrs[i in 0..2], f32, [1]), tensor(@9[1], f32, [1])",
       "22+42: parameter '@9[1]' already has a clause: expected one for each "
       "parameter"},
      {"tensor(out, f16, [1] alias n)",
       "22+27: 'n' is no tensor: expected a tensor or a pointer"},
      {"scalar(out = 1)", "22+7: 'out' is no scalar: expected a scalar "
                          "parameter"},
      {"scalar(n = 1.5)", "22+11: wrong value for 'n': expected an integer"},
      {"scalar(eps = \"a\")",
       "22+13: wrong value for 'eps': expected a number"},
      {"scalar(flag = 0.5)",
       "22+14: wrong value for 'flag': expected true or false"},
      {"scalar(mode in 1..2)",
       "22+15: wrong value for 'mode': expected a string"},
      {"template(M = 1)", "22+9: function 'k' has no template parameter 'M': "
                          "expected one of its 2"},
      {"template(T = 1)",
       "22+13: wrong value for template parameter 'T': expected a type"},
      {"template(N = half)",
       "22+13: wrong value for template parameter 'N': expected an integer"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    /* 22+N: N characters into the clauses, which begin in column 22. */
    char *end = NULL;
    unsigned long col = 22 + strtoul(rows[i][1] + 3, &end, 10);
    m2k_str expected = {0};
    m2k_str_addf(&expected, "a.m2k.h:1:%lu%s", col, end);
    checks(&kernel, rows[i][0], m2k_str_text(&expected));
    m2k_str_free(&expected);
  }
}

static void test_host(void **state) {
  (void)state;
  m2k_signature host = kernel;
  host.kernel = false;
  checks(&host, "launch(grid = [1], block = [1])",
         "a.m2k.h:1:22: 'launch' on 'k', which is no kernel: expected it on a "
         "kernel");
}

static void fits(const char *clauses, const char *reason) {
  fixture f;
  open_fixture(&f);
  const m2k_case *c = case_of(&f, clauses);
  const char *why = "";
  assert_int_equal(m2k_case_fits(c, &kernel, f.arena, &why), !*reason);
  assert_string_equal(why, reason);
  assert_int_equal(m2k_case_fits(c, &kernel, f.arena, NULL), !*reason);
  close_fixture(&f);
}

static void test_fits(void **state) {
  (void)state;
  fits("tensor(in, f16, [1]), tensor(raw, f64, [1])", "");
  fits("tensor(in, bf16, [1])", "");
  fits("tensor(in, u16, [1]), tensor(out, f64, [1])", "");
  fits("tensor(in, any, [1])", "");
  fits("tensor(in, absent)", "");
  fits("tensor(in, f32, [1])", "'in' has elements of 2 bytes, f32 has 4");
  fits("tensor(@8.q, i8, [1])", "'@8.q' has elements of 2 bytes, i8 has 1");
  fits("tensor(ptrs[i in 0..1], f16, [1])",
       "'ptrs[i in 0..1]' has elements of 4 bytes, f16 has 2");
  fits("template(T = f16, N = 8)", "");
  fits("template(T = Half)", "");
  fits("template(T = c10::Half)", "");
  fits("template(T = ::c10::Half)", "");
  fits("template(T = any)", "");
  fits("template(N = 4 * 2)", "");
  fits("fixed(n in 1..9), template(N = n)", "");
  fits("template(T = bf16)", "template parameter 'T' is c10::Half");
  fits("template(T = alf)", "template parameter 'T' is c10::Half");
  fits("template(N = 4)", "template parameter 'N' is 8");
  fits("template(N = true)", "template parameter 'N' is 8");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_right),
      cmocka_unit_test(test_wrong),
      cmocka_unit_test(test_host),
      cmocka_unit_test(test_fits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
