/*
 * Questions and their answers. A fault that the solver finds possible is a
 * bug only when replay reaches it; it is a precondition when it hangs on what
 * nothing states; all else is unknown.
 */
#include "passes/run/decide.h"

#include "passes/replay/witness.h"

/* Instructions for one witness; a thread with a long row needs a million. */
enum { REPLAY_FUEL = 12000000 };

typedef struct question {
  m2k_case_run *run;
  const m2k_event *ev;
  const m2k_check *check; /* null: is the event reached? */
  m2k_subject subject;
  m2k_term terms[2]; /* path, violation */
} question;

static m2k_decision verdict(m2k_verdict v, const char *code, const char *text) {
  return (m2k_decision){.verdict = v, .code = code, .text = text};
}

/* ---- what a question hangs on ---- */

typedef struct hang {
  const m2k_binding *b;
  m2k_arena *arena;
  const char *free_name; /* a number that nothing states */
  const char *data_name; /* a tensor whose contents nothing bounds */
} hang;

static bool is_free(m2k_bank *bank, m2k_term t) {
  return m2k_kind(bank, t) == M2K_TERM_SYM &&
         (m2k_sym_owner(bank, t) & M2K_OWNER_MASK) == M2K_OWNER_FREE;
}

static bool unbounded_load(const m2k_binding *b, m2k_term t,
                           const char **name) {
  uint32_t r = m2k_bind_load(b, t);
  if (r == M2K_NONE)
    return false;
  const m2k_region *region = &b->sum->regions.at[r];
  bool tensor = region->space == M2K_REGION_GLOBAL ||
                (region->space == M2K_REGION_CONSTANT &&
                 !b->sum->fn->module->globals[region->index].init_known) ||
                region->space == M2K_REGION_PARAM;
  const m2k_bound_region *bound = &b->regions[r];
  if (!tensor ||
      (bound->has_values &&
       m2k_load_bytes(m2k_app_param(b->sum->bank, t)) == bound->elem_size))
    return false;
  *name = m2k_bind_region_name(b, r);
  return true;
}

static bool see_data(void *data, m2k_term t) {
  hang *h = data;
  if (!h->data_name)
    unbounded_load(h->b, t, &h->data_name);
  return true;
}

/* Symbols that the offset is made of, to see which guards bear on it. */
typedef struct shares {
  const m2k_binding *b;
  const m2k_term *leaves;
  uint32_t count;
  bool found;
} shares;

static bool see_shared(void *data, m2k_term t) {
  shares *s = data;
  if (m2k_kind(s->b->sum->bank, t) != M2K_TERM_SYM)
    return true;
  for (uint32_t i = 0; i < s->count && !s->found; i++)
    s->found = s->leaves[i] == t;
  return true;
}

/* A condition that compares unbounded contents with a symbol of the offset (a
 * loop up to a loaded length) bounds it by data; one that only looks at
 * contents (a flag) does not. */
static void data_in_guards(question *q, hang *h) {
  m2k_bank *bank = h->b->sum->bank;
  m2k_term offset[2] = {q->subject.machine, q->subject.exact};
  uint32_t n;
  const m2k_term *leaves =
      m2k_witness_leaves(q->run->arena, h->b, offset, 1, &n);
  for (uint32_t i = 0; i < n && !h->data_name; i++) {
    for (uint32_t k = 0; k < m2k_fact_count(bank, leaves[i]); k++) {
      m2k_term guard, fact;
      m2k_fact_get(bank, leaves[i], k, &guard, &fact);
      m2k_visit(bank, fact, see_data, h);
    }
  }
  bool conj = m2k_kind(bank, q->subject.path) == M2K_TERM_AND;
  uint32_t parts = conj ? m2k_arg_count(bank, q->subject.path) : 1;
  for (uint32_t i = 0; i < parts && !h->data_name; i++) {
    m2k_term part = conj ? m2k_arg(bank, q->subject.path, i) : q->subject.path;
    hang in_part = {.b = h->b};
    m2k_visit(bank, part, see_data, &in_part);
    if (!in_part.data_name || m2k_arg_count(bank, part) == 0)
      continue;
    shares s = {h->b, leaves, n, false};
    /* outside of load addresses: only direct operands of the comparison */
    m2k_term sum = m2k_arg(bank, part, 0);
    for (uint32_t k = 0; k < m2k_arg_count(bank, sum); k++)
      see_shared(&s, m2k_arg(bank, sum, k));
    see_shared(&s, sum);
    if (s.found)
      h->data_name = in_part.data_name;
  }
}

