/*
 * The pipeline: every kernel is read and executed once, then each case is laid
 * over its summary and every event is decided.
 */
#include "passes/run/run.h"

#include "passes/ir/ir.h"
#include "passes/run/finding.h"
#include "passes/run/host_dump.h"

#include <stdio.h>
#include <string.h>

typedef struct pipeline {
  const m2k_run_input *input;
  m2k_report *report;
  m2k_stats *stats;
  m2k_session *session;
} pipeline;

static void dump(const char *what, const m2k_str *text) {
  fprintf(stderr, "m2k: %s\n%s", what, m2k_str_text(text));
}

static void dump_ir(const pipeline *p, const m2k_fn *fn) {
  if (!(p->input->options->dump & M2K_DUMP_IR))
    return;
  m2k_str out = {0};
  m2k_ir_print(fn, &out);
  dump("ir", &out);
  m2k_str_free(&out);
}

static void dump_summary(const pipeline *p, const m2k_summary *s) {
  if (!(p->input->options->dump & M2K_DUMP_SUMMARY))
    return;
  m2k_str out = {0};
  m2k_summary_print(s, &out);
  dump("summary", &out);
  m2k_str_free(&out);
}

/* ---- one case ---- */

/* Instructions that all replays of one case may take: about a second. */
enum { CASE_REPLAY_FUEL = 60000000 };

/* The verdict of each memory instruction: the strongest of its events. */
typedef struct tally {
  m2k_verdict *by_inst;
  bool *seen;
} tally;

static void count(tally *t, const m2k_fn *fn, const m2k_event *ev,
                  m2k_verdict v) {
  uint32_t id = fn->insts[ev->inst].mem_id;
  if (id == M2K_NONE)
    return;
  t->by_inst[id] = t->seen[id] ? m2k_verdict_join(t->by_inst[id], v) : v;
  t->seen[id] = true;
}

/* What one decision needs to become part of the report. */
typedef struct reporter {
  pipeline *p;
  const m2k_case_run *run;
  const m2k_run_kernel *kernel;
  m2k_kernel_result *result;
  m2k_case_result *of_case;
} reporter;

static void report_bug(const reporter *r, const m2k_decision *d) {
  m2k_finding f = m2k_finding_of(r->run, r->kernel, d);
  m2k_report_finding(r->p->report, r->result, r->of_case, &f);
  m2k_inst_reason(r->p->report, r->of_case, d->verdict, m2k_check_flag(f.check),
                  f.problem, f.loc, d->fault->inst);
  m2k_stats_add(r->p->stats, M2K_STAT_REPLAYS_CONFIRMED, 1);
}

static void report_undecided(const reporter *r, const m2k_event *ev,
                             const m2k_decision *d) {
  const m2k_summary *s = r->run->binding->sum;
  const m2k_loc *loc = s->fn->insts[ev->inst].loc;
  bool conditional = d->verdict == M2K_VERDICT_CONDITIONAL;
  m2k_loc at = loc ? *loc : s->fn->loc;
  m2k_inst_reason(r->p->report, r->of_case, d->verdict, d->code, d->text, at,
                  ev->inst);
  m2k_finding f = {
      .check = conditional ? M2K_CHECK_PRECONDITION : M2K_CHECK_UNKNOWN,
      .verdict = d->verdict,
      .status = M2K_STATUS_NOT_REPLAYED,
      .kernel = r->kernel->display,
      .mangled = r->kernel->mangled,
      .loc = at,
      .problem = m2k_printf(r->run->arena,
                            conditional ? "is safe only under a condition: %s"
                                        : "could not be decided: %s",
                            d->text),
      .clause = conditional ? d->text : NULL,
      .reason = conditional ? NULL : d->text};
  if (ev->region != M2K_NONE)
    f.region = m2k_bind_region_name(r->run->binding, ev->region);
  m2k_report_finding(r->p->report, r->result, r->of_case, &f);
}

static void take_decision(void *data, const m2k_event *ev,
                          const m2k_decision *d) {
  const reporter *r = data;
  if (d->verdict == M2K_VERDICT_BUG)
    report_bug(r, d);
  else if (d->verdict == M2K_VERDICT_CONDITIONAL ||
           d->verdict == M2K_VERDICT_UNKNOWN)
    report_undecided(r, ev, d);
}

static void decide_all(const reporter *r, m2k_case_run *run, tally *t) {
  const m2k_summary *s = run->binding->sum;
  for (uint32_t i = 0; i < s->events.len; i++) {
    const m2k_event *ev = &s->events.at[i];
    count(t, s->fn, ev,
          m2k_decide(run, ev, take_decision, (void *)(uintptr_t)r));
  }
}

