/*
 * For the tests of sym: a kernel @k in textual IR, its summary, and what can be
 * proven of its events.
 */
#ifndef M2K_TEST_UNIT_SYM_SUMMARY_H
#define M2K_TEST_UNIT_SYM_SUMMARY_H

#include "passes/smt/query.h"
#include "passes/sym/summary.h"
#include "test/unit/ir/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* Special registers as preparation leaves them: one read each, in front. */
#define TID "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
#define NTID "  %nt = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
#define CTA "  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
#define BARRIER "  call void @llvm.nvvm.barrier0()\n"
#define KERNEL(params, body)                                                   \
  "define void @k(" params ") {\nentry:\n" body "}\n" DECLARATIONS
#define DECLARATIONS                                                           \
  "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"                             \
  "declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"                            \
  "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"                           \
  "declare void @llvm.nvvm.barrier0()\n"                                       \
  "declare void @llvm.trap()\n"
/* A store of one i8 at byte %w (i64) of %a: what an offset test looks at. */
#define PUT                                                                    \
  "  %at = getelementptr i8, ptr %a, i64 %w\n"                                 \
  "  store volatile i8 0, ptr %at\n  ret void\n"

typedef struct test_sum {
  test_ir ir;
  m2k_session *session;
  m2k_bank *bank;
  m2k_summary *sum;
  m2k_query *query;
  m2k_str text;
} test_sum;

static inline void sum_open(test_sum *t, const char *ir) {
  *t = (test_sum){.ir = test_parse(ir),
                  .session = m2k_session_new(),
                  .bank = m2k_bank_new()};
  m2k_fn *fn = m2k_ir_function(t->ir.module, "k");
  assert_non_null(fn);
  t->sum = m2k_summarise(t->ir.arena, t->bank, fn,
                         &(m2k_sym_options){.session = t->session});
  t->query = m2k_query_new_in(t->session, t->bank, 0);
  m2k_summary_print(t->sum, &t->text);
  if (getenv("M2K_TEST_PRINT"))
    print_message("%s", m2k_str_text(&t->text));
}

static inline void sum_close(test_sum *t) {
  m2k_str_free(&t->text);
  m2k_query_free(t->query);
  m2k_summary_free(t->sum);
  m2k_bank_free(t->bank);
  m2k_session_free(t->session);
  test_release(&t->ir);
}

/* Each line of `lines` stands in the summary, in this order, at the start of a
 * line (after the indent) and, where it ends in '$', up to the end; a line
 * behind '!' is a text that occurs nowhere. */
static inline void sum_lines(const test_sum *t, const char *lines) {
  const char *from = m2k_str_text(&t->text), *text = from;
  while (*lines) {
    const char *end = strchr(lines, '\n');
    size_t n = end ? (size_t)(end - lines) : strlen(lines);
    bool never = *lines == '!', whole = n && lines[n - 1] == '$';
    const char *want =
        never ? m2k_printf(t->ir.arena, "%.*s", (int)n - 1, lines + 1)
              : m2k_printf(t->ir.arena, "\n  %.*s%s", (int)(whole ? n - 1 : n),
                           lines, whole ? "\n" : "");
    const char *hit = strstr(never ? text : from, want);
    if (never == (hit != NULL))
      fail_msg("%s '%s' in\n%s", never ? "there is" : "no", want, text);
    if (hit && !never)
      from = hit + 1;
    lines += end ? n + 1 : n;
  }
}

/* The summary of `ir` has these lines. */
static inline void summary(const char *ir, const char *lines) {
  test_sum t;
  sum_open(&t, ir);
  sum_lines(&t, lines);
  sum_close(&t);
}

/* The nth event of a kind. */
static inline const m2k_event *sum_event(const test_sum *t, m2k_event_kind kind,
                                         uint32_t nth) {
  for (uint32_t i = 0; i < t->sum->events.len; i++)
    if (t->sum->events.at[i].kind == kind && nth-- == 0)
      return &t->sum->events.at[i];
  fail_msg("no such event in\n%s", m2k_str_text(&t->text));
  return NULL;
}

/* Whatever happens, the nth event of a kind has its machine offset in lo..hi
 * (the last byte's too: bytes lo .. hi are touched). */
static inline bool sum_within(const test_sum *t, m2k_event_kind kind,
                              uint32_t nth, m2k_i128 lo, m2k_i128 hi) {
  const m2k_event *ev = sum_event(t, kind, nth);
  m2k_bank *b = t->bank;
  m2k_term end = m2k_add(b, ev->machine, ev->size);
  return m2k_query_proves(t->query, ev->path,
                          m2k_and(b, m2k_le(b, m2k_const(b, lo), ev->machine),
                                  m2k_le(b, end, m2k_const(b, hi + 1))));
}

/* Some run has the nth event of a kind at this machine offset. */
static inline bool sum_may_be(const test_sum *t, m2k_event_kind kind,
                              uint32_t nth, m2k_i128 offset) {
  const m2k_event *ev = sum_event(t, kind, nth);
  m2k_term terms[2] = {
      ev->path, m2k_eq(t->bank, ev->machine, m2k_const(t->bank, offset))};
  return m2k_query_ask(t->query, terms, 2, NULL) != M2K_UNSAT;
}

/* Some run has the nth event of a kind at an offset other than the exact. */
static inline bool sum_may_differ(const test_sum *t, m2k_event_kind kind,
                                  uint32_t nth) {
  const m2k_event *ev = sum_event(t, kind, nth);
  m2k_term terms[2] = {ev->path, m2k_ne(t->bank, ev->machine, ev->exact)};
  return m2k_query_ask(t->query, terms, 2, NULL) != M2K_UNSAT;
}

#endif
