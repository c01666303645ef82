/*
 * Loops that preparation left: executed once, for an arbitrary iteration k.
 *
 * A header phi becomes a symbol. Where each iteration adds a loop-invariant
 * step, its closed form init + k * step is a fact about the symbol; else
 * induction.c looks for bounds. The symbol ranges over its machine type: the
 * iteration that would leave the type is an event of its own (WRAP).
 *
 * After the loop everything that the loop computed is renamed to the last
 * iteration K (copy.c), of which it is known that some exit was taken, and
 * that iteration K - 1 went on.
 */
#include "passes/sym/loop.h"
#include "passes/base/bug.h"

/* Nothing hoists invariant instructions out of loops before us, so a value is
 * invariant when it is defined outside, or computed from such values without
 * memory, calls or joins. Such instructions are executed early. */
static bool invariant(m2k_loop_run *run, m2k_val v, uint32_t depth) {
  m2k_exec *x = run->x;
  const m2k_fn *fn = x->fn;
  const m2k_value *value = m2k_value_of(fn, v);
  if (value->kind != M2K_VALUE_INST)
    return true;
  const m2k_inst *in = &fn->insts[value->index];
  if (!m2k_in_loop(fn, in->block, run->loop))
    return true;
  bool pure = in->op <= M2K_OP_BITCAST || in->op == M2K_OP_SELECT ||
              in->op == M2K_OP_FREEZE;
  if (!pure || depth == 0)
    return false;
  for (uint32_t i = 0; i < in->op_count; i++)
    if (!invariant(run, in->ops[i], depth - 1))
      return false;
  if (x->env[v].kind == M2K_SVAL_NONE)
    x->env[v] = m2k_sx_inst(x, in);
  return true;
}

static bool is_invariant(m2k_loop_run *run, m2k_val v) {
  enum { DEPTH = 12 };
  return invariant(run, v, DEPTH);
}

static const m2k_inst *defining(const m2k_loop_run *run, m2k_val v) {
  const m2k_value *value = m2k_value_of(run->x->fn, v);
  return value->kind == M2K_VALUE_INST ? &run->x->fn->insts[value->index]
                                       : NULL;
}

/* Matches v = phi + invariant terms in the instructions themselves; adds them
 * to *m and *e. */
static bool match_step(m2k_loop_run *run, m2k_val v, m2k_val phi,
                       m2k_sval *step) {
  m2k_exec *x = run->x;
  m2k_bank *bank = x->bank;
  if (v == phi)
    return true;
  const m2k_inst *in = defining(run, v);
  if (!in || is_invariant(run, v))
    return false;
  if (in->op == M2K_OP_ADD || in->op == M2K_OP_SUB) {
    uint32_t side = is_invariant(run, in->ops[1]) ? 1 : 0;
    if (!is_invariant(run, in->ops[side]) ||
        (side == 0 && in->op == M2K_OP_SUB) ||
        !match_step(run, in->ops[1 - side], phi, step))
      return false;
    m2k_sval inc = m2k_op_value(x, in, side);
    if (inc.kind != M2K_SVAL_INT)
      return false;
    m2k_term (*op)(m2k_bank *, m2k_term, m2k_term) =
        in->op == M2K_OP_ADD ? m2k_add : m2k_sub;
    m2k_i128 c; /* a constant below zero is a step down, whatever the type */
    m2k_term read = run->is_unsigned && !m2k_is_const(bank, inc.m, &c)
                        ? m2k_sval_unsigned(x, inc)
                        : m2k_sval_signed(x, inc);
    step->m = op(bank, step->m, read);
    step->e = op(bank, step->e, inc.e);
    return true;
  }
  if (in->op != M2K_OP_GEP || !match_step(run, in->ops[0], phi, step))
    return false;
  step->m = m2k_offset(bank, step->m, in->imm[0]);
  step->e = m2k_offset(bank, step->e, in->imm[0]);
  for (uint32_t i = 1; i < in->op_count; i++) {
    if (!is_invariant(run, in->ops[i]))
      return false;
    m2k_sval index = m2k_op_value(x, in, i);
    if (index.kind != M2K_SVAL_INT)
      return false;
    step->m = m2k_add(bank, step->m,
                      m2k_scale(bank, m2k_sval_signed(x, index), in->imm[i]));
    step->e = m2k_add(bank, step->e, m2k_scale(bank, index.e, in->imm[i]));
  }
  return true;
}

