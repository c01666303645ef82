/*
 * What loads of the summary give under a case: elements of tensors of which
 * the case says what they hold, numbers in by-value parameters.
 */
#include "passes/launch/bind_state.h"

/* The mark of LOAD terms that belong to a binding. */
#define BOUND_LOAD ((uint64_t)1 << 62)

/* ---- numbers in by-value parameters ---- */

static const m2k_bound_field *field_with(const m2k_binding *b, uint32_t p,
                                         uint64_t offset, uint32_t size) {
  for (uint32_t i = 0; i < b->fields.len; i++) {
    const m2k_bound_field *f = &b->fields.at[i];
    if (f->param == p && offset >= f->offset &&
        offset + size <= f->offset + f->size)
      return f;
  }
  return NULL;
}

/* The summary reads a by-value parameter as it was passed. */
static bool is_stored_to(const m2k_binding *b, uint32_t region) {
  for (uint32_t i = 0; i < b->sum->events.len; i++) {
    const m2k_event *ev = &b->sum->events.at[i];
    if (ev->region == region &&
        (ev->kind == M2K_EVENT_WRITE || ev->kind == M2K_EVENT_ATOMIC))
      return true;
  }
  return false;
}

/* What a load from a by-value parameter gives; M2K_NO_TERM when it is no
 * number or a part of several. */
static m2k_term field_load(m2k_binding *b, m2k_term load, bool exact) {
  m2k_bank *bank = b->sum->bank;
  uint64_t param = m2k_app_param(bank, load);
  const m2k_region *region = &b->sum->regions.at[m2k_load_region(param)];
  uint32_t size = m2k_load_bytes(param);
  m2k_i128 at;
  if (is_stored_to(b, m2k_load_region(param)) ||
      !m2k_is_const(bank, m2k_arg(bank, load, 0), &at) || at < 0)
    return M2K_NO_TERM;
  uint64_t offset = (uint64_t)at;
  const m2k_bound_field *f = field_with(b, region->index, offset, size);
  bool added = f || (b->state->launch
                         ? m2k_launch_field(b, region->index, offset, size)
                         : m2k_bind_add_field(b, NULL, region->index, offset));
  if (!f && added)
    f = field_with(b, region->index, offset, size);
  if (!f)
    return M2K_NO_TERM;
  if (exact && f->exact != M2K_NO_TERM && f->offset == offset)
    return f->exact;
  m2k_i128 below = (m2k_i128)1 << (8 * (offset - f->offset));
  return m2k_swrap(bank, m2k_div(bank, f->value, m2k_const(bank, below)),
                   8 * size);
}

/* ---- loads ---- */

static bool at_element(m2k_bank *bank, m2k_term offset, uint32_t size) {
  m2k_range r = m2k_range_of(bank, offset);
  if (r.lo == r.hi)
    return r.lo % size == 0;
  return r.mod % size == 0 && r.rem % size == 0;
}

/* What the interface says of the contents holds of one load: of a whole
 * element, and, in a tensor that the kernel writes, before this thread has
 * written or waited. */
static bool is_valued(const m2k_binding *b, m2k_term load) {
  uint64_t param = m2k_app_param(b->sum->bank, load);
  uint32_t region = m2k_load_region(param);
  const m2k_bound_region *r = &b->regions[region];
  return r->values.stated && m2k_load_bytes(param) == r->elem_size &&
         !(param & BOUND_LOAD) &&
         !(b->sum->regions.at[region].written && (uint32_t)param != 0) &&
         at_element(b->sum->bank, m2k_arg(b->sum->bank, load, 0),
                    r->elem_size) &&
         at_element(b->sum->bank, r->start, r->elem_size);
}

/* The element as a number of the stated set. */
static m2k_term element_load(m2k_binding *b, m2k_term candidate) {
  m2k_bank *bank = b->sum->bank;
  uint64_t param = m2k_app_param(bank, candidate);
  const m2k_bound_region *r = &b->regions[m2k_load_region(param)];
  m2k_i128 lo = m2k_range_of(bank, r->values.lo).lo,
           hi = m2k_range_of(bank, r->values.hi).hi;
  m2k_i128 half = (m2k_i128)1 << (8 * r->elem_size - 1);
  if (lo > hi) { /* the case is contradictory, which b->facts says */
    lo = -half;
    hi = 2 * half - 1;
  }
  m2k_term arg = m2k_arg(bank, candidate, 0);
  m2k_term load =
      m2k_apply(bank, M2K_APP_LOAD, param | BOUND_LOAD, &arg, 1, lo, hi);
  if (m2k_fact_count(bank, load) != 0)
    return load;
  m2k_term fact = m2k_and(bank, m2k_le(bank, r->values.lo, load),
                          m2k_le(bank, load, r->values.hi));
  m2k_term defined = m2k_true(bank); /* b->facts has it */
  if (r->values.members)
    fact = m2k_and(bank, fact,
                   m2k_set_term(bank, r->values.members, load,
                                &b->state->terms.scope, &defined));
  m2k_fact_add(bank, load, m2k_true(bank), fact);
  return load;
}