/* The bounds of a symbol count too: threadIdx.x is as free as blockDim.x. */
static bool hangs_on_free(question *q, hang *h) {
  m2k_bank *bank = h->b->sum->bank;
  const m2k_term terms[] = {q->subject.machine, q->subject.exact,
                            q->subject.size, q->subject.bytes, q->subject.path};
  uint32_t n;
  const m2k_term *leaves =
      m2k_witness_leaves(q->run->arena, h->b, terms, 5, &n);
  for (uint32_t i = 0; i < n && !h->free_name; i++)
    if (is_free(bank, leaves[i]))
      h->free_name = m2k_sym_name(bank, leaves[i]);
  return h->free_name != NULL;
}

static bool hangs_on_data(question *q, hang *h) {
  m2k_bank *bank = h->b->sum->bank;
  m2k_visit(bank, q->subject.machine, see_data, h);
  if (!h->data_name)
    data_in_guards(q, h);
  return h->data_name != NULL;
}

/* ---- losses ---- */

static const m2k_entry *entry_in(question *q) {
  const m2k_summary *s = q->run->binding->sum;
  m2k_bank *bank = s->bank;
  uint32_t n;
  const m2k_term *leaves =
      m2k_witness_leaves(q->run->arena, q->run->binding, q->terms, 2, &n);
  for (uint32_t i = 0; i < n; i++) {
    m2k_term t = leaves[i];
    if (m2k_kind(bank, t) == M2K_TERM_SYM &&
        (m2k_sym_owner(bank, t) & M2K_OWNER_MASK) == M2K_OWNER_OPAQUE) {
      uint32_t e = m2k_sym_owner(bank, t) & ~M2K_OWNER_MASK;
      if (e < s->ledger.len)
        return &s->ledger.at[e];
    }
  }
  for (uint32_t i = 0; i < s->ledger.len; i++) {
    const m2k_entry *e = &s->ledger.at[i];
    if (e->carrier == M2K_NO_TERM)
      continue;
    if (m2k_occurs(bank, q->ev->machine, &e->carrier, 1) ||
        m2k_occurs(bank, q->ev->path, &e->carrier, 1))
      return e;
  }
  return NULL;
}

static const char *entry_text(m2k_arena *arena, const m2k_entry *e) {
  if (!e->detail)
    return m2k_loss_text(e->loss);
  return m2k_printf(arena, "%s: '%s'", m2k_loss_text(e->loss), e->detail);
}

/* ---- replay ---- */

uint32_t m2k_fault_region(const m2k_binding *b, const m2k_fault *f) {
  static const m2k_space spaces[] = {M2K_REGION_GLOBAL,   M2K_REGION_SHARED,
                                     M2K_REGION_DYNAMIC,  M2K_REGION_LOCAL,
                                     M2K_REGION_CONSTANT, M2K_REGION_PARAM};
  uint32_t nth = 0;
  for (uint32_t r = 0; r < b->sum->regions.len; r++) {
    const m2k_region *region = &b->sum->regions.at[r];
    if (region->space == M2K_REGION_GLOBAL) {
      if (f->space == M2K_SPACE_GLOBAL && nth++ == f->region)
        return r;
    } else if (region->space == spaces[f->space] &&
               (region->index == f->region ||
                region->space == M2K_REGION_DYNAMIC)) {
      return r;
    }
  }
  return M2K_NONE;
}