/* How the program reads a counter: as unsigned where it is compared or widened
 * so. */
static bool read_unsigned(const m2k_fn *fn, m2k_val phi, m2k_val latch) {
  int score = 0;
  for (uint32_t i = 0; i < fn->inst_count; i++) {
    const m2k_inst *in = &fn->insts[i];
    bool uses = false;
    for (uint32_t k = 0; k < in->op_count && k < 2; k++)
      uses = uses || in->ops[k] == phi || in->ops[k] == latch;
    if (!uses)
      continue;
    if (in->op == M2K_OP_ICMP)
      score += in->sub >= M2K_SGT ? -2 : in->sub >= M2K_UGT ? 2 : 0;
    score += in->op == M2K_OP_ZEXT ? 1 : in->op == M2K_OP_SEXT ? -1 : 0;
    /* a comparison with an unsigned register does not make it unsigned */
    if (in->op == M2K_OP_SDIV || in->op == M2K_OP_SREM || in->op == M2K_OP_ASHR)
      score -= 4;
    if (in->op == M2K_OP_UDIV || in->op == M2K_OP_UREM || in->op == M2K_OP_LSHR)
      score += 4;
  }
  return score > 0;
}

static uint32_t operand_from(const m2k_inst *phi, uint32_t block) {
  for (uint32_t i = 0; i < phi->op_count; i++)
    if ((uint32_t)phi->imm[i] == block)
      return i;
  m2k_bug("phi without an operand for block %u", block);
}

static m2k_range counter_range(m2k_exec *x, const m2k_loop_phi *phi) {
  m2k_i128 half = (m2k_i128)1 << (phi->width - 1);
  m2k_range r = {-half, half - 1, 1, 0};
  if (phi->is_unsigned)
    r = (m2k_range){0, 2 * half - 1, 1, 0};
  if (!phi->affine)
    return r;
  m2k_range init = m2k_range_of(x->bank, phi->init_m);
  m2k_range step = m2k_range_of(x->bank, phi->step_m);
  if (step.lo >= 0 && init.lo > r.lo)
    r.lo = init.lo;
  if (step.hi <= 0 && init.hi < r.hi)
    r.hi = init.hi;
  return r;
}

static const char *phi_name(m2k_exec *x, const m2k_inst *in) {
  const char *name = m2k_value_of(x->fn, in->result)->name;
  return name ? name : "i";
}

/* The value of an integer phi in iteration k. */
static m2k_sval int_phi(m2k_loop_run *run, const m2k_inst *in,
                        m2k_loop_phi *phi, m2k_sval init) {
  m2k_exec *x = run->x;
  m2k_bank *bank = x->bank;
  m2k_sval step = m2k_sval_const(x, 0, 64);
  phi->width = init.width;
  phi->is_unsigned = run->is_unsigned =
      read_unsigned(x->fn, in->result, phi->latch_val);
  phi->init_m =
      phi->is_unsigned ? m2k_sval_unsigned(x, init) : m2k_sval_signed(x, init);
  phi->init_e = init.e;
  phi->affine = match_step(run, phi->latch_val, in->result, &step);
  phi->step_m = step.m;
  phi->step_e = step.e;
  phi->sym = m2k_sym_range(bank, phi_name(x, in), counter_range(x, phi),
                           M2K_OWNER_LOOP);
  m2k_sval v = m2k_sval_int(x, phi->sym, phi->sym, init.width);
  if (!phi->affine) {
    /* how far the exact value is from the machine's; induction.c says */
    phi->drift = m2k_sym(bank, "drift", -M2K_INF, M2K_INF, M2K_OWNER_LOOP);
    v.e = m2k_add(bank, phi->sym, phi->drift);
    return v;
  }
  m2k_fact_add(
      bank, phi->sym, m2k_true(bank),
      m2k_eq(bank, phi->sym,
             m2k_add(bank, phi->init_m, m2k_mul(bank, run->k, phi->step_m))));
  if (phi->init_e != phi->init_m || phi->step_e != phi->step_m)
    v.e = m2k_add(bank, phi->init_e, m2k_mul(bank, run->k, phi->step_e));
  return v;
}

