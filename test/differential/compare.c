/*
 * One kernel: what the analysis says about each instruction, against what the
 * launches met. The decisions are watched on their way through m2k_run (the
 * linker's --wrap), since a report keeps no witness's memory contents.
 */
#include "driver.h"

#include "passes/run/decide.h"
#include "passes/run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef void take_decision(void *data, const m2k_event *ev,
                           const m2k_decision *decision);
/* As declared there, so that a change of it does not compile here. */
__typeof__(m2k_decide) __real_m2k_decide, __wrap_m2k_decide;

/* What m2k_run hands on to m2k_decide as its statistics. */
typedef struct recorder {
  m2k_stats stats; /* first */
  const subject *s;
  const m2k_fn *fn;      /* our own reading, of equal numbers */
  m2k_verdict *verdicts; /* per instruction */
  uint8_t *bugs;         /* per instruction: bits 1 << m2k_fault_kind */
  m2k_verdict worst;
  bool *undecided; /* per instruction */
  bool everything; /* an unknown that may hide accesses */
  bool nothing;    /* the analysis takes the case as impossible */
  const char *reason;
  m2k_arena *arena;
  comparison *out;
} recorder;

__attribute__((format(printf, 3, 4))) static void
disagree(comparison *c, const char *kind, const char *fmt, ...) {
  if (!c->kind[0])
    snprintf(c->kind, sizeof c->kind, "%s", kind);
  size_t len = strlen(c->text);
  len += (size_t)snprintf(c->text + len, DIFF_TEXT - len, "  %s: ", kind);
  va_list args;
  va_start(args, fmt);
  if (len < DIFF_TEXT - 2)
    len += (size_t)vsnprintf(c->text + len, DIFF_TEXT - len, fmt, args);
  va_end(args);
  if (len < DIFF_TEXT - 2)
    snprintf(c->text + len, DIFF_TEXT - len, "\n");
}

static const char *fault_word(uint32_t kinds) {
  static const char *const words[] = {
      "nothing",        "out-of-bounds",
      "index-overflow", "both",
      "null",           "out-of-bounds and null",
      "overflow, null", "all kinds of fault",
  };
  return words[kinds & 7];
}

static uint32_t line_of(const m2k_fn *fn, uint32_t inst, uint32_t *col) {
  const m2k_loc *loc = fn->insts[inst].loc;
  *col = loc ? loc->col : 0;
  return loc ? loc->line - fn->loc.line + 1 : 0;
}

/* ---- a bug must be one ---- */

/* The witness's tensors as initial contents of ours, within `values`. */
static bool take_contents(recorder *r, const m2k_env *env,
                          const m2k_replay_input *witness,
                          m2k_replay_input *in) {
  m2k_replay_region *regions =
      M2K_NEW_N(r->arena, m2k_replay_region, in->region_count + 1);
  memcpy(regions, in->regions, sizeof *regions * in->region_count);
  in->regions = regions;
  for (uint32_t i = 0; i < r->s->c->ntensors; i++) {
    const m2k_tensor_clause *t = &r->s->c->tensors[i];
    int64_t p = m2k_signature_param(&r->s->sig, &t->param);
    const m2k_replay_arg *a = &witness->args[p];
    if (a->kind != M2K_REPLAY_ARG_POINTER || a->region >= witness->region_count)
      continue; /* a parameter that the kernel does not use */
    const m2k_replay_region *w = &witness->regions[a->region];
    m2k_replay_region *own = &regions[in->args[p].region];
    if (w->size != own->size)
      return false;
    own->fill = w->fill;
    own->words = w->words;
    own->word_count = w->word_count;
    for (uint32_t k = 0; t->values && k < w->word_count; k++) {
      unsigned bits = w->words[k].size * 8;
      m2k_i128 v =
          bits == 64
              ? (m2k_i128)(int64_t)w->words[k].value
              : (m2k_i128)(w->words[k].value & ((UINT64_C(1) << bits) - 1));
      if (gen_type_signed(r->s->kernel->params[p].type) && bits < 64 &&
          v >> (bits - 1))
        v -= (m2k_i128)1 << bits;
      bool yes = false;
      if (w->words[k].size == own->elem_size &&
          (m2k_set_contains(t->values, env, v, &yes) != M2K_EVAL_OK || !yes))
        return false;
    }
  }
  return true;
}

