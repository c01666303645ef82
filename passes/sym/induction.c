/*
 * Loop variables without a closed form in the instructions: after the body has
 * been executed once for an arbitrary value, the value for the next iteration
 * is a term over it. Its change per iteration, or bounds that it preserves,
 * become facts; each is proven by induction before it is attached.
 */
#include "passes/sym/loop.h"

/* Invariants are guesses: most are easy or wrong. */
enum { PROOF_RLIMIT = 10000 };

static m2k_query *query_of(m2k_exec *x) {
  if (!x->query)
    x->query = m2k_query_new_in(x->session, x->bank, PROOF_RLIMIT);
  return x->query;
}

m2k_sval m2k_latch_value(const m2k_loop_run *run, const m2k_loop_phi *phi) {
  return m2k_value_at(run->x, phi->latch_val,
                      run->x->fn->loops[run->loop].latch);
}

/* The value for the next iteration as a term of the same reading as sym. */
static m2k_term next_value(m2k_loop_run *run, const m2k_loop_phi *phi) {
  m2k_exec *x = run->x;
  m2k_sval next = m2k_latch_value(run, phi);
  if (phi->is_pointer) {
    const m2k_sval *now = &phi->value;
    if (next.kind != M2K_SVAL_PTR || next.count != 1 || now->count != 1 ||
        next.alts[0].region != now->alts[0].region)
      return M2K_NO_TERM;
    return m2k_add(x->bank, phi->sym,
                   m2k_sub(x->bank, next.alts[0].m, now->alts[0].m));
  }
  if (next.kind != M2K_SVAL_INT)
    return M2K_NO_TERM;
  return phi->is_unsigned ? m2k_sval_unsigned(x, next)
                          : m2k_sval_signed(x, next);
}

m2k_term m2k_unwrapped(m2k_bank *bank, m2k_term t, uint32_t width) {
  m2k_term_kind kind = m2k_kind(bank, t);
  uint32_t n = kind == M2K_TERM_SUM ? m2k_arg_count(bank, t) : 1;
  for (uint32_t i = 0; i < n; i++) {
    m2k_term part = kind == M2K_TERM_SUM ? m2k_arg(bank, t, i) : t;
    m2k_i128 m;
    if (m2k_kind(bank, part) == M2K_TERM_MOD &&
        (kind != M2K_TERM_SUM || m2k_coef(bank, t, i) == 1) &&
        m2k_is_const(bank, m2k_arg(bank, part, 1), &m) &&
        m == (m2k_i128)1 << width)
      return m2k_add(bank, m2k_sub(bank, t, part), m2k_arg(bank, part, 0));
  }
  return t;
}

/* The change per iteration as machine arithmetic has it, before wrapping. */
static m2k_term change(m2k_loop_run *run, const m2k_loop_phi *phi,
                       m2k_term next) {
  m2k_exec *x = run->x;
  if (phi->is_pointer)
    return m2k_sub(x->bank, next, phi->sym);
  return m2k_sub(
      x->bank, m2k_unwrapped(x->bank, m2k_latch_value(run, phi).m, phi->width),
      phi->sym);
}

/* The same change in every iteration: a closed form after all. */
static bool by_step(m2k_loop_run *run, m2k_loop_phi *phi, m2k_term diff) {
  m2k_bank *bank = run->x->bank;
  if (m2k_loop_variant(run, diff, false))
    return false;
  phi->affine = true;
  phi->step_m = phi->step_e = diff;
  m2k_fact_add(bank, phi->sym, m2k_true(bank),
               m2k_eq(bank, m2k_sub(bank, phi->sym, phi->init_m),
                      m2k_mul(bank, run->k, diff)));
  return true;
}

/* A change between constants bounds the value by the iteration number. */
static bool by_change(m2k_loop_run *run, m2k_loop_phi *phi, m2k_term diff) {
  m2k_bank *bank = run->x->bank;
  m2k_term from_init = m2k_sub(bank, phi->sym, phi->init_m);
  m2k_range r = m2k_query_range(query_of(run->x), run->stay, diff);
  /* a change as wide as the type bounds nothing */
  m2k_i128 limit = (m2k_i128)1 << (phi->width > 34 ? 32 : phi->width - 2);
  bool low = r.lo >= -limit, high = r.hi <= limit;
  if (low)
    m2k_fact_add(bank, phi->sym, m2k_true(bank),
                 m2k_le(bank, m2k_scale(bank, run->k, r.lo), from_init));
  if (high)
    m2k_fact_add(bank, phi->sym, m2k_true(bank),
                 m2k_le(bank, from_init, m2k_scale(bank, run->k, r.hi)));
  phi->by_change = phi->by_change || low || high;
  return low && high;
}

/* The exact value starts where the machine's does and changes as it does, so
 * they stay equal; or both change by invariant steps. Else nothing is known. */
