/* What a case says, what a launch allows, and what is not modelled. */
#include "annotations/parse.h"
#include "passes/launch/bind.h"
#include "test/unit/ir/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const m2k_sig_param params[] = {
    {.name = "a", .kind = M2K_PARAM_POINTER, .elem_size = 4},
    {.name = "b", .kind = M2K_PARAM_POINTER, .elem_size = 4}};

typedef struct outcome {
  bool stated, both; /* possible with what the case says; and with limits */
  const char *unmodelled;
} outcome;

static bool possible(m2k_summary *s, m2k_term t) {
  m2k_query *q = m2k_query_new_in(NULL, s->bank, 0);
  bool sat = m2k_query_ask(q, &t, 1, NULL) != M2K_UNSAT;
  m2k_query_free(q);
  return sat;
}

static outcome bind(const char *clauses, uint32_t max_threads) {
  test_ir ir = test_parse("define void @k(ptr %a, ptr %b) {\n"
                          "  %v = load volatile i32, ptr %b\n"
                          "  store i32 %v, ptr %a\n  ret void\n}\n");
  m2k_errors errors = {0};
  m2k_clause_text text = {.text = clauses,
                          .len = strlen(clauses),
                          .file = "k.m2k.h",
                          .line = 1,
                          .col = 1,
                          .exact = true};
  const m2k_case *c = m2k_case_parse(ir.arena, &text, false,
                                     (m2k_loc){.file = "k.m2k.h"}, &errors);
  assert_non_null(c);
  m2k_signature sig = {.function = "k",
                       .params = params,
                       .nparams = 2,
                       .kernel = true,
                       .max_threads = max_threads};
  m2k_bank *bank = m2k_bank_new();
  m2k_summary *s = m2k_summarise(
      ir.arena, bank, m2k_ir_function(ir.module, "k"), &(m2k_sym_options){0});
  m2k_bind_limits limits = {.device_memory = 1 << 30, .max_dim = 1 << 24};
  m2k_binding *b = m2k_bind_new(ir.arena, s, c, &sig, NULL, &limits);
  outcome out = {possible(s, b->stated), possible(s, b->facts), b->unmodelled};
  m2k_bind_free(b);
  m2k_summary_free(s);
  m2k_bank_free(bank);
  test_release(&ir);
  return out;
}

static void limits(void **state) {
  (void)state;
  static const struct {
    const char *launch;
    uint32_t max_threads;
    bool fits;
  } rows[] = {
      {"launch(grid = [1], block = [1024])", 0, true},
      {"launch(grid = [1], block = [1025])", 0, false},
      {"launch(grid = [1], block = [32, 33])", 0, false},
      {"launch(grid = [0], block = [1])", 0, false},
      {"launch(grid = [1], block = [1], shared = 227K)", 0, true},
      {"launch(grid = [1], block = [1], shared = 228K)", 0, false},
      {"user(n in 0..0), launch(grid = [8 / n], block = [1])", 0, false},
      {"launch(grid = [1], block = [16, 16])", 256, true},
      {"launch(grid = [1], block = [257])", 256, false},
      {"user(n in 257..512), launch(grid = [1], block = [n])", 256, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    outcome o = bind(rows[i].launch, rows[i].max_threads);
    if (!o.stated || o.both != rows[i].fits)
      fail_msg("%s", rows[i].launch);
  }
}

static void strides(void **state) {
  (void)state;
  assert_true(bind("tensor(a, i32, [4, 4], strides [0, 2])", 0).both);
  assert_false(bind("tensor(a, i32, [4, 4], strides [-4, 1])", 0).stated);
  assert_false(bind("tensor(a, i32, [4], strides [1], offset -3)", 0).stated);
  assert_true(
      bind("user(s in -4..4), tensor(a, i32, [4], strides [s])", 0).both);
}

/* a is written, b is not. */
static void aliases(void **state) {
  (void)state;
  assert_null(bind("tensor(a, i32, [4]), tensor(b, i32, [4])", 0).unmodelled);
  assert_non_null(
      bind("tensor(a, i32, [4]), tensor(b, i32, [4], alias a)", 0).unmodelled);
  assert_non_null(
      bind("tensor(a, i32, [4], alias b), tensor(b, i32, [4])", 0).unmodelled);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(limits),
                                     cmocka_unit_test(strides),
                                     cmocka_unit_test(aliases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