static bool same_launch(const m2k_replay_input *a, const m2k_replay_input *b) {
  return memcmp(a->grid, b->grid, sizeof a->grid) == 0 &&
         memcmp(a->block, b->block, sizeof a->block) == 0 &&
         a->dynamic_shared == b->dynamic_shared;
}

static void check_bug(recorder *r, const m2k_decision *d) {
  m2k_env env = {.values = d->symbols, .count = r->s->c->nsymbols};
  uint32_t col, line = line_of(r->fn, d->fault->inst, &col);
  m2k_replay_input in;
  if (!concrete_admits(r->s, &env) ||
      !concrete_input(r->arena, r->s, r->fn, &env, 0, &in) ||
      !same_launch(&in, d->input) || !take_contents(r, &env, d->input, &in)) {
    disagree(r->out, "witness",
             "line %u:%u: the witness is no launch of the "
             "case",
             line, col);
    return;
  }
  m2k_replay_result result = m2k_replay_grid(r->arena, &in);
  uint32_t kinds = 0;
  for (uint32_t i = 0; i < result.fault_count; i++)
    if (result.faults[i].inst == d->fault->inst)
      kinds |= 1u << result.faults[i].kind;
  if (kinds & 1u << d->fault->kind || result.status != M2K_REPLAY_DONE)
    return;
  disagree(r->out, "false-alarm", "line %u:%u: %s, but the launch meets %s",
           line, col, fault_word(1u << d->fault->kind), fault_word(kinds));
}

/* ---- watching ---- */

static bool is_access(const m2k_event *ev) {
  return ev->kind == M2K_EVENT_READ || ev->kind == M2K_EVENT_WRITE ||
         ev->kind == M2K_EVENT_ATOMIC;
}

typedef struct watch {
  recorder *r;
  take_decision *take;
  void *data;
} watch;

static void see(void *data, const m2k_event *ev, const m2k_decision *d) {
  watch *w = data;
  recorder *r = w->r;
  if (d->verdict == M2K_VERDICT_UNKNOWN ||
      d->verdict == M2K_VERDICT_CONDITIONAL)
    r->reason = m2k_printf(r->arena, "%s: %s", d->code, d->text);
  if (d->verdict == M2K_VERDICT_CONDITIONAL) {
    uint32_t col, line = line_of(r->fn, ev->inst, &col);
    disagree(r->out, "conditional",
             "line %u:%u: conditional (%s), but everything is stated", line,
             col, d->text);
  }
  /* a wrapping counter hands over the fault that it leads to */
  r->worst = m2k_verdict_join(r->worst, d->verdict);
  if (d->verdict == M2K_VERDICT_BUG) {
    r->bugs[d->fault->inst] |= (uint8_t)(1u << d->fault->kind);
    check_bug(r, d);
  }
  if (d->verdict == M2K_VERDICT_UNKNOWN) {
    r->out->undecided = true;
    if (is_access(ev))
      r->undecided[ev->inst] = true;
    else
      r->everything = true;
  }
  w->take(w->data, ev, d);
}

m2k_verdict __wrap_m2k_decide(m2k_case_run *run, const m2k_event *ev,
                              take_decision *take, void *data) {
  recorder *r = (recorder *)run->stats;
  watch w = {r, take, data};
  m2k_verdict v = __real_m2k_decide(run, ev, see, &w);
  if (is_access(ev))
    r->verdicts[ev->inst] = m2k_verdict_join(r->verdicts[ev->inst], v);
  r->worst = m2k_verdict_join(r->worst, v);
  return v;
}

/* ---- one kernel ---- */

static m2k_verdict analyse(recorder *r, const diff_options *o, const batch *b) {
  (void)o;
  m2k_options options;
  m2k_str why = {0};
  m2k_options_init(&options, r->arena);
  m2k_options_read_environment(&options, &why);
  m2k_str_free(&why);
  const m2k_case *const cases[] = {r->s->c};
  m2k_run_kernel kernel = {.mangled = r->s->kernel->name,
                           .display = r->s->kernel->name,
                           .loc = r->fn->loc,
                           .sig = r->s->sig,
                           .cases = cases,
                           .ncases = 1};
  m2k_run_input input = {.module = b->module,
                         .kernels = &kernel,
                         .nkernels = 1,
                         .options = &options,
                         .source = "generated.cu",
                         .arch = "sm_90"};
  m2k_report *report = m2k_run(r->arena, &input, &r->stats);
  if (options.dump & M2K_DUMP_REPORT) {
    m2k_str text = {0};
    m2k_report_print(report, &text);
    fputs(m2k_str_text(&text), stderr);
    m2k_str_free(&text);
  }
  const m2k_kernel_result *result = report->kernels.at[0];
  if (result->verdict == M2K_VERDICT_UNKNOWN && !r->reason &&
      result->cases.len && result->cases.at[0]->reasons.len)
    r->reason =
        m2k_printf(r->arena, "%s: %s", result->cases.at[0]->reasons.at[0].code,
                   result->cases.at[0]->reasons.at[0].text);
  r->nothing = r->reason && m2k_starts_with(r->reason, "empty-case");
  return result->verdict;
}

