/*
 * Wraps: which instruction is to blame when a value differs from its exact
 * value. See m2k_rv in value.h.
 */
#include "passes/replay/machine.h"

/* More wraps than these are remembered per instruction only: the newest. */
enum { WRAPS_MAX = 1 << 17 };

uint32_t m2k_wrap_new(m2k_run *run, uint32_t inst, m2k_i128 machine,
                      m2k_i128 exact, bool huge, unsigned bits) {
  if (huge)
    exact = exact < 0 ? -m2k_exact_limit() : m2k_exact_limit();
  m2k_wrapped w = {inst, bits, machine, exact};
  if (!run->wraps.len)
    m2k_vec_push(&run->wraps, (m2k_wrapped){0});
  if (run->wraps.len < WRAPS_MAX) {
    m2k_vec_push(&run->wraps, w);
    return run->wraps.len - 1;
  }
  if (!run->wrap_of)
    run->wrap_of = M2K_NEW_N(run->arena, uint32_t, run->fn->inst_count);
  if (!run->wrap_of[inst]) {
    m2k_vec_push(&run->wraps, w);
    run->wrap_of[inst] = run->wraps.len - 1;
  }
  run->wraps.at[run->wrap_of[inst]] = w;
  return run->wrap_of[inst];
}

static uint32_t read_wrap(m2k_run *run, const m2k_rv *v, unsigned width,
                          uint32_t def, bool is_signed) {
  m2k_i128 machine = m2k_read_as(v->bits, width, is_signed);
  bool huge = v->flags & M2K_RV_HUGE;
  if (!huge && v->exact == machine)
    return 0;
  uint32_t first = is_signed ? v->wrap_s : v->wrap_u;
  uint32_t second = is_signed ? v->wrap_u : v->wrap_s;
  if (first || second)
    return first ? first : second;
  return def == M2K_NONE
             ? 0
             : m2k_wrap_new(run, def, machine, v->exact, huge, width);
}

uint32_t m2k_read_signed(m2k_run *run, const m2k_rv *v, unsigned width,
                         uint32_t def) {
  return read_wrap(run, v, width, def, true);
}

uint32_t m2k_read_unsigned(m2k_run *run, const m2k_rv *v, unsigned width,
                           uint32_t def) {
  return read_wrap(run, v, width, def, false);
}

void m2k_wrap_history(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                      const m2k_rv *b, m2k_rv *r) {
  r->wrap_s = a->wrap_s ? a->wrap_s : b->wrap_s;
  r->wrap_u = a->wrap_u ? a->wrap_u : b->wrap_u;
  bool huge = r->flags & M2K_RV_HUGE;
  m2k_i128 low = m2k_signed(r->bits, s->bits);
  if (!r->wrap_s && (huge || low != r->exact))
    r->wrap_s = m2k_wrap_new(run, s->inst, low, r->exact, huge, s->bits);
  if (!r->wrap_u && (huge || (m2k_i128)r->bits != r->exact))
    r->wrap_u =
        m2k_wrap_new(run, s->inst, (m2k_i128)r->bits, r->exact, huge, s->bits);
}

/* The number that a comparison sees; what is fresh has no sign of its own. */
static m2k_i128 compared(const m2k_rv *v, bool is_signed) {
  bool fresh = v->flags & M2K_RV_FRESH;
  return fresh && !is_signed ? (m2k_i128)v->bits : v->exact;
}

static bool compare_exact(m2k_pred pred, m2k_i128 a, m2k_i128 b) {
  switch (pred) {
  case M2K_EQ:
    return a == b;
  case M2K_NE:
    return a != b;
  case M2K_UGT:
  case M2K_SGT:
    return a > b;
  case M2K_UGE:
  case M2K_SGE:
    return a >= b;
  case M2K_ULT:
  case M2K_SLT:
    return a < b;
  default:
    return a <= b;
  }
}

uint32_t m2k_wrap_decides(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                          const m2k_rv *b, bool result) {
  m2k_pred pred = (m2k_pred)s->ir->sub;
  bool is_signed = pred >= M2K_SGT || pred == M2K_EQ || pred == M2K_NE;
  if (a->prov || b->prov ||
      compare_exact(pred, compared(a, is_signed), compared(b, is_signed)) ==
          result)
    return 0;
  const m2k_rv *sides[] = {a, b};
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t def = run->def_of[s->ir->ops[i]];
    uint32_t wrap = is_signed ? m2k_read_signed(run, sides[i], s->from, def)
                              : m2k_read_unsigned(run, sides[i], s->from, def);
    if (wrap)
      return wrap;
  }
  return 0;
}
