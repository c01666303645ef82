/*
 * One case over one summary: every event is decided, counted and reported.
 */
#include "passes/run/finding.h"
#include "passes/run/pipeline.h"

/* Instructions that all replays of one case may take: about a second. */
enum { CASE_REPLAY_FUEL = 60000000 };

m2k_tally m2k_tally_new(m2k_arena *arena, const m2k_fn *fn) {
  return (m2k_tally){M2K_NEW_N(arena, m2k_verdict, fn->mem_count + 1),
                     M2K_NEW_N(arena, bool, fn->mem_count + 1)};
}

void m2k_tally_count(const m2k_tally *t, const m2k_fn *fn,
                     m2k_case_result *result) {
  for (uint32_t i = 0; i < fn->mem_count; i++)
    if (t->seen[i])
      result->counts[t->by_inst[i]]++;
}

static void count(m2k_tally *t, const m2k_fn *fn, const m2k_event *ev,
                  m2k_verdict v) {
  uint32_t id = fn->insts[ev->inst].mem_id;
  if (id == M2K_NONE)
    return;
  t->by_inst[id] = t->seen[id] ? m2k_verdict_join(t->by_inst[id], v) : v;
  t->seen[id] = true;
}

/* What one decision needs to become part of the report. */
typedef struct reporter {
  const m2k_reporter *to;
  const m2k_case_run *run;
} reporter;

static void report_bug(const reporter *r, const m2k_decision *d) {
  m2k_finding f = m2k_finding_of(r->run, r->to->kernel, d);
  f.op = r->to->op;
  m2k_report_finding(r->to->p->report, r->to->result, r->to->of_case, &f);
  m2k_inst_reason(r->to->p->report, r->to->of_case, d->verdict,
                  m2k_check_flag(f.check), f.problem, f.loc, d->fault->inst);
  m2k_stats_add(r->to->p->stats, M2K_STAT_REPLAYS_CONFIRMED, 1);
}

