/*
 * Ops: host functions executed once per case, their launches laid over the
 * kernels' summaries.
 */
#include "passes/launch/arguments.h"
#include "passes/run/host_check.h"
#include "passes/run/pipeline.h"

#include <stdio.h>
#include <string.h>

struct m2k_op_runs {
  m2k_pipeline *p;
  M2K_VEC(m2k_host_case *) at;
};

/* ---- one execution ---- */

m2k_host_case *m2k_host_case_run(m2k_pipeline *p, const m2k_run_op *op,
                                 const m2k_case *c, uint32_t choice,
                                 const m2k_i128 *values,
                                 const m2k_tensor *decided) {
  m2k_arena *arena = m2k_arena_new();
  m2k_host_case *r = M2K_NEW(arena, m2k_host_case);
  const m2k_options *options = p->input->options;
  r->arena = arena;
  r->op = op;
  r->choice = choice;
  r->bank = m2k_bank_new();
  r->query = m2k_query_new_in(p->session, r->bank, 0);
  m2k_module *module = m2k_ir_module(arena, p->input->host_module);
  m2k_host_limits limits = {.max_dim = options->max_dim};
  r->host = m2k_host_new(arena, r->bank, module, op->mangled, r->query,
                         m2k_device_model_of(p->input->arch), &limits);
  m2k_call_input *in = M2K_NEW(arena, m2k_call_input);
  *in =
      (m2k_call_input){.c = c,
                       .choices = c ? m2k_bind_choices(arena, c, choice) : NULL,
                       .sig = &op->sig,
                       .params = op->params,
                       .result = op->result,
                       .max_dim = options->max_dim,
                       .values = values,
                       .decided = decided};
  r->call = m2k_call_new(arena, r->bank, r->host, in);
  m2k_query_assume(r->query, r->call->terms.stated);
  m2k_query_assume(r->query, r->call->terms.defined);
  r->result = m2k_host_run(r->host);
  return r;
}

void m2k_host_case_free(m2k_host_case *r) {
  m2k_call_free(r->call);
  m2k_host_free(r->host);
  m2k_query_free(r->query);
  m2k_bank_free(r->bank);
  m2k_arena_free(r->arena);
}

/* ---- all of them ---- */

static void dump_host(const m2k_host_case *r) {
  m2k_str out = {0};
  m2k_host_print(r->host, &out);
  fprintf(stderr, "m2k: launch, case '%s'\n%s",
          r->call->terms.c ? m2k_case_name(r->call->terms.c, r->arena) : "",
          m2k_str_text(&out));
  m2k_str_free(&out);
}

/* What the execution could not follow counts against the case. */
static void report_losses(m2k_pipeline *p, const m2k_host_case *r) {
  const m2k_host_result *result = r->result;
  m2k_loc loc = r->op->loc;
  if (result->failure)
    m2k_case_reason(p->report, r->of_case, M2K_VERDICT_UNKNOWN, "host-failed",
                    result->failure, loc);
  else if (result->dropped)
    m2k_case_reason(p->report, r->of_case, M2K_VERDICT_UNKNOWN, "host-paths",
                    "host code has more paths than are followed", loc);
  else if (r->call->unmodelled)
    m2k_case_reason(p->report, r->of_case, M2K_VERDICT_UNKNOWN, "unmodelled",
                    r->call->unmodelled, loc);
  for (uint32_t i = 0; i < result->ledger.len; i++) {
    const m2k_entry *e = &result->ledger.at[i];
    const char *text = e->detail ? m2k_printf(r->arena, "%s: '%s'",
                                              m2k_loss_text(e->loss), e->detail)
                                 : m2k_loss_text(e->loss);
    m2k_case_reason(p->report, r->of_case, M2K_VERDICT_SAFE, "host-ledger",
                    text, loc);
  }
}

static void execute_case(m2k_op_runs *runs, const m2k_run_op *op,
                         m2k_op_result *result, const m2k_case *c) {
  m2k_pipeline *p = runs->p;
  m2k_case_result *of_case = m2k_report_op_case(
      p->report, result, c ? m2k_case_name(c, p->report->arena) : "",
      c ? c->place : op->loc);
  m2k_stats_add(p->stats, M2K_STAT_CASES, 1);
  for (uint32_t i = 0; i < m2k_bind_choice_count(c); i++) {
    m2k_host_case *r = m2k_host_case_run(p, op, c, i, NULL, NULL);
    r->of_case = of_case;
    r->op_result = result;
    m2k_vec_push(&runs->at, r);
    if (p->input->options->dump & M2K_DUMP_LAUNCH)
      dump_host(r);
    report_losses(p, r);
    m2k_check_host(p, r);
  }
  of_case->decided = true;
}