/* A pointer phi is its first value plus a number of bytes. */
static m2k_sval ptr_phi(m2k_loop_run *run, const m2k_inst *in,
                        m2k_loop_phi *phi, m2k_sval init) {
  m2k_exec *x = run->x;
  m2k_bank *bank = x->bank;
  m2k_sval step = m2k_sval_const(x, 0, 64);
  run->is_unsigned = false;
  phi->width = 64;
  phi->is_pointer = true;
  phi->init_m = phi->init_e = m2k_const(bank, 0);
  phi->affine = match_step(run, phi->latch_val, in->result, &step);
  phi->step_m = step.m;
  phi->step_e = step.e;
  m2k_term m, e;
  if (phi->affine) {
    m = m2k_mul(bank, run->k, step.m);
    e = step.e == step.m ? m : m2k_mul(bank, run->k, step.e);
    phi->sym = M2K_NO_TERM;
  } else {
    m = e = phi->sym = m2k_sym(bank, phi_name(x, in), -((m2k_i128)1 << 62),
                               (m2k_i128)1 << 62, M2K_OWNER_LOOP);
  }
  m2k_alt *alts = M2K_NEW_N(x->arena, m2k_alt, init.count ? init.count : 1);
  for (uint32_t i = 0; i < init.count; i++) {
    alts[i] = init.alts[i];
    alts[i].m = m2k_add(bank, alts[i].m, m);
    alts[i].e = m2k_add(bank, alts[i].e, e);
  }
  init.alts = alts;
  return init;
}

static void enter_phi(m2k_loop_run *run, const m2k_inst *in) {
  m2k_exec *x = run->x;
  const m2k_loop *loop = &x->fn->loops[run->loop];
  m2k_loop_phi phi = {.inst = in,
                      .latch_val = in->ops[operand_from(in, loop->latch)],
                      .sym = M2K_NO_TERM,
                      .drift = M2K_NO_TERM};
  m2k_sval init = m2k_value_at(x, in->ops[operand_from(in, loop->preheader)],
                               loop->preheader);
  m2k_sval v;
  x->inst = (uint32_t)(in - x->fn->insts);
  if (init.kind == M2K_SVAL_INT)
    v = int_phi(run, in, &phi, init);
  else if (init.kind == M2K_SVAL_PTR && init.count)
    v = ptr_phi(run, in, &phi, init);
  else
    v = m2k_sval_opaque(x, in->type);
  x->env[in->result] = phi.value = v;
  m2k_vec_push(&run->phis, phi);
}

/* The counter leaves its type in the next iteration. */
static void wrap_event(m2k_loop_run *run, const m2k_loop_phi *phi) {
  m2k_exec *x = run->x;
  m2k_bank *bank = x->bank;
  /* without facts that rest on it, nothing assumes that it does not */
  if (phi->is_pointer || phi->sym == M2K_NO_TERM ||
      (!phi->affine && !phi->by_change))
    return;
  m2k_sval next = m2k_latch_value(run, phi);
  m2k_term t = phi->affine ? m2k_add(bank, phi->sym, phi->step_m)
                           : m2k_unwrapped(bank, next.m, phi->width);
  m2k_i128 half = (m2k_i128)1 << (phi->width - 1);
  m2k_i128 lo = phi->is_unsigned ? 0 : -half;
  m2k_i128 hi = phi->is_unsigned ? 2 * half - 1 : half - 1;
  m2k_term out = m2k_or(bank, m2k_lt(bank, t, m2k_const(bank, lo)),
                        m2k_lt(bank, m2k_const(bank, hi), t));
  m2k_term path = m2k_and(bank, run->stay, out);
  if (path == m2k_false(bank))
    return;
  const m2k_inst *def = defining(run, phi->latch_val);
  x->inst = (uint32_t)((def ? def : phi->inst) - x->fn->insts);
  x->block = x->fn->loops[run->loop].latch;
  m2k_event *ev = m2k_event_add(x, M2K_EVENT_WRAP);
  ev->path = path;
  ev->machine = phi->sym;
  ev->exact = t;
}

/* ---- the last iteration ---- */

static bool is_exit(const m2k_fn *fn, uint32_t loop, uint32_t from,
                    uint32_t to) {
  return m2k_in_loop(fn, from, loop) && !m2k_in_loop(fn, to, loop);
}