static void report_undecided(const reporter *r, const m2k_event *ev,
                             const m2k_decision *d) {
  const m2k_summary *s = r->run->binding->sum;
  const m2k_loc *loc = s->fn->insts[ev->inst].loc;
  bool conditional = d->verdict == M2K_VERDICT_CONDITIONAL;
  m2k_loc at = loc ? *loc : s->fn->loc;
  m2k_inst_reason(r->to->p->report, r->to->of_case, d->verdict, d->code,
                  d->text, at, ev->inst);
  m2k_finding f = {
      .check = conditional ? M2K_CHECK_PRECONDITION : M2K_CHECK_UNKNOWN,
      .verdict = d->verdict,
      .status = M2K_STATUS_NOT_REPLAYED,
      .kernel = r->to->kernel->display,
      .mangled = r->to->kernel->mangled,
      .op = r->to->op,
      .loc = at,
      .problem = m2k_printf(r->run->arena,
                            conditional ? "is safe only under a condition: %s"
                                        : "could not be decided: %s",
                            d->text),
      .clause = conditional ? d->text : NULL,
      .reason = conditional ? NULL : d->text};
  if (ev->region != M2K_NONE)
    f.region = m2k_bind_region_name(r->run->binding, ev->region);
  m2k_report_finding(r->to->p->report, r->to->result, r->to->of_case, &f);
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

static void decide_all(const m2k_reporter *to, m2k_case_run *run,
                       m2k_tally *t) {
  const m2k_summary *s = run->binding->sum;
  reporter r = {to, run};
  for (uint32_t i = 0; i < s->events.len; i++) {
    const m2k_event *ev = &s->events.at[i];
    count(t, s->fn, ev, m2k_decide(run, ev, take_decision, &r));
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
void m2k_whole_unknown(m2k_pipeline *p, const m2k_run_kernel *k,
                       m2k_kernel_result *kernel, m2k_case_result *result,
                       const char *code, const char *why) {
  m2k_case_reason(p->report, result, M2K_VERDICT_UNKNOWN, code, why, k->loc);
  m2k_finding f = {.check = M2K_CHECK_UNKNOWN,
                   .verdict = M2K_VERDICT_UNKNOWN,
                   .status = M2K_STATUS_NOT_REPLAYED,
                   .kernel = k->display,
                   .mangled = k->mangled,
                   .op = result->op,
                   .loc = k->loc,
                   .problem = m2k_printf(p->report->arena,
                                         "'%s' could not be decided: %s",
                                         k->display, why),
                   .reason = why};
  m2k_report_finding(p->report, kernel, result, &f);
}

static m2k_emptiness why_empty(m2k_case_run *run) {
  const m2k_binding *b = run->binding;
  if (b->unmodelled)
    return (m2k_emptiness){"unmodelled", b->unmodelled};
  m2k_query_push(run->query);
  m2k_query_assume(run->query, b->facts);
  bool launches = possible(run);
  m2k_query_pop(run->query);
  if (launches)
    return (m2k_emptiness){NULL, NULL};
  m2k_query_push(run->query);
  m2k_query_assume(run->query, b->stated);
  bool stated = possible(run);
  m2k_query_pop(run->query);
  return stated ? (m2k_emptiness){"launch-fails",
                                  "a launch that the case states is beyond the "
                                  "device's limits, or divides by zero"}
                : (m2k_emptiness){"empty-case",
                                  "no values of its symbols satisfy the case"};
}

m2k_case_run m2k_case_run_begin(m2k_pipeline *p, m2k_summary *s) {
  const m2k_options *options = p->input->options;
  m2k_case_run run = {.arena = m2k_arena_new(),
                      .stats = p->stats,
                      .session = p->session,
                      .replay_left = CASE_REPLAY_FUEL,
                      .places = m2k_map_new()};
  run.query = m2k_query_new_in(p->session, s->bank, 0);
  if ((options->dump & M2K_DUMP_QUERY) && options->dump_dir)
    m2k_query_dump_to(run.query, options->dump_dir);
  return run;
}

void m2k_case_run_end(m2k_pipeline *p, m2k_case_run *run) {
  count_questions(p->stats, run->query);
  m2k_query_free(run->query);
  m2k_bind_free(run->binding);
  m2k_map_free(run->places);
  m2k_arena_free(run->arena);
}

m2k_emptiness m2k_case_run_decide(m2k_reporter *r, m2k_case_run *run,
                                  m2k_tally *tally) {
  m2k_query_assume(run->query, run->binding->fits_device);
  m2k_emptiness empty = why_empty(run);
  m2k_query_assume(run->query, run->binding->facts);
  if (!empty.code)
    decide_all(r, run, tally);
  return empty;
}

/* One combination of the case's fixed numbers. */
static m2k_emptiness run_choice(m2k_reporter *r, m2k_summary *s,
                                const m2k_case *c, uint32_t choice,
                                m2k_tally *t) {
  const m2k_options *options = r->p->input->options;
  m2k_bank_mark mark = m2k_bank_get_mark(s->bank);
  m2k_case_run run = m2k_case_run_begin(r->p, s);
  m2k_bind_limits limits = {options->device_memory, options->max_dim};
  run.binding =
      m2k_bind_new(run.arena, s, c, &r->kernel->sig,
                   c ? m2k_bind_choices(run.arena, c, choice) : NULL, &limits);
  m2k_emptiness empty = m2k_case_run_decide(r, &run, t);
  m2k_case_run_end(r->p, &run);
  m2k_bank_rewind(s->bank, mark);
  return empty;
}

void m2k_run_own_case(m2k_pipeline *p, m2k_summary *s, const m2k_run_kernel *k,
                      m2k_kernel_result *kernel, const m2k_case *c) {
  uint64_t start = m2k_clock_ns();
  m2k_arena *arena = m2k_arena_new();
  m2k_loc place = c ? c->place : k->loc;
  m2k_reporter r = {.p = p, .kernel = k, .result = kernel};
  r.of_case = m2k_report_case(p->report, kernel,
                              c ? m2k_case_name(c, arena) : "", place);
  m2k_tally t = m2k_tally_new(arena, s->fn);
  bool any = false;
  m2k_emptiness empty = {NULL, NULL};
  m2k_stats_add(p->stats, M2K_STAT_CASES, 1);
  for (uint32_t i = 0; i < m2k_bind_choice_count(c); i++) {
    m2k_emptiness one = run_choice(&r, s, c, i, &t);
    any = any || !one.code;
    empty = one.code ? one : empty;
  }
  if (!any)
    m2k_whole_unknown(p, k, kernel, r.of_case, empty.code, empty.text);
  m2k_tally_count(&t, s->fn, r.of_case);
  r.of_case->decided = true;
  m2k_arena_free(arena);
  m2k_stats_time(p->stats, M2K_TIMER_CHECK, start);
}