m2k_op_runs *m2k_ops_execute(m2k_pipeline *p) {
  if (!p->input->host_module || !p->input->nops)
    return NULL;
  uint64_t start = m2k_clock_ns();
  m2k_op_runs *runs = M2K_NEW(p->report->arena, m2k_op_runs);
  runs->p = p;
  for (uint32_t i = 0; i < p->input->nops; i++) {
    const m2k_run_op *op = &p->input->ops[i];
    m2k_op_result *result = m2k_report_op(p->report, op->display, op->loc);
    for (uint32_t k = 0; k < op->ncases; k++)
      execute_case(runs, op, result, op->cases[k]);
    if (!op->ncases)
      execute_case(runs, op, result, NULL);
  }
  m2k_stats_time(p->stats, M2K_TIMER_HOST, start);
  return runs;
}

void m2k_ops_free(m2k_op_runs *runs) {
  for (uint32_t i = 0; runs && i < runs->at.len; i++)
    m2k_host_case_free(runs->at.at[i]);
  if (runs)
    m2k_vec_free(&runs->at);
}

static bool launches(const m2k_host_op *op, const char *mangled) {
  return op->kind == M2K_HOST_LAUNCH && strcmp(op->kernel, mangled) == 0;
}

bool m2k_ops_launch(const m2k_op_runs *runs, const char *mangled) {
  for (uint32_t i = 0; runs && i < runs->at.len; i++) {
    const m2k_host_result *result = runs->at.at[i]->result;
    for (uint32_t k = 0; k < result->ops.len; k++)
      if (launches(&result->ops.at[k], mangled))
        return true;
  }
  return false;
}

/* ---- equal launches ---- */

static bool same_value(const m2k_host_value *a, const m2k_host_value *b) {
  if (a->kind != b->kind)
    return false;
  if (a->kind == M2K_HOST_BUFFER && a->buffer != b->buffer)
    return false;
  return (a->kind != M2K_HOST_INT && a->kind != M2K_HOST_BUFFER) ||
         (a->machine == b->machine && a->exact == b->exact);
}

static bool same_piece(m2k_host *host, const m2k_host_op *a,
                       const m2k_host_op *b, uint32_t arg, uint64_t offset,
                       uint32_t bytes) {
  m2k_host_value x = m2k_host_arg(host, a, arg, offset, bytes);
  m2k_host_value y = m2k_host_arg(host, b, arg, offset, bytes);
  if (x.kind == M2K_HOST_LOST && y.kind == M2K_HOST_LOST && bytes > 1)
    return same_piece(host, a, b, arg, offset, bytes / 2) &&
           same_piece(host, a, b, arg, offset + bytes / 2, bytes / 2);
  return same_value(&x, &y);
}

static bool same_args(m2k_host *host, const m2k_summary *s,
                      const m2k_host_op *a, const m2k_host_op *b) {
  for (uint32_t p = 0; p < s->fn->param_count; p++) {
    const m2k_param *param = &s->fn->params[p];
    uint64_t size = param->byval_size ? param->byval_size
                                      : m2k_type_of(s->fn, param->type)->size;
    for (uint64_t at = 0; at < size;) {
      uint32_t bytes = size - at >= 8 ? 8 : size - at >= 4 ? 4 : 1;
      if (!same_piece(host, a, b, p, at, bytes))
        return false;
      at += bytes;
    }
  }
  return true;
}

static bool same_tensors(const m2k_host_case *r, const m2k_host_op *a,
                         const m2k_host_op *b) {
  for (uint32_t i = 0; i < r->call->tensors.len; i++) {
    m2k_tensor x = m2k_host_op_tensor(r->host, a, i);
    m2k_tensor y = m2k_host_op_tensor(r->host, b, i);
    if (x.dtype != y.dtype || x.rank != y.rank)
      return false;
  }
  return true;
}

static bool same_launch(const m2k_host_case *r, const m2k_summary *s,
                        const m2k_host_op *a, const m2k_host_op *b) {
  for (uint32_t d = 0; d < 3; d++)
    if (!same_value(&a->grid[d], &b->grid[d]) ||
        !same_value(&a->block[d], &b->block[d]))
      return false;
  return same_value(&a->shared, &b->shared) &&
         a->shared_limit == b->shared_limit && same_tensors(r, a, b) &&
         same_args(r->host, s, a, b);
}

/* The launches of a kernel, equal ones as one: paths that differ in what has no
 * part in it come together again. */
static uint32_t launches_of(const m2k_host_case *r, const m2k_summary *s,
                            m2k_arena *arena, m2k_launch **out) {
  const m2k_host_result *result = r->result;
  *out = M2K_NEW_N(arena, m2k_launch, result->ops.len + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < result->ops.len; i++) {
    const m2k_host_op *op = &result->ops.at[i];
    if (!launches(op, s->fn->name))
      continue;
    uint32_t k = 0;
    while (k < n && !same_launch(r, s, (*out)[k].op, op))
      k++;
    if (k < n) {
      (*out)[k].path = m2k_or(r->bank, (*out)[k].path, op->path);
      if (op->ledger < (*out)[k].op->ledger)
        (*out)[k].op = op;
      continue;
    }
    (*out)[n++] = (m2k_launch){.call = r->call,
                               .bank = r->bank,
                               .result = result,
                               .op = op,
                               .path = op->path};
  }
  return n;
}

