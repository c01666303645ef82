/*
 * Launches against the limits of the device and of the kernel.
 */
#include "passes/check/launch_limits.h"
#include "passes/replay/witness.h"
#include "passes/run/host_check.h"

typedef struct launch_question {
  m2k_reporter *to;
  const m2k_host_case *r;
  m2k_case_run *run;
  const m2k_launch_limit *limit;
  m2k_term broken;
} launch_question;

static uint64_t static_shared(const m2k_summary *s) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < s->regions.len; i++) {
    m2k_i128 size;
    if (s->regions.at[i].space == M2K_REGION_SHARED &&
        m2k_is_const(s->bank, s->regions.at[i].size, &size))
      bytes += (uint64_t)size;
  }
  return bytes;
}

/* The first symbol of this owner that the terms hang on, or null. */
static const char *hangs_on(const m2k_case_run *run, const m2k_term *terms,
                            uint32_t count, m2k_owner owner) {
  m2k_bank *bank = run->binding->sum->bank;
  uint32_t n;
  const m2k_term *leaves =
      m2k_witness_leaves(run->arena, run->binding, terms, count, &n);
  for (uint32_t i = 0; i < n; i++)
    if (m2k_kind(bank, leaves[i]) == M2K_TERM_SYM &&
        (m2k_sym_owner(bank, leaves[i]) & M2K_OWNER_MASK) == owner)
      return m2k_sym_name(bank, leaves[i]);
  return NULL;
}

static m2k_loc place_of(const launch_question *q) {
  const m2k_loc *loc = q->run->binding->launched->op->loc;
  return loc ? *loc : q->r->op->loc;
}

static m2k_finding finding_of(const launch_question *q) {
  return (m2k_finding){.kernel = q->to->kernel->display,
                       .mangled = q->to->kernel->mangled,
                       .op = q->to->op,
                       .loc = place_of(q)};
}

static void report(const launch_question *q, m2k_verdict verdict,
                   const char *code, const char *text) {
  m2k_pipeline *p = q->to->p;
  bool conditional = verdict == M2K_VERDICT_CONDITIONAL;
  m2k_case_reason(p->report, q->to->of_case, verdict, code, text, place_of(q));
  m2k_finding f = finding_of(q);
  f.check = conditional ? M2K_CHECK_PRECONDITION : M2K_CHECK_UNKNOWN;
  f.verdict = verdict;
  f.status = M2K_STATUS_NOT_REPLAYED;
  f.problem = m2k_printf(q->run->arena,
                         conditional ? "is safe only under a condition: %s"
                                     : "could not be decided: %s",
                         text);
  f.clause = conditional ? text : NULL;
  f.reason = conditional ? NULL : text;
  m2k_report_finding(p->report, q->to->result, q->to->of_case, &f);
}

static const char *number(const launch_question *q, m2k_i128 v) {
  char buf[48];
  return m2k_strdup(q->run->arena, m2k_i128_text(v, buf));
}

static const char *problem(const launch_question *q, const m2k_model *model) {
  const m2k_launch_limit *l = q->limit;
  m2k_i128 value = m2k_model_value(model, l->value);
  m2k_i128 most = l->most_term == M2K_NO_TERM
                      ? l->most
                      : m2k_model_value(model, l->most_term);
  if (value == 0 && l->least > 0)
    return m2k_printf(q->run->arena,
                      "launches with %s = 0, which starts nothing and fails",
                      l->what);
  if (value < 0) /* dim3 is unsigned */
    value += (m2k_i128)1 << 32;
  return m2k_printf(q->run->arena, "launches with %s = %s, above %s of %s",
                    l->what, number(q, value), l->limit, number(q, most));
}

