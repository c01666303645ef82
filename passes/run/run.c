/*
 * The pipeline: every kernel is read and executed once, then each case is laid
 * over its summary and every event is decided.
 */
#include "passes/run/run.h"

#include "passes/ir/ir.h"
#include "passes/run/pipeline.h"

#include <stdio.h>
#include <string.h>

static void dump(const char *what, const m2k_str *text) {
  fprintf(stderr, "m2k: %s\n%s", what, m2k_str_text(text));
}

static void dump_ir(const m2k_pipeline *p, const m2k_fn *fn) {
  if (!(p->input->options->dump & M2K_DUMP_IR))
    return;
  m2k_str out = {0};
  m2k_ir_print(fn, &out);
  dump("ir", &out);
  m2k_str_free(&out);
}

static void dump_summary(const m2k_pipeline *p, const m2k_summary *s) {
  if (!(p->input->options->dump & M2K_DUMP_SUMMARY))
    return;
  m2k_str out = {0};
  m2k_summary_print(s, &out);
  dump("summary", &out);
  m2k_str_free(&out);
}

/* ---- one kernel ---- */

static void unknown_kernel(m2k_pipeline *p, m2k_op_runs *ops,
                           const m2k_run_kernel *k, m2k_kernel_result *kernel,
                           const char *code, const char *why) {
  m2k_case_result *r = m2k_report_case(p->report, kernel, "", k->loc);
  m2k_whole_unknown(p, k, kernel, r, code, why);
  r->decided = true;
  m2k_ops_unknown(ops, k, kernel, code, why);
}

static void run_cases(m2k_pipeline *p, m2k_op_runs *ops, m2k_summary *s,
                      const m2k_run_kernel *k, m2k_kernel_result *kernel) {
  const char *why = NULL, *last = NULL;
  uint32_t ran = 0;
  for (uint32_t i = 0; i < k->ncases; i++) {
    if (!m2k_case_fits(k->cases[i], &k->sig, p->report->arena, &why)) {
      last = why;
      continue;
    }
    m2k_run_own_case(p, s, k, kernel, k->cases[i]);
    ran++;
  }
  m2k_ops_check(ops, s, k, kernel);
  if (ran || m2k_ops_launch(ops, k->mangled))
    return;
  if (last) /* none of its cases is about this instance */
    unknown_kernel(p, ops, k, kernel, "no-case", last);
  else
    m2k_run_own_case(p, s, k, kernel, NULL);
}

static uint32_t covered(const m2k_summary *s, m2k_arena *arena) {
  bool *seen = M2K_NEW_N(arena, bool, s->fn->mem_count + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->events.len; i++) {
    uint32_t id = s->fn->insts[s->events.at[i].inst].mem_id;
    if (id != M2K_NONE && !seen[id]) {
      seen[id] = true;
      n++;
    }
  }
  return n;
}

static void run_kernel(m2k_pipeline *p, m2k_op_runs *ops,
                       const m2k_run_kernel *k) {
  m2k_arena *arena = m2k_arena_new();
  m2k_kernel_result *kernel =
      m2k_report_kernel(p->report, k->display, k->mangled, k->loc);
  uint64_t start = m2k_clock_ns();
  m2k_module *module = m2k_ir_module(arena, p->input->module);
  m2k_fn *fn = m2k_ir_function(module, k->mangled);
  m2k_stats_time(p->stats, M2K_TIMER_TRANSLATE, start);
  m2k_stats_add(p->stats, M2K_STAT_KERNELS, 1);
  if (!fn) {
    unknown_kernel(p, ops, k, kernel, "left-out",
                   "no code was generated for it");
    m2k_arena_free(arena);
    return;
  }
  dump_ir(p, fn);
  start = m2k_clock_ns();
  m2k_bank *bank = m2k_bank_new();
  m2k_summary *s =
      m2k_summarise(arena, bank, fn, &(m2k_sym_options){.session = p->session});
  m2k_stats_time(p->stats, M2K_TIMER_SUMMARY, start);
  dump_summary(p, s);
  kernel->memory_instructions = fn->mem_count;
  kernel->accesses = covered(s, arena);
  m2k_stats_add(p->stats, M2K_STAT_INSTRUCTIONS, fn->inst_count);
  m2k_stats_add(p->stats, M2K_STAT_ACCESSES, kernel->accesses);
  m2k_stats_add(p->stats, M2K_STAT_LEDGER, s->ledger.len);
  m2k_stats_add(p->stats, M2K_STAT_LOOPS, fn->loop_count);
  m2k_stats_add(p->stats, M2K_STAT_TERMS, m2k_term_count(bank));
  if (s->failure)
    unknown_kernel(p, ops, k, kernel, "not-executed", s->failure);
  else if (k->incomplete)
    unknown_kernel(p, ops, k, kernel, "left-out", k->incomplete);
  else
    run_cases(p, ops, s, k, kernel);
  m2k_summary_free(s);
  m2k_bank_free(bank);
  m2k_arena_free(arena);
}

m2k_report *m2k_run(m2k_arena *arena, const m2k_run_input *input,
                    m2k_stats *stats) {
  m2k_pipeline p = {input, m2k_report_new(arena), stats, m2k_session_new()};
  p.report->source = input->source ? m2k_strdup(arena, input->source) : NULL;
  p.report->arch = input->arch ? m2k_strdup(arena, input->arch) : NULL;
  p.report->outcome = M2K_OUTCOME_COMPLETE;
  m2k_op_runs *ops = m2k_ops_execute(&p);
  for (uint32_t i = 0; i < input->nkernels; i++) {
    const m2k_run_kernel *k = &input->kernels[i];
    if (input->options->only && !strstr(k->display, input->options->only) &&
        !strstr(k->mangled, input->options->only))
      continue;
    if (input->progress)
      input->progress(input->data, i, p.report);
    run_kernel(&p, ops, k);
  }
  m2k_ops_free(ops);
  m2k_session_free(p.session);
  m2k_report_finish(p.report);
  return p.report;
}