/* ---- one kernel ---- */

typedef struct agreement {
  m2k_pipeline *p;
  const m2k_host_case *r;
  const m2k_binding *binding;
} agreement;

static bool host_agrees(void *data, const m2k_model *model) {
  const agreement *a = data;
  return m2k_host_agrees(a->p, a->r, a->binding, model);
}

static void check_launch(m2k_reporter *to, const m2k_host_case *r,
                         m2k_summary *s, const m2k_launch *l,
                         m2k_tally *tally) {
  m2k_pipeline *p = to->p;
  const m2k_options *options = p->input->options;
  m2k_bank_mark mark = m2k_bank_get_mark(s->bank);
  m2k_case_run run = m2k_case_run_begin(p, s);
  m2k_bind_limits limits = {options->device_memory, options->max_dim};
  run.binding = m2k_bind_launch(run.arena, s, &to->kernel->sig, l, &limits);
  agreement agree = {p, r, run.binding};
  if (r->result->ledger.len) {
    run.host_agrees = host_agrees;
    run.host = &agree;
  }
  m2k_check_launch(to, r, &run);
  m2k_emptiness empty = m2k_case_run_decide(to, &run, tally);
  /* A launch that no values reach, or that always fails, runs nothing. */
  if (empty.code && strcmp(empty.code, "unmodelled") == 0)
    m2k_whole_unknown(p, to->kernel, to->result, to->of_case, empty.code,
                      empty.text);
  m2k_case_run_end(p, &run);
  m2k_bank_rewind(s->bank, mark);
}

/* All combinations of one case's fixed numbers: runs first .. end. */
static void check_case(m2k_op_runs *runs, uint32_t first, uint32_t end,
                       m2k_summary *s, const m2k_run_kernel *k,
                       m2k_kernel_result *kernel) {
  m2k_pipeline *p = runs->p;
  const m2k_host_case *r = runs->at.at[first];
  m2k_arena *arena = m2k_arena_new();
  m2k_reporter to = {
      .p = p, .kernel = k, .result = kernel, .op = r->op->display};
  to.of_case = m2k_report_launched_case(p->report, kernel, r->op_result,
                                        r->of_case->label, r->of_case->loc);
  m2k_tally tally = m2k_tally_new(arena, s->fn);
  for (uint32_t i = first; i < end; i++) {
    m2k_launch *at;
    uint32_t n = launches_of(runs->at.at[i], s, arena, &at);
    for (uint32_t l = 0; l < n; l++)
      check_launch(&to, runs->at.at[i], s, &at[l], &tally);
    r->op_result->launches += n;
  }
  m2k_tally_count(&tally, s->fn, to.of_case);
  to.of_case->decided = true;
  m2k_report_add_to_op(p->report, r->of_case, to.of_case);
  m2k_arena_free(arena);
}

static bool case_launches(const m2k_op_runs *runs, uint32_t first, uint32_t end,
                          const char *mangled) {
  for (uint32_t i = first; i < end; i++)
    for (uint32_t k = 0; k < runs->at.at[i]->result->ops.len; k++)
      if (launches(&runs->at.at[i]->result->ops.at[k], mangled))
        return true;
  return false;
}

/* The end of the runs of one case. */
static uint32_t case_end(const m2k_op_runs *runs, uint32_t first) {
  uint32_t end = first + 1;
  while (end < runs->at.len &&
         runs->at.at[end]->of_case == runs->at.at[first]->of_case)
    end++;
  return end;
}

void m2k_ops_check(m2k_op_runs *runs, m2k_summary *s, const m2k_run_kernel *k,
                   m2k_kernel_result *kernel) {
  uint64_t start = m2k_clock_ns();
  for (uint32_t i = 0, end; runs && i < runs->at.len; i = end) {
    end = case_end(runs, i);
    if (case_launches(runs, i, end, k->mangled))
      check_case(runs, i, end, s, k, kernel);
  }
  if (runs)
    m2k_stats_time(runs->p->stats, M2K_TIMER_CHECK, start);
}

void m2k_ops_unknown(m2k_op_runs *runs, const m2k_run_kernel *k,
                     m2k_kernel_result *kernel, const char *code,
                     const char *why) {
  for (uint32_t i = 0, end; runs && i < runs->at.len; i = end) {
    const m2k_host_case *r = runs->at.at[i];
    end = case_end(runs, i);
    if (!case_launches(runs, i, end, k->mangled))
      continue;
    m2k_case_reason(runs->p->report, r->of_case, M2K_VERDICT_UNKNOWN, code, why,
                    k->loc);
    r->of_case->counts[M2K_VERDICT_UNKNOWN] += kernel->memory_instructions;
  }
}