/* The fault that the question was about: at its instruction, of the check's
 * kind where there is one. A counter that wraps is to blame only where an
 * address wrapped, in an object whose size is stated. */
static const m2k_fault *matching(const question *q,
                                 const m2k_replay_result *r) {
  const m2k_fault *other = NULL;
  for (uint32_t i = 0; i < r->fault_count; i++) {
    const m2k_fault *f = &r->faults[i];
    if (q->ev->kind == M2K_EVENT_WRAP) {
      uint32_t region = m2k_fault_region(q->run->binding, f);
      if (f->wrapped.inst != M2K_NONE && region != M2K_NONE &&
          !q->run->binding->regions[region].free_size)
        return f;
      continue;
    }
    if (f->inst != q->ev->inst || f->operand != q->ev->operand)
      continue;
    if ((f->kind == M2K_FAULT_INDEX_OVERFLOW) ==
        (q->check && q->check->kind == M2K_CHECK_INDEX_OVERFLOW))
      return f;
    other = f;
  }
  return other;
}

static const char *replay_text(const m2k_replay_result *r) {
  switch (r->status) {
  case M2K_REPLAY_DONE:
    return "the solver's counterexample does not replay";
  case M2K_REPLAY_FUEL:
    return "replay of the counterexample takes too long";
  case M2K_REPLAY_UNSUPPORTED:
    return r->why ? r->why : "replay does not support an instruction";
  case M2K_REPLAY_DEADLOCK:
    return "replay met a barrier that not all threads reach";
  default:
    return "the counterexample depends on memory that other threads write";
  }
}

/* A tensor of distinct elements that the witness gives equal ones is none that
 * the model can hand over. */
static bool breaks_unique(const m2k_replay_input *in) {
  for (uint32_t r = 0; r < in->region_count; r++) {
    const m2k_replay_region *region = &in->regions[r];
    for (uint32_t i = 0; region->distinct && i < region->word_count; i++)
      for (uint32_t j = 0; j < i; j++)
        if (region->words[i].offset != region->words[j].offset &&
            region->words[i].value == region->words[j].value)
          return true;
  }
  return false;
}

/* A cell that is read after the kernel's own stores may hold anything, but what
 * a witness gives it at first has to be what the case says: other contents are
 * dropped, and replay shows what the run itself makes of them. */
static void keep_values(const question *q, const m2k_model *model,
                        const m2k_replay_input *in) {
  const m2k_binding *b = q->run->binding;
  uint32_t nth = 0;
  for (uint32_t r = 0; r < b->sum->regions.len; r++) {
    if (b->sum->regions.at[r].space != M2K_REGION_GLOBAL)
      continue;
    m2k_replay_region *held =
        (m2k_replay_region *)(uintptr_t)&in->regions[nth++];
    m2k_replay_word *words = (m2k_replay_word *)(uintptr_t)held->words;
    const m2k_bound_region *bound = &b->regions[r];
    uint32_t kept = 0;
    for (uint32_t i = 0; bound->has_values && i < held->word_count; i++) {
      const m2k_replay_word *w = &words[i];
      m2k_i128 v = m2k_witness_element(w, bound->clause->dtype);
      if (w->size != held->elem_size ||
          (v >= m2k_model_value(model, bound->lo) &&
           v <= m2k_model_value(model, bound->hi)))
        words[kept++] = *w;
    }
    if (bound->has_values)
      held->word_count = kept;
  }
}

static void spend(m2k_case_run *run, const m2k_replay_result *r) {
  m2k_stats_add(run->stats, M2K_STAT_REPLAYS, 1);
  m2k_stats_add(run->stats, M2K_STAT_REPLAY_STEPS, r->executed);
  run->replay_left -=
      r->executed < run->replay_left ? r->executed : run->replay_left;
}