/* Stores the paths of the exit edges in terms of the last iteration; returns
 * the condition that one is taken. */
static m2k_term leave_exits(m2k_loop_run *run, m2k_copy *leave,
                            m2k_term header_path) {
  m2k_exec *x = run->x;
  const m2k_fn *fn = x->fn;
  m2k_term any = m2k_false(x->bank);
  for (uint32_t b = 0; b < fn->block_count; b++)
    for (uint32_t i = 0; i < fn->blocks[b].succ_count; i++) {
      uint32_t to = fn->blocks[b].succs[i];
      if (!is_exit(fn, run->loop, b, to))
        continue;
      m2k_term t = m2k_copy_term(leave, m2k_edge_path(x, b, to));
      m2k_map_put(x->exits, (uint64_t)b << 32 | to, t);
      any = m2k_or(x->bank, any, m2k_relative(x->bank, t, header_path));
    }
  return any;
}

/* Does t hold anything that differs between iterations, other than affine
 * counters of this loop? */
struct variant_search {
  const m2k_loop_run *run;
  bool allow_affine, found;
};

static bool is_affine_symbol(const m2k_loop_run *run, m2k_term t) {
  if (t == run->k)
    return true;
  for (uint32_t i = 0; i < run->phis.len; i++)
    if (run->phis.at[i].affine && run->phis.at[i].sym == t)
      return true;
  return false;
}

static bool see_variant(void *data, m2k_term t) {
  struct variant_search *s = data;
  m2k_bank *bank = s->run->x->bank;
  m2k_term_kind kind = m2k_kind(bank, t);
  if (kind == M2K_TERM_SYM && t >= s->run->since &&
      !(s->allow_affine && is_affine_symbol(s->run, t)))
    s->found = true;
  if (kind == M2K_TERM_APP) {
    m2k_app fn = m2k_app_of(bank, t);
    bool numbered = fn == M2K_APP_LOAD || fn == M2K_APP_OPAQUE_INT ||
                    fn == M2K_APP_OPAQUE_FLOAT || fn == M2K_APP_OPAQUE_BOOL;
    if (numbered && (uint32_t)m2k_app_param(bank, t) > s->run->unique_since)
      s->found = true;
  }
  return !s->found;
}

bool m2k_loop_variant(const m2k_loop_run *run, m2k_term t, bool allow_affine) {
  struct variant_search s = {run, allow_affine, false};
  m2k_visit(run->x->bank, t, see_variant, &s);
  return s.found;
}

/* A loop that goes on while t != 0, t changing by a constant c, cannot step
 * over zero where c divides its first value: t keeps its sign. Attached to
 * `k`. */
static void assume_not_passed(m2k_loop_run *run, m2k_term k, m2k_copy *at,
                              m2k_term unequal, m2k_term header_path) {
  m2k_bank *bank = run->x->bank;
  m2k_term zero = m2k_const(bank, 0), t;
  m2k_i128 c;
  if (m2k_kind(bank, unequal) != M2K_TERM_NOT)
    return;
  t = m2k_arg(bank, m2k_arg(bank, unequal, 0), 0);
  if (m2k_kind(bank, m2k_arg(bank, unequal, 0)) != M2K_TERM_EQ)
    return;
  m2k_subst *first = m2k_subst_new(bank, NULL, NULL);
  m2k_subst *next = m2k_subst_new(bank, NULL, NULL);
  m2k_subst_bind(first, run->k, zero);
  m2k_subst_bind(next, run->k, m2k_offset(bank, run->k, 1));
  for (uint32_t i = 0; i < run->phis.len; i++) {
    const m2k_loop_phi *phi = &run->phis.at[i];
    if (!phi->affine || phi->sym == M2K_NO_TERM)
      continue;
    m2k_subst_bind(first, phi->sym, phi->init_m);
    m2k_subst_bind(next, phi->sym, m2k_add(bank, phi->sym, phi->step_m));
  }
  m2k_term start = m2k_subst_apply(first, t);
  m2k_term step = m2k_sub(bank, m2k_subst_apply(next, t), t);
  m2k_subst_free(first);
  m2k_subst_free(next);
  if (!m2k_is_const(bank, step, &c) || c == 0)
    return;
  m2k_term now = at ? m2k_copy_term(at, t) : t;
  m2k_term whole =
      m2k_eq(bank, m2k_mod(bank, start, m2k_const(bank, c < 0 ? -c : c)), zero);
  m2k_term side = c > 0 ? m2k_le(bank, start, zero) : m2k_le(bank, zero, start);
  m2k_fact_add(bank, k, m2k_and(bank, header_path, m2k_and(bank, whole, side)),
               c > 0 ? m2k_le(bank, now, zero) : m2k_le(bank, zero, now));
}