static const m2k_witness *witness(const launch_question *q,
                                  const m2k_model *model) {
  const m2k_binding *b = q->run->binding;
  m2k_witness *w = M2K_NEW(q->run->arena, m2k_witness);
  m2k_witness_symbol *symbols =
      M2K_NEW_N(q->run->arena, m2k_witness_symbol, b->chosen.len + 1);
  for (uint32_t i = 0; b->c && i < b->c->nsymbols; i++)
    symbols[w->symbol_count++] = (m2k_witness_symbol){
        .name = b->c->symbols[i].name,
        .value = m2k_model_value(model, b->chosen.at[i]),
        .who = b->c->symbols[i].fixed ? M2K_WHO_MODEL : M2K_WHO_USER};
  w->symbols = symbols;
  for (uint32_t d = 0; d < 3; d++) {
    w->block[d] = (uint32_t)m2k_model_value(model, b->launch[d]);
    w->grid[d] = (uint32_t)m2k_model_value(model, b->launch[3 + d]);
  }
  w->shared_bytes = (uint64_t)m2k_model_value(model, b->shared);
  w->device_bytes = (uint64_t)m2k_model_value(model, b->device_bytes);
  w->launch_loc = place_of(q);
  if (b->c) {
    w->case_label = m2k_case_name(b->c, q->run->arena);
    w->case_loc = b->c->place;
  }
  return w;
}

static void report_bug(const launch_question *q, const m2k_model *model) {
  m2k_pipeline *p = q->to->p;
  m2k_finding f = finding_of(q);
  f.check = M2K_CHECK_LAUNCH;
  f.verdict = M2K_VERDICT_BUG;
  f.status = M2K_STATUS_CONFIRMED;
  f.problem = problem(q, model);
  f.witness = witness(q, model);
  m2k_report_finding(p->report, q->to->result, q->to->of_case, &f);
  m2k_case_reason(p->report, q->to->of_case, f.verdict, m2k_check_flag(f.check),
                  f.problem, f.loc);
}

/* As small as possible, in the order of the interface. */
static void minimise(const launch_question *q, m2k_model **model) {
  const m2k_binding *b = q->run->binding;
  m2k_term small[32];
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->chosen.len && n < 32; i++)
    if (m2k_kind(b->sum->bank, b->chosen.at[i]) == M2K_TERM_SYM)
      small[n++] = b->chosen.at[i];
  m2k_query_minimize(q->run->query, &q->broken, 1, small, n, model);
}

static void judge(const launch_question *q, m2k_model **model) {
  const m2k_term terms[] = {q->broken};
  const char *name = hangs_on(q->run, terms, 1, M2K_OWNER_FREE);
  if (name) {
    report(q, M2K_VERDICT_CONDITIONAL, "launch",
           m2k_printf(q->run->arena, "nothing bounds %s, which hangs on '%s'",
                      q->limit->what, name));
    return;
  }
  minimise(q, model);
  if (m2k_host_agrees(q->to->p, q->r, q->run->binding, *model))
    report_bug(q, *model);
  else
    report(q, M2K_VERDICT_UNKNOWN, "launch",
           m2k_printf(q->run->arena, "%s hangs on what the host execution lost",
                      q->limit->what));
}

void m2k_check_launch(m2k_reporter *to, const m2k_host_case *r,
                      m2k_case_run *run) {
  const m2k_binding *b = run->binding;
  m2k_bank *bank = b->sum->bank;
  m2k_launch_limit limits[M2K_LAUNCH_LIMITS];
  const m2k_device_model *device = m2k_device_model_of(to->p->input->arch);
  uint32_t n = m2k_launch_limits(
      b, m2k_bind_host(b, b->launched->op->shared_limit), device->shared_optin,
      static_shared(b->sum), to->kernel->sig.max_threads, limits);
  m2k_query_push(run->query);
  m2k_query_assume(run->query, b->stated);
  m2k_query_assume(run->query, b->fits_device);
  for (uint32_t i = 0; i < n; i++) {
    launch_question q = {to, r, run, &limits[i],
                         m2k_launch_violation(bank, &limits[i])};
    m2k_model *model = NULL;
    m2k_answer a = q.broken == m2k_false(bank)
                       ? M2K_UNSAT
                       : m2k_query_ask(run->query, &q.broken, 1, &model);
    if (a == M2K_SAT)
      judge(&q, &model);
    else if (a == M2K_UNDECIDED)
      report(&q, M2K_VERDICT_UNKNOWN, "solver",
             "the solver's budget was spent on a limit of the launch");
    m2k_model_free(model);
    /* one finding for what is wrong in one way */
    m2k_query_assume(run->query, m2k_not(bank, q.broken));
  }
  m2k_query_pop(run->query);
}