static const m2k_i128 *symbol_values(question *q, const m2k_model *model) {
  const m2k_binding *b = q->run->binding;
  uint32_t n = b->c ? b->c->nsymbols : 0;
  m2k_i128 *values = M2K_NEW_N(q->run->arena, m2k_i128, n + 1);
  for (uint32_t i = 0; i < n; i++)
    values[i] = m2k_model_value(model, b->symbols[i]);
  return values;
}

/* Runs the witness; on success the decision is a bug. */
static bool confirm(question *q, const m2k_model *model, m2k_decision *d,
                    const char **why) {
  m2k_arena *arena = q->run->arena;
  m2k_replay_input *input = M2K_NEW(arena, m2k_replay_input);
  *input = m2k_witness_input(arena, q->run->binding, model, q->terms, 2);
  input->stop_at = q->ev->kind == M2K_EVENT_WRAP ? 0 : q->ev->inst + 1;
  input->stop_operand = q->ev->operand;
  input->stop_kind = !q->check ? 0
                     : q->check->kind == M2K_CHECK_INDEX_OVERFLOW
                         ? 1 + M2K_FAULT_INDEX_OVERFLOW
                         : 1 + M2K_FAULT_OUT_OF_BOUNDS;
  input->fuel =
      q->run->replay_left < REPLAY_FUEL ? q->run->replay_left + 1 : REPLAY_FUEL;
  keep_values(q, model, input);
  if (breaks_unique(input)) {
    *why = "the counterexample repeats elements of a tensor that is 'unique'";
    return false;
  }
  m2k_replay_result r = m2k_replay_thread(arena, input);
  spend(q->run, &r);
  const m2k_fault *fault = matching(q, &r);
  /* A branch on floats may go the other way: other contents are as possible. */
  static const double others[] = {1, -1};
  for (uint32_t i = 0; !fault && r.status == M2K_REPLAY_DONE && i < 2; i++) {
    m2k_witness_fill_floats(q->run->binding, input, others[i]);
    r = m2k_replay_thread(arena, input);
    spend(q->run, &r);
    fault = matching(q, &r);
  }
  if (!fault && r.status == M2K_REPLAY_NEEDS_BLOCK) {
    r = m2k_replay_block(arena, input);
    spend(q->run, &r);
    fault = matching(q, &r);
  }
  if (!fault) {
    *why = replay_text(&r);
    return false;
  }
  *d = (m2k_decision){
      .verdict = M2K_VERDICT_BUG,
      .fault = fault,
      .input = input,
      .symbols = symbol_values(q, model),
      .device_bytes = m2k_model_value(model, q->run->binding->device_bytes),
      .check = fault->kind == M2K_FAULT_INDEX_OVERFLOW
                   ? M2K_CHECK_INDEX_OVERFLOW
               : fault->kind == M2K_FAULT_NULL ? M2K_CHECK_NULL_ACCESS
                                               : M2K_CHECK_OUT_OF_BOUNDS};
  return true;
}

static bool variable(m2k_bank *bank, m2k_term t) {
  m2k_i128 v;
  return !m2k_is_const(bank, t, &v);
}

/* What is to be small in a witness: what the user chooses, what the
 * architecture fixes, then block and thread. */
static uint32_t small_terms(m2k_case_run *run, m2k_term *out, uint32_t cap) {
  const m2k_binding *b = run->binding;
  m2k_bank *bank = b->sum->bank;
  uint32_t n = 0;
  for (uint32_t fixed = 0; fixed < 2; fixed++)
    for (uint32_t i = 0; b->c && i < b->c->nsymbols && n + 7 < cap; i++)
      if (b->c->symbols[i].fixed == (fixed != 0) &&
          variable(bank, b->symbols[i]))
        out[n++] = b->symbols[i];
  for (uint32_t d = 0; d < 3; d++) {
    if (variable(bank, b->block_idx[d]))
      out[n++] = b->block_idx[d];
    if (variable(bank, b->thread[d]))
      out[n++] = b->thread[d];
  }
  return n;
}