static void compare_instructions(recorder *r, const concrete *all,
                                 m2k_verdict verdict) {
  bool unknown = r->everything || (verdict == M2K_VERDICT_UNKNOWN &&
                                   r->worst < M2K_VERDICT_UNKNOWN);
  for (uint32_t i = 0; i < r->fn->inst_count; i++) {
    uint32_t col, line = line_of(r->fn, i, &col);
    if (!all->kinds[i])
      continue;
    r->out->faulty = true;
    if (all->kinds[i] & 1u << M2K_FAULT_INDEX_OVERFLOW)
      r->out->overflows = true;
    uint32_t missed = all->kinds[i] & ~(uint32_t)r->bugs[i];
    if (!missed || r->undecided[i] || unknown)
      continue;
    disagree(r->out, r->bugs[i] ? "kind" : "missed",
             "line %u:%u: %s (%s), but %s: %s", line, col,
             m2k_verdict_word(r->verdicts[i]), fault_word(r->bugs[i]),
             fault_word(all->kinds[i]), all->where[i]);
  }
}

static void judge(recorder *r, const concrete *all, m2k_verdict verdict) {
  compare_instructions(r, all, verdict);
  if (r->nothing && all->launches)
    disagree(r->out, "empty", "no launch is possible, but there are %u",
             all->launches);
  m2k_verdict said =
      verdict == M2K_VERDICT_UNREACHABLE ? M2K_VERDICT_SAFE : verdict;
  m2k_verdict seen =
      r->worst == M2K_VERDICT_UNREACHABLE ? M2K_VERDICT_SAFE : r->worst;
  if (said != seen && !(said == M2K_VERDICT_UNKNOWN && seen < said))
    disagree(r->out, "report", "the report says %s, its decisions %s",
             m2k_verdict_word(said), m2k_verdict_word(seen));
  r->out->outcome = said == M2K_VERDICT_BUG    ? OUTCOME_BUG
                    : said == M2K_VERDICT_SAFE ? OUTCOME_SAFE
                                               : OUTCOME_UNKNOWN;
  if (r->out->outcome == OUTCOME_UNKNOWN)
    r->out->undecided = true;
  r->out->reason = r->reason ? r->reason : "";
  /* A launch without a fault that replay cannot finish proves nothing. */
  r->out->incomplete = all->incomplete;
}

void compare(m2k_arena *arena, const diff_options *o, const gen_kernel *kernel,
             const batch *b, comparison *out) {
  *out = (comparison){.reason = ""};
  subject *s = subject_new(arena, kernel);
  m2k_module *module = m2k_ir_module(arena, b->module);
  m2k_fn *fn = m2k_ir_function(module, kernel->name);
  if (!s || !fn) {
    disagree(out, "generator", "no case or no code");
    return;
  }
  recorder r = {.s = s, .fn = fn, .arena = arena, .out = out};
  r.verdicts = M2K_NEW_N(arena, m2k_verdict, fn->inst_count + 1);
  r.bugs = M2K_NEW_N(arena, uint8_t, fn->inst_count + 1);
  r.undecided = M2K_NEW_N(arena, bool, fn->inst_count + 1);
  uint64_t start = m2k_clock_ns();
  m2k_verdict verdict = analyse(&r, o, b);
  uint64_t middle = m2k_clock_ns();
  concrete all;
  concrete_run(arena, s, fn, &all);
  out->ns_analysis = middle - start;
  out->ns_concrete = m2k_clock_ns() - middle;
  judge(&r, &all, verdict);
  if (all.incomplete && o->verbose)
    printf("  %s: %u of %u launches incomplete: %s\n", kernel->name,
           all.incomplete, all.launches, all.why);
}
