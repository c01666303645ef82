/* For the tests of launch and check: a case laid over a kernel's summary. */
#ifndef M2K_TEST_UNIT_LAUNCH_BINDING_H
#define M2K_TEST_UNIT_LAUNCH_BINDING_H

#include "annotations/parse.h"
#include "passes/launch/bind.h"
#include "test/unit/ir/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Reads b[n], stores to a[m] and to dynamic shared memory. */
#define BOUND_KERNEL                                                           \
  "@x = external addrspace(3) global [0 x i32], align 4\n"                     \
  "define void @k(ptr %a, ptr %b, i32 %n, i64 %m, i1 %f, i8 %h) {\nentry:\n"   \
  "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"                         \
  "  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()\n"                       \
  "  %q = getelementptr i32, ptr %b, i32 %n\n"                                 \
  "  %v = load i32, ptr %q\n"                                                  \
  "  %p = getelementptr i32, ptr %a, i64 %m\n  store i32 %v, ptr %p\n"         \
  "  store i32 %t, ptr addrspacecast (ptr addrspace(3) @x to ptr)\n"           \
  "  ret void\n}\n"                                                            \
  "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"                             \
  "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()\n"

static const m2k_sig_param bound_params[] = {
    {.name = "a", .kind = M2K_PARAM_POINTER, .elem_size = 4},
    {.name = "b", .kind = M2K_PARAM_POINTER, .elem_size = 4},
    {.name = "n", .kind = M2K_PARAM_INT},
    {.name = "m", .kind = M2K_PARAM_INT},
    {.name = "f", .kind = M2K_PARAM_BOOL},
    {.name = "h", .kind = M2K_PARAM_INT},
};
static const m2k_template_value bound_args[] = {{.name = "N", .value = 8}};
static const m2k_signature bound_signature = {.function = "k",
                                              .params = bound_params,
                                              .nparams = 6,
                                              .args = bound_args,
                                              .nargs = 1,
                                              .kernel = true};

typedef struct bound {
  test_ir ir;
  m2k_session *session;
  m2k_bank *bank;
  m2k_summary *sum;
  m2k_binding *b;
  m2k_query *query;
} bound;

enum { REGION_A, REGION_B };

static inline void bound_error(void *data, m2k_loc loc, const char *message) {
  (void)data;
  print_message("%u:%u: %s\n", loc.line, loc.col, message);
}

static inline void bound_open_ir(bound *t, const char *ir,
                                 const char *clauses) {
  *t = (bound){.ir = test_parse(ir),
               .session = m2k_session_new(),
               .bank = m2k_bank_new()};
  m2k_errors errors = {.report = bound_error};
  m2k_clause_text source = {.text = clauses,
                            .len = clauses ? strlen(clauses) : 0,
                            .file = "k.m2k.h",
                            .line = 1,
                            .col = 1,
                            .exact = true};
  const m2k_case *c =
      clauses
          ? m2k_case_parse(t->ir.arena, &source, false,
                           (m2k_loc){.file = "k.m2k.h", .line = 1, .col = 1},
                           &errors)
          : NULL;
  assert_true(!clauses || c);
  if (c)
    assert_int_equal(m2k_case_check(c, &bound_signature, &errors), 0);
  m2k_fn *fn = m2k_ir_function(t->ir.module, "k");
  assert_non_null(fn);
  t->sum = m2k_summarise(t->ir.arena, t->bank, fn,
                         &(m2k_sym_options){.session = t->session});
  m2k_bind_limits limits = {(uint64_t)1 << 36, 1 << 24};
  t->b = m2k_bind_new(t->ir.arena, t->sum, c, &bound_signature, NULL, &limits);
  t->query = m2k_query_new_in(t->session, t->bank, 0);
  m2k_query_assume(t->query, t->b->facts);
}

static inline void bound_open(bound *t, const char *clauses) {
  bound_open_ir(t, BOUND_KERNEL, clauses);
}

static inline void bound_close(bound *t) {
  m2k_query_free(t->query);
  m2k_bind_free(t->b);
  m2k_summary_free(t->sum);
  m2k_bank_free(t->bank);
  m2k_session_free(t->session);
  test_release(&t->ir);
}

static inline bool bound_possible(const bound *t, m2k_term condition) {
  return m2k_query_ask(t->query, &condition, 1, NULL) != M2K_UNSAT;
}

/* The term has this value, and no other. */
static inline bool bound_is(const bound *t, m2k_term term, m2k_i128 value) {
  m2k_term eq = m2k_eq(t->bank, term, m2k_const(t->bank, value));
  return bound_possible(t, m2k_true(t->bank)) &&
         !bound_possible(t, m2k_not(t->bank, eq));
}

static inline bool bound_may_be(const bound *t, m2k_term term, m2k_i128 value) {
  return bound_possible(t, m2k_eq(t->bank, term, m2k_const(t->bank, value)));
}

/* The term's values reach from lo to hi. */
static inline bool bound_spans(const bound *t, m2k_term term, m2k_i128 lo,
                               m2k_i128 hi) {
  m2k_bank *b = t->bank;
  return bound_may_be(t, term, lo) && bound_may_be(t, term, hi) &&
         !bound_possible(t, m2k_lt(b, term, m2k_const(b, lo))) &&
         !bound_possible(t, m2k_lt(b, m2k_const(b, hi), term));
}

static inline bool bound_empty(const bound *t) {
  return !bound_possible(t, m2k_true(t->bank));
}

#endif