/* One fault at one place is one finding, so one small witness is enough. */
static bool shown_before(question *q, const m2k_decision *d) {
  uint32_t at = d->fault->wrapped.inst == M2K_NONE ? d->fault->inst
                                                   : d->fault->wrapped.inst;
  uint64_t key = (uint64_t)d->check << 32 | at, hit;
  bool before = m2k_map_get(q->run->places, key, &hit);
  m2k_map_put(q->run->places, key, 1);
  return before;
}

static bool is_iteration(m2k_bank *bank, m2k_term t) {
  return m2k_kind(bank, t) == M2K_TERM_SYM &&
         m2k_sym_owner(bank, t) == M2K_OWNER_LOOP &&
         m2k_range_of(bank, t).hi >= (m2k_i128)1 << 62;
}

/* Products of an iteration number and a step are what makes questions hard, and
 * most faults happen in the first iterations: tries those, and assumes what
 * worked. Replaces *model. */
static void settle_iterations(question *q, m2k_model **model) {
  m2k_bank *bank = q->run->binding->sum->bank;
  uint32_t n;
  const m2k_term *leaves =
      m2k_witness_leaves(q->run->arena, q->run->binding, q->terms, 2, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (!is_iteration(bank, leaves[i]))
      continue;
    for (m2k_i128 k = 0; k <= 1; k++) {
      m2k_term terms[3] = {q->terms[0], q->terms[1],
                           m2k_eq(bank, leaves[i], m2k_const(bank, k))};
      m2k_model *early = NULL;
      if (m2k_query_ask(q->run->query, terms, 3, &early) != M2K_SAT)
        continue;
      m2k_model_free(*model);
      *model = early;
      m2k_query_assume(q->run->query, terms[2]);
      break;
    }
  }
}

static m2k_decision judge_witness(question *q, m2k_model *model) {
  m2k_term small[40];
  m2k_decision d, smaller;
  const char *why = "the solver's counterexample does not replay", *other;
  bool confirmed = confirm(q, model, &d, &why);
  if (!confirmed || !shown_before(q, &d)) {
    uint32_t n = small_terms(q->run, small, 40);
    m2k_query_push(q->run->query);
    settle_iterations(q, &model);
    m2k_query_minimize(q->run->query, q->terms, 2, small, n, &model);
    m2k_query_pop(q->run->query);
    if (confirm(q, model, &smaller, confirmed ? &other : &why)) {
      m2k_model_free(model);
      return smaller;
    }
  }
  m2k_model_free(model);
  if (confirmed)
    return d;
  const m2k_entry *e = entry_in(q);
  if (e)
    return verdict(M2K_VERDICT_UNKNOWN, "ledger", entry_text(q->run->arena, e));
  return verdict(M2K_VERDICT_UNKNOWN, "replay", why);
}

/* Where the question for every iteration is too hard, that for the first
 * iterations still finds faults. */
static m2k_answer ask_early(question *q, m2k_model **model) {
  m2k_bank *bank = q->run->binding->sum->bank;
  uint32_t n;
  m2k_answer answer = M2K_UNDECIDED;
  const m2k_term *leaves =
      m2k_witness_leaves(q->run->arena, q->run->binding, q->terms, 2, &n);
  for (m2k_i128 k = 0; k <= 1 && answer != M2K_SAT; k++) {
    m2k_term early = m2k_true(bank);
    for (uint32_t i = 0; i < n; i++)
      if (is_iteration(bank, leaves[i]))
        early =
            m2k_and(bank, early, m2k_eq(bank, leaves[i], m2k_const(bank, k)));
    m2k_term terms[3] = {q->terms[0], q->terms[1], early};
    if (early != m2k_true(bank))
      answer = m2k_query_ask(q->run->query, terms, 3, model);
  }
  return answer == M2K_SAT ? M2K_SAT : M2K_UNDECIDED;
}

