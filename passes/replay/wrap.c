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
  m2k_wrap w = {machine, exact, inst, bits};
  if (!run->wraps.len)
    m2k_vec_push(&run->wraps, (m2k_wrap){0});
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