static void find_drift(m2k_loop_run *run, m2k_loop_phi *phi) {
  m2k_exec *x = run->x;
  m2k_bank *bank = x->bank;
  m2k_sval next = m2k_latch_value(run, phi);
  if (phi->drift == M2K_NO_TERM || next.kind != M2K_SVAL_INT)
    return;
  m2k_subst *none = m2k_subst_new(bank, NULL, NULL);
  m2k_subst_bind(none, phi->drift, m2k_const(bank, 0));
  m2k_term exact = m2k_subst_apply(none, next.e);
  m2k_subst_free(none);
  m2k_term now = m2k_add(bank, phi->sym, phi->drift);
  m2k_term step_e = m2k_sub(bank, next.e, now);
  m2k_term step_m = m2k_sub(bank, next.m, phi->sym);
  if (phi->init_e == phi->init_m && exact == next.m) {
    m2k_fact_add(bank, phi->drift, m2k_true(bank),
                 m2k_eq(bank, phi->drift, m2k_const(bank, 0)));
  } else if (!m2k_loop_variant(run, step_e, false) &&
             !m2k_loop_variant(run, step_m, false)) {
    m2k_term apart = m2k_sub(bank, phi->init_e, phi->init_m);
    m2k_term each = m2k_sub(bank, step_e, step_m);
    m2k_fact_add(bank, phi->drift, m2k_true(bank),
                 m2k_eq(bank, phi->drift,
                        m2k_add(bank, apart, m2k_mul(bank, run->k, each))));
  } else {
    m2k_ledger_add(x, M2K_LOSS_LOOP_VALUE, phi->drift,
                   m2k_value_of(x->fn, phi->inst->result)->name);
  }
}

/* Attaches `bound` (over sym) when it holds at first and is preserved. */
static bool prove_bound(m2k_loop_run *run, m2k_loop_phi *phi, m2k_term at_init,
                        m2k_term bound, m2k_term at_next) {
  m2k_exec *x = run->x;
  m2k_term header = x->path[x->fn->loops[run->loop].header];
  m2k_query *q = query_of(x);
  if (!m2k_query_proves(q, header, at_init) ||
      !m2k_query_proves(q, m2k_and(x->bank, run->stay, bound), at_next))
    return false;
  m2k_fact_add(x->bank, phi->sym, header, bound);
  return true;
}

static bool by_bounds(m2k_loop_run *run, m2k_loop_phi *phi, m2k_term next) {
  m2k_bank *bank = run->x->bank;
  m2k_term zero = m2k_const(bank, 0), one = m2k_const(bank, 1);
  m2k_term lows[] = {phi->init_m, one, zero};
  m2k_term highs[] = {phi->init_m};
  bool low = false, high = false;
  for (uint32_t i = 0; i < 3 && !low; i++)
    low = prove_bound(run, phi, m2k_le(bank, lows[i], phi->init_m),
                      m2k_le(bank, lows[i], phi->sym),
                      m2k_le(bank, lows[i], next));
  for (uint32_t i = 0; i < 1 && !high; i++)
    high = prove_bound(run, phi, m2k_le(bank, phi->init_m, highs[i]),
                       m2k_le(bank, phi->sym, highs[i]),
                       m2k_le(bank, next, highs[i]));
  return low || high;
}

void m2k_loop_bounds(m2k_loop_run *run) {
  m2k_exec *x = run->x;
  for (uint32_t i = 0; i < run->phis.len; i++) {
    m2k_loop_phi *phi = &run->phis.at[i];
    if (phi->sym == M2K_NO_TERM || phi->affine)
      continue;
    m2k_term next = next_value(run, phi);
    x->inst = (uint32_t)(phi->inst - x->fn->insts);
    if (next == M2K_NO_TERM) {
      /* a pointer that may move to another object */
      x->block = phi->inst->block;
      uint32_t entry = m2k_ledger_add(x, M2K_LOSS_POINTER, phi->sym, NULL);
      m2k_event_add(x, M2K_EVENT_UNKNOWN)->ledger = entry;
      continue;
    }
    find_drift(run, phi);
    m2k_term diff = change(run, phi, next);
    if (by_step(run, phi, diff))
      continue;
    /* Bounds of the next value as it is before any wrap-around hold as long as
     * it does not wrap, which then is an event of its own. */
    m2k_term plain =
        phi->is_pointer
            ? next
            : m2k_unwrapped(x->bank, m2k_latch_value(run, phi).m, phi->width);
    if (!by_bounds(run, phi, next) && plain != next)
      phi->by_change = by_bounds(run, phi, plain);
    if (by_change(run, phi, diff))
      continue;
    m2k_ledger_add(x, M2K_LOSS_LOOP_VALUE, phi->sym,
                   m2k_value_of(x->fn, phi->inst->result)->name);
  }
}