static m2k_decision ask(question *q, const m2k_check *check) {
  m2k_model *model = NULL;
  q->check = check;
  if (q->terms[0] == m2k_false(q->run->binding->sum->bank) ||
      q->terms[1] == m2k_false(q->run->binding->sum->bank))
    return verdict(M2K_VERDICT_SAFE, NULL, NULL);
  m2k_answer a = m2k_query_ask(q->run->query, q->terms, 2, &model);
  if (a == M2K_UNSAT)
    return verdict(M2K_VERDICT_SAFE, NULL, NULL);
  if (a == M2K_UNDECIDED)
    a = ask_early(q, &model);
  if (a == M2K_UNDECIDED)
    return verdict(M2K_VERDICT_UNKNOWN, "solver",
                   "the solver's budget was spent");
  hang h = {.b = q->run->binding, .arena = q->run->arena};
  if (hangs_on_free(q, &h)) {
    m2k_model_free(model);
    return verdict(
        M2K_VERDICT_CONDITIONAL, "unstated",
        m2k_printf(h.arena, "nothing states what '%s' is", h.free_name));
  }
  if (check && !check->holds_for_any_data && hangs_on_data(q, &h)) {
    m2k_model_free(model);
    return verdict(
        M2K_VERDICT_CONDITIONAL, "values",
        m2k_printf(h.arena, "nothing bounds the values in '%s'", h.data_name));
  }
  return judge_witness(q, model);
}

/* Is instruction `inst` computed from the result of `from`? */
static bool computed_from(const m2k_fn *fn, uint32_t inst, uint32_t from,
                          uint32_t depth) {
  if (inst == from)
    return true;
  const m2k_inst *in = &fn->insts[inst];
  for (uint32_t i = 0; depth && in->op != M2K_OP_PHI && i < in->op_count; i++) {
    const m2k_value *v = m2k_value_of(fn, in->ops[i]);
    if (v->kind == M2K_VALUE_INST &&
        computed_from(fn, v->index, from, depth - 1))
      return true;
  }
  return false;
}

/* An index may wrap by its start and by its step, at two nodes: a confirmed
 * overflow is looked for once more in the second iteration. A node that only
 * goes on from the first, as a sum from its product, is no news. */
static bool second_wrap(question *q, const m2k_decision *first,
                        m2k_decision *d) {
  m2k_bank *bank = q->run->binding->sum->bank;
  uint32_t n;
  const m2k_term *leaves =
      m2k_witness_leaves(q->run->arena, q->run->binding, q->terms, 2, &n);
  m2k_term early = m2k_true(bank);
  for (uint32_t i = 0; i < n; i++)
    if (is_iteration(bank, leaves[i]))
      early = m2k_and(bank, early, m2k_eq(bank, leaves[i], m2k_const(bank, 1)));
  m2k_term small[40], terms[3] = {q->terms[0], q->terms[1], early};
  m2k_model *model = NULL;
  const char *why;
  if (early == m2k_true(bank) ||
      m2k_query_ask(q->run->query, terms, 3, &model) != M2K_SAT)
    return false;
  m2k_query_push(q->run->query);
  m2k_query_assume(q->run->query, early);
  m2k_query_minimize(q->run->query, q->terms, 2, small,
                     small_terms(q->run, small, 40), &model);
  m2k_query_pop(q->run->query);
  bool found = confirm(q, model, d, &why) &&
               d->fault->wrapped.inst != M2K_NONE &&
               first->fault->wrapped.inst != M2K_NONE &&
               !computed_from(q->run->binding->sum->fn, d->fault->wrapped.inst,
                              first->fault->wrapped.inst, 8);
  m2k_model_free(model);
  return found;
}