/* A case whose symbols have no values says nothing about the kernel. */
static bool possible(m2k_case_run *run) {
  m2k_term t = m2k_true(run->binding->sum->bank);
  return m2k_query_ask(run->query, &t, 1, NULL) != M2K_UNSAT;
}

static void count_questions(m2k_stats *stats, const m2k_query *query) {
  m2k_query_stats q = m2k_query_get_stats(query);
  m2k_stats_add(stats, M2K_STAT_OBLIGATIONS, q.asked);
  m2k_stats_add(stats, M2K_STAT_BY_INTERVAL, q.by_bounds);
  m2k_stats_add(stats, M2K_STAT_BY_RULE, q.by_rules);
  m2k_stats_add(stats, M2K_STAT_BY_SOLVER, q.by_solver);
  m2k_stats_add(stats, M2K_STAT_SOLVER_UNKNOWN, q.undecided);
}

/* What is unknown as a whole is one finding, at the kernel. */
static void whole_unknown(pipeline *p, const m2k_run_kernel *k,
                          m2k_kernel_result *kernel, m2k_case_result *result,
                          const char *code, const char *why) {
  m2k_case_reason(p->report, result, M2K_VERDICT_UNKNOWN, code, why, k->loc);
  m2k_finding f = {.check = M2K_CHECK_UNKNOWN,
                   .verdict = M2K_VERDICT_UNKNOWN,
                   .status = M2K_STATUS_NOT_REPLAYED,
                   .kernel = k->display,
                   .mangled = k->mangled,
                   .loc = k->loc,
                   .problem = m2k_printf(p->report->arena,
                                         "'%s' could not be decided: %s",
                                         k->display, why),
                   .reason = why};
  m2k_report_finding(p->report, kernel, result, &f);
}

/* Why a case says nothing about the kernel, as code and text; null: it does. */
typedef struct emptiness {
  const char *code, *text;
} emptiness;

static emptiness why_empty(m2k_case_run *run) {
  const m2k_binding *b = run->binding;
  if (b->unmodelled)
    return (emptiness){"unmodelled", b->unmodelled};
  m2k_query_push(run->query);
  m2k_query_assume(run->query, b->facts);
  bool launches = possible(run);
  m2k_query_pop(run->query);
  if (launches)
    return (emptiness){NULL, NULL};
  m2k_query_push(run->query);
  m2k_query_assume(run->query, b->stated);
  bool stated = possible(run);
  m2k_query_pop(run->query);
  return stated ? (emptiness){"launch-fails",
                              "a launch that the case states is beyond the "
                              "device's limits, or divides by zero"}
                : (emptiness){"empty-case",
                              "no values of its symbols satisfy the case"};
}

/* One combination of the case's fixed numbers. */
static emptiness run_choice(reporter *r, m2k_summary *s, const m2k_case *c,
                            uint32_t choice, tally *t) {
  const m2k_options *options = r->p->input->options;
  m2k_bank_mark mark = m2k_bank_get_mark(s->bank);
  m2k_case_run run = {.arena = m2k_arena_new(),
                      .stats = r->p->stats,
                      .replay_left = CASE_REPLAY_FUEL,
                      .places = m2k_map_new()};
  m2k_bind_limits limits = {options->device_memory, options->max_dim};
  run.binding =
      m2k_bind_new(run.arena, s, c, &r->kernel->sig,
                   c ? m2k_bind_choices(run.arena, c, choice) : NULL, &limits);
  run.query = m2k_query_new_in(r->p->session, s->bank, 0);
  if ((options->dump & M2K_DUMP_QUERY) && options->dump_dir)
    m2k_query_dump_to(run.query, options->dump_dir);
  m2k_query_assume(run.query, run.binding->fits_device);
  r->run = &run;
  emptiness empty = why_empty(&run);
  m2k_query_assume(run.query, run.binding->facts);
  if (!empty.code)
    decide_all(r, &run, t);
  count_questions(r->p->stats, run.query);
  m2k_query_free(run.query);
  m2k_bind_free(run.binding);
  m2k_map_free(run.places);
  m2k_arena_free(run.arena);
  m2k_bank_rewind(s->bank, mark);
  return empty;
}