/* What held for the iteration before that of counter `k`: the conjuncts of the
 * stay condition that only affine counters decide. `at`: the renaming of the
 * loop's symbols that gives `k`, or null for the loop's own. */
static void assume_previous(m2k_loop_run *run, m2k_term k, m2k_copy *at,
                            m2k_term header_path) {
  m2k_exec *x = run->x;
  m2k_bank *bank = x->bank;
  m2k_term rel = m2k_relative(bank, run->stay, header_path);
  bool conj = m2k_kind(bank, rel) == M2K_TERM_AND;
  uint32_t n = conj ? m2k_arg_count(bank, rel) : 1;
  m2k_subst *back = m2k_subst_new(bank, NULL, NULL);
  m2k_subst_bind(back, run->k, m2k_offset(bank, k, -1));
  for (uint32_t i = 0; i < run->phis.len; i++) {
    const m2k_loop_phi *phi = &run->phis.at[i];
    if (!phi->affine || phi->sym == M2K_NO_TERM)
      continue;
    m2k_term now = at ? m2k_copy_term(at, phi->sym) : phi->sym;
    m2k_subst_bind(back, phi->sym, m2k_sub(bank, now, phi->step_m));
  }
  m2k_term guard =
      m2k_and(bank, header_path, m2k_le(bank, m2k_const(bank, 1), k));
  for (uint32_t i = 0; i < n; i++) {
    m2k_term c = conj ? m2k_arg(bank, rel, i) : rel;
    if (m2k_loop_variant(run, c, true))
      continue;
    m2k_fact_add(bank, k, guard, m2k_subst_apply(back, c));
    assume_not_passed(run, k, at, c, header_path);
  }
  m2k_subst_free(back);
}

static void finish(m2k_loop_run *run, m2k_term header_path) {
  m2k_exec *x = run->x;
  assume_previous(run, run->k, NULL, header_path);
  m2k_copy *leave = m2k_copy_new(x, run->since, run->unique_since);
  m2k_term last = m2k_copy_term(leave, run->k);
  m2k_term exits = leave_exits(run, leave, header_path);
  assume_previous(run, last, leave, header_path);
  m2k_fact_add(x->bank, last, header_path, exits);
  x->leave[run->loop] = leave;
}

void m2k_sx_loop(m2k_exec *x, uint32_t loop) {
  const m2k_loop *l = &x->fn->loops[loop];
  const m2k_block *header = &x->fn->blocks[l->header];
  if (l->latch == M2K_NONE || l->preheader == M2K_NONE) {
    x->sum->failure = "a loop without a single latch and preheader";
    return;
  }
  m2k_term path = m2k_block_path(x, l->header);
  m2k_loop_run run = {.x = x,
                      .loop = loop,
                      .since = m2k_term_count(x->bank),
                      .unique_since = x->unique};
  x->path[l->header] = path;
  x->block = l->header;
  m2k_memory_havoc_loop(x, loop);
  run.k = m2k_sym(x->bank, "k", 0, (m2k_i128)1 << 62, M2K_OWNER_LOOP);
  for (uint32_t i = 0; i < header->count; i++)
    if (x->fn->insts[header->first + i].op == M2K_OP_PHI)
      enter_phi(&run, &x->fn->insts[header->first + i]);
  m2k_sx_level(x, loop);
  if (!x->sum->failure) {
    run.stay = m2k_edge_path(x, l->latch, l->header);
    m2k_loop_bounds(&run);
    for (uint32_t i = 0; i < run.phis.len; i++)
      wrap_event(&run, &run.phis.at[i]);
    finish(&run, path);
    m2k_memory_havoc_loop(x, loop);
  }
  m2k_vec_free(&run.phis);
}