/* Whoever takes decisions. */
typedef struct taker {
  void (*take)(void *data, const m2k_event *ev, const m2k_decision *decision);
  void *data;
} taker;

static m2k_verdict hand_over(const question *q, const taker *t,
                             const m2k_decision *d) {
  t->take(t->data, q->ev, d);
  return d->verdict;
}

static m2k_verdict decide_checks(question *q, const taker *t) {
  m2k_verdict worst = M2K_VERDICT_SAFE;
  m2k_bank *bank = q->run->binding->sum->bank;
  for (uint32_t i = 0; m2k_checks[i]; i++) {
    if (!m2k_checks[i]->applies(q->ev))
      continue;
    q->terms[1] = m2k_checks[i]->violation(bank, &q->subject);
    m2k_decision d = ask(q, m2k_checks[i]);
    worst = m2k_verdict_join(worst, hand_over(q, t, &d));
    m2k_decision again;
    if (d.verdict == M2K_VERDICT_BUG && d.check == M2K_CHECK_INDEX_OVERFLOW &&
        second_wrap(q, &d, &again))
      hand_over(q, t, &again);
  }
  return worst;
}

/* Events that are no accesses: the path condition alone is the question. */
static m2k_decision decide_reached(question *q) {
  m2k_bank *bank = q->run->binding->sum->bank;
  q->terms[1] = m2k_true(bank);
  if (q->ev->kind == M2K_EVENT_WRAP)
    return ask(q, NULL);
  if (m2k_query_ask(q->run->query, q->terms, 2, NULL) == M2K_UNSAT)
    return verdict(M2K_VERDICT_UNREACHABLE, NULL, NULL);
  if (q->ev->kind == M2K_EVENT_FALL_OFF)
    return verdict(M2K_VERDICT_UNKNOWN, "fall-off",
                   "control may run off the end of a function that returns a "
                   "value");
  const m2k_entry *e = &q->run->binding->sum->ledger.at[q->ev->ledger];
  return verdict(M2K_VERDICT_UNKNOWN, "ledger", entry_text(q->run->arena, e));
}

m2k_verdict m2k_decide(m2k_case_run *run, const m2k_event *ev,
                       void (*take)(void *data, const m2k_event *ev,
                                    const m2k_decision *decision),
                       void *data) {
  m2k_binding *b = run->binding;
  m2k_bank *bank = b->sum->bank;
  question q = {.run = run, .ev = ev};
  const taker t = {take, data};
  q.subject.binding = b;
  q.subject.event = ev;
  q.subject.path = q.terms[0] = m2k_bind_term(b, ev->path);
  if (q.terms[0] == m2k_false(bank) || ev->kind == M2K_EVENT_BARRIER)
    return M2K_VERDICT_UNREACHABLE;
  q.subject.machine = m2k_bind_term(b, ev->machine);
  q.subject.exact = ev->exact == ev->machine ? q.subject.machine
                                             : m2k_bind_term(b, ev->exact);
  q.subject.size = m2k_bind_term(b, ev->size);
  q.subject.bytes = ev->region == M2K_NONE ? m2k_const(bank, 0)
                                           : b->regions[ev->region].bytes;
  if (ev->kind == M2K_EVENT_READ || ev->kind == M2K_EVENT_WRITE ||
      ev->kind == M2K_EVENT_ATOMIC)
    return decide_checks(&q, &t);
  m2k_decision d = decide_reached(&q);
  hand_over(&q, &t, &d);
  if (ev->kind != M2K_EVENT_WRAP || d.verdict <= M2K_VERDICT_SAFE)
    return d.verdict;
  /* Accesses are decided for iterations before the wrap; those behind it are
   * left open, whatever else was found. */
  m2k_decision open = verdict(M2K_VERDICT_UNKNOWN, "counter",
                              "a loop counter may leave its type");
  return m2k_verdict_join(d.verdict, hand_over(&q, &t, &open));
}