static void run_case(pipeline *p, m2k_summary *s, const m2k_run_kernel *k,
                     m2k_kernel_result *kernel, const m2k_case *c) {
  uint64_t start = m2k_clock_ns();
  const m2k_fn *fn = s->fn;
  m2k_arena *arena = m2k_arena_new();
  m2k_loc place = c ? c->place : k->loc;
  reporter r = {.p = p, .kernel = k, .result = kernel};
  r.of_case = m2k_report_case(p->report, kernel,
                              c ? m2k_case_name(c, arena) : "", place);
  tally t = {M2K_NEW_N(arena, m2k_verdict, fn->mem_count + 1),
             M2K_NEW_N(arena, bool, fn->mem_count + 1)};
  bool any = false;
  emptiness empty = {NULL, NULL};
  m2k_stats_add(p->stats, M2K_STAT_CASES, 1);
  for (uint32_t i = 0; i < m2k_bind_choice_count(c); i++) {
    emptiness one = run_choice(&r, s, c, i, &t);
    any = any || !one.code;
    empty = one.code ? one : empty;
  }
  if (!any)
    whole_unknown(p, k, kernel, r.of_case, empty.code, empty.text);
  for (uint32_t i = 0; i < fn->mem_count; i++)
    if (t.seen[i])
      r.of_case->counts[t.by_inst[i]]++;
  r.of_case->decided = true;
  m2k_arena_free(arena);
  m2k_stats_time(p->stats, M2K_TIMER_CHECK, start);
}

/* ---- one kernel ---- */

static void unknown_kernel(pipeline *p, const m2k_run_kernel *k,
                           m2k_kernel_result *kernel, const char *code,
                           const char *why) {
  m2k_case_result *r = m2k_report_case(p->report, kernel, "", k->loc);
  whole_unknown(p, k, kernel, r, code, why);
  r->decided = true;
}

static void run_cases(pipeline *p, m2k_summary *s, const m2k_run_kernel *k,
                      m2k_kernel_result *kernel) {
  const char *why = NULL, *last = NULL;
  uint32_t ran = 0;
  for (uint32_t i = 0; i < k->ncases; i++) {
    if (!m2k_case_fits(k->cases[i], &k->sig, p->report->arena, &why)) {
      last = why;
      continue;
    }
    run_case(p, s, k, kernel, k->cases[i]);
    ran++;
  }
  if (ran)
    return;
  if (last) /* none of its cases is about this instance */
    unknown_kernel(p, k, kernel, "no-case", last);
  else
    run_case(p, s, k, kernel, NULL);
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

static void run_kernel(pipeline *p, const m2k_run_kernel *k) {
  m2k_arena *arena = m2k_arena_new();
  m2k_kernel_result *kernel =
      m2k_report_kernel(p->report, k->display, k->mangled, k->loc);
  uint64_t start = m2k_clock_ns();
  m2k_module *module = m2k_ir_module(arena, p->input->module);
  m2k_fn *fn = m2k_ir_function(module, k->mangled);
  m2k_stats_time(p->stats, M2K_TIMER_TRANSLATE, start);
  m2k_stats_add(p->stats, M2K_STAT_KERNELS, 1);
  if (!fn) {
    unknown_kernel(p, k, kernel, "left-out", "no code was generated for it");
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
    unknown_kernel(p, k, kernel, "not-executed", s->failure);
  else if (k->incomplete)
    unknown_kernel(p, k, kernel, "left-out", k->incomplete);
  else
    run_cases(p, s, k, kernel);
  m2k_summary_free(s);
  m2k_bank_free(bank);
  m2k_arena_free(arena);
}

m2k_report *m2k_run(m2k_arena *arena, const m2k_run_input *input,
                    m2k_stats *stats) {
  pipeline p = {input, m2k_report_new(arena), stats, m2k_session_new()};
  p.report->source = input->source ? m2k_strdup(arena, input->source) : NULL;
  p.report->arch = input->arch ? m2k_strdup(arena, input->arch) : NULL;
  p.report->outcome = M2K_OUTCOME_COMPLETE;
  if (input->options->dump & M2K_DUMP_LAUNCH)
    m2k_dump_launches(input, p.session);
  for (uint32_t i = 0; i < input->nkernels; i++) {
    const m2k_run_kernel *k = &input->kernels[i];
    if (input->options->only && !strstr(k->display, input->options->only) &&
        !strstr(k->mangled, input->options->only))
      continue;
    if (input->progress)
      input->progress(input->data, i, p.report);
    run_kernel(&p, k);
  }
  m2k_session_free(p.session);
  m2k_report_finish(p.report);
  return p.report;
}
