/*
 * For the tests of launch, check and run: kernel @k in textual IR, its
 * signature, cases as a user writes them, and the report.
 */
#ifndef M2K_TEST_UNIT_RUN_PIPELINE_H
#define M2K_TEST_UNIT_RUN_PIPELINE_H

#include "annotations/parse.h"
#include "passes/run/run.h"
#include "test/unit/ir/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define TID "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
#define NTID "  %nt = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
#define CTA "  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
#define BARRIER "  call void @llvm.nvvm.barrier0()\n"
/* The global thread index in 32 bits, %g. */
#define GLOBAL_INDEX                                                           \
  TID NTID CTA "  %cn = mul i32 %c, %nt\n  %g = add i32 %cn, %t\n"
/* Every test kernel has these parameters. */
#define KERNEL(body)                                                           \
  "define void @k(ptr %a, ptr %b, i32 %n, i32 %m, i1 %f) {\nentry:\n" body     \
  "}\ndeclare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"                          \
  "declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"                            \
  "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"                           \
  "declare void @llvm.nvvm.barrier0()\n"                                       \
  "declare void @llvm.trap()\n"
/* a[v] = 0 with 32-bit elements. */
#define STORE(v)                                                               \
  "  %w = sext i32 " v " to i64\n"                                             \
  "  %p = getelementptr i32, ptr %a, i64 %w\n"                                 \
  "  store volatile i32 0, ptr %p\n"
/* if (v < n) a[v] = 0 */
#define GUARDED(v)                                                             \
  "  %q = icmp slt i32 " v ", %n\n  br i1 %q, label %x, label %y\nx:\n" STORE( \
      v) "  br label %y\ny:\n  ret void\n"

static const m2k_sig_param test_params[] = {
    {.name = "a", .kind = M2K_PARAM_POINTER, .elem_size = 4},
    {.name = "b", .kind = M2K_PARAM_POINTER, .elem_size = 4},
    {.name = "n", .kind = M2K_PARAM_INT},
    {.name = "m", .kind = M2K_PARAM_INT},
    {.name = "f", .kind = M2K_PARAM_BOOL},
};
static const m2k_template_value test_args[] = {
    {.name = "T", .type = "float", .dtype = M2K_DTYPE_f32},
    {.name = "N", .value = 8, .dtype = M2K_DTYPE_any},
};

static inline m2k_signature test_signature(void) {
  return (m2k_signature){.function = "k",
                         .params = test_params,
                         .nparams = 5,
                         .args = test_args,
                         .nargs = 2,
                         .kernel = true};
}

static inline void test_case_error(void *data, m2k_loc loc,
                                   const char *message) {
  (void)data;
  print_message("%u:%u: %s\n", loc.line, loc.col, message);
}

/* A case that must be well-formed. */
static inline const m2k_case *test_case(m2k_arena *arena, const char *text) {
  m2k_errors errors = {.report = test_case_error};
  m2k_clause_text source = {.text = text,
                            .len = strlen(text),
                            .file = "k.m2k.h",
                            .line = 1,
                            .col = 1,
                            .exact = true};
  const m2k_case *c = m2k_case_parse(
      arena, &source, false, (m2k_loc){.file = "k.m2k.h", .line = 1, .col = 1},
      &errors);
  m2k_signature sig = test_signature();
  assert_non_null(c);
  assert_int_equal(m2k_case_check(c, &sig, &errors), 0);
  return c;
}

typedef struct test_pipeline {
  test_ir ir;
  m2k_options options;
  m2k_stats stats;
  m2k_report *report;
} test_pipeline;

/* Runs kernel `name` of the module under the cases, a null-terminated list. */
static inline void pipeline_open_with(test_pipeline *t, const char *ir,
                                      const char *name, const char *incomplete,
                                      const char *const *cases,
                                      const char *option) {
  *t = (test_pipeline){.ir = test_parse(ir)};
  m2k_options_init(&t->options, t->ir.arena);
  m2k_str why = {0};
  if (option && m2k_options_parse(&t->options, option, &why))
    fail_msg("%s", m2k_str_text(&why));
  m2k_str_free(&why);
  const m2k_case *list[8];
  uint32_t n = 0;
  for (; cases[n]; n++)
    list[n] = test_case(t->ir.arena, cases[n]);
  m2k_run_kernel kernel = {.mangled = name,
                           .display = name,
                           .loc = {.file = "k.cu", .line = 1, .col = 1},
                           .sig = test_signature(),
                           .cases = list,
                           .ncases = n,
                           .incomplete = incomplete};
  m2k_run_input input = {.module = t->ir.llvm,
                         .kernels = &kernel,
                         .nkernels = 1,
                         .options = &t->options,
                         .source = "k.cu",
                         .arch = "sm_90"};
  t->report = m2k_run(t->ir.arena, &input, &t->stats);
  if (getenv("M2K_TEST_PRINT")) {
    m2k_str text = {0};
    m2k_report_print(t->report, &text);
    print_message("%s", m2k_str_text(&text));
    m2k_str_free(&text);
  }
}

static inline void pipeline_open(test_pipeline *t, const char *ir,
                                 const char *clauses) {
  const char *const cases[] = {clauses, NULL};
  pipeline_open_with(t, ir, "k", NULL, cases, NULL);
}

static inline void pipeline_close(test_pipeline *t) { test_release(&t->ir); }

static inline void pipeline_fail(const test_pipeline *t, const char *what) {
  m2k_str text = {0};
  m2k_report_print(t->report, &text);
  print_message("%s in\n%s", what, m2k_str_text(&text));
  m2k_str_free(&text);
  fail();
}

/* The only kernel's verdict; its counts are right in any case. */
static inline m2k_verdict pipeline_verdict(const test_pipeline *t) {
  assert_int_equal(t->report->kernels.len, 1);
  const m2k_kernel_result *k = t->report->kernels.at[0];
  if (k->accesses != k->memory_instructions)
    pipeline_fail(t, "accesses that do not account for the instructions");
  for (uint32_t i = 0; i < k->cases.len; i++) {
    uint32_t sum = 0;
    for (uint32_t v = 0; v < M2K_VERDICTS; v++)
      sum += k->cases.at[i]->counts[v];
    if (sum && sum != k->accesses)
      pipeline_fail(t, "counts that are not the accesses");
  }
  return k->verdict;
}

static inline const m2k_finding *pipeline_finding(const test_pipeline *t,
                                                  uint32_t i) {
  if (i >= t->report->findings.len)
    pipeline_fail(t, "too few findings");
  return t->report->findings.at[i];
}

static inline const m2k_reason *pipeline_reason(const test_pipeline *t) {
  const m2k_kernel_result *k = t->report->kernels.at[0];
  if (!k->cases.len || !k->cases.at[0]->reasons.len)
    pipeline_fail(t, "no reason");
  return &k->cases.at[0]->reasons.at[0];
}

/* The value of a witness's symbol. */
static inline long long pipeline_symbol(const m2k_finding *f,
                                        const char *name) {
  assert_non_null(f->witness);
  for (uint32_t i = 0; i < f->witness->symbol_count; i++)
    if (strcmp(f->witness->symbols[i].name, name) == 0)
      return (long long)f->witness->symbols[i].value;
  fail_msg("no symbol '%s'", name);
  return -1;
}

#endif