m2k_term m2k_bind_rewrite(void *data, m2k_term original, m2k_term candidate) {
  m2k_binding *b = data;
  m2k_bank *bank = b->sum->bank;
  if (m2k_kind(bank, candidate) != M2K_TERM_APP ||
      m2k_app_of(bank, candidate) != M2K_APP_LOAD)
    return M2K_NO_TERM;
  uint64_t param = m2k_app_param(bank, candidate);
  if (b->sum->regions.at[m2k_load_region(param)].space == M2K_REGION_PARAM)
    return field_load(b, candidate, false);
  bool valued = is_valued(b, candidate);
  bool facts = m2k_fact_count(bank, original) > 0;
  if (!valued && !facts)
    return M2K_NO_TERM;
  m2k_term load;
  if (valued) {
    load = element_load(b, candidate);
  } else {
    m2k_range range = m2k_range_of(bank, candidate);
    m2k_term arg = m2k_arg(bank, candidate, 0);
    load = m2k_apply(bank, M2K_APP_LOAD, param | BOUND_LOAD, &arg, 1, range.lo,
                     range.hi);
  }
  if (facts) {
    m2k_vec_push(&b->state->from, original);
    m2k_vec_push(&b->state->to, load);
  }
  /* The summary reads memory as signed. */
  return valued ? m2k_swrap(bank, load, 8 * m2k_load_bytes(param)) : load;
}

/* Control flow and memory are the machine's: only what arithmetic makes of the
 * arguments is exact. */
m2k_term m2k_bind_rewrite_exact(void *data, m2k_term original,
                                m2k_term candidate) {
  m2k_binding *b = data;
  m2k_bank *bank = b->sum->bank;
  if (m2k_kind(bank, original) == M2K_TERM_APP) {
    if (m2k_app_of(bank, original) != M2K_APP_LOAD)
      return M2K_NO_TERM;
    uint32_t r = m2k_load_region(m2k_app_param(bank, original));
    if (b->sum->regions.at[r].space == M2K_REGION_PARAM) {
      m2k_term field = field_load(b, candidate, true);
      if (field != M2K_NO_TERM)
        return field;
    }
  }
  m2k_term machine = m2k_bind_term(b, original);
  return machine == original ? M2K_NO_TERM : machine;
}

static bool fix_condition(void *data, m2k_term t) {
  m2k_binding *b = data;
  if (m2k_kind(b->sum->bank, t) == M2K_TERM_ITE) {
    m2k_term cond = m2k_arg(b->sum->bank, t, 0);
    m2k_subst_bind(b->state->exact, cond, m2k_bind_term(b, cond));
  }
  return true;
}

m2k_term m2k_bind_exact(m2k_binding *b, m2k_term t) {
  if (!b->state->exact)
    return m2k_bind_term(b, t);
  m2k_visit(b->sum->bank, t, fix_condition, b);
  return m2k_subst_apply(b->state->exact, t);
}

m2k_term m2k_bind_term(m2k_binding *b, m2k_term t) {
  m2k_bank *bank = b->sum->bank;
  m2k_bind_state *s = b->state;
  m2k_term result = m2k_subst_apply(s->subst, t);
  if (s->draining)
    return result;
  s->draining = true;
  while (s->from.len) {
    m2k_term from = m2k_vec_pop(&s->from), to = m2k_vec_pop(&s->to);
    uint32_t n = m2k_fact_count(bank, from);
    for (uint32_t i = 0; i < n; i++) {
      m2k_term guard, fact;
      m2k_fact_get(bank, from, i, &guard, &fact);
      guard = m2k_subst_apply(s->subst, guard);
      fact = m2k_subst_apply(s->subst, fact);
      m2k_fact_add(bank, to, guard, fact);
    }
  }
  s->draining = false;
  return result;
}

uint32_t m2k_bind_load(const m2k_binding *b, m2k_term t) {
  m2k_bank *bank = b->sum->bank;
  if (m2k_kind(bank, t) != M2K_TERM_APP || m2k_app_of(bank, t) != M2K_APP_LOAD)
    return M2K_NONE;
  return m2k_load_region(m2k_app_param(bank, t));
}
