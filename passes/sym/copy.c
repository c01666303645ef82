/*
 * Copies of terms for another execution of the same code: the last iteration
 * of a loop beside an arbitrary one, another thread beside this one.
 */
#include "passes/base/map.h"
#include "passes/sym/engine.h"

struct m2k_copy {
  m2k_exec *x;
  m2k_subst *subst;
  m2k_term since;
  uint32_t unique_since;
  m2k_map *uniques;               /* opaque number -> its copy */
  M2K_VEC(m2k_term) pending_from; /* copied symbols whose facts are still to */
  M2K_VEC(m2k_term) pending_to;   /* be copied */
  bool draining;
};

static uint32_t copy_unique(m2k_copy *copy, uint32_t unique) {
  if (unique <= copy->unique_since)
    return unique;
  uint64_t hit;
  if (!m2k_map_get(copy->uniques, unique, &hit)) {
    hit = ++copy->x->unique;
    m2k_map_put(copy->uniques, unique, hit);
  }
  return (uint32_t)hit;
}

static bool is_copied_symbol(const m2k_copy *copy, m2k_term sym) {
  if (sym < copy->since)
    return false;
  uint32_t owner = m2k_sym_owner(copy->x->bank, sym) & M2K_OWNER_MASK;
  return owner == M2K_OWNER_LOOP || owner == M2K_OWNER_OPAQUE ||
         owner == M2K_OWNER_LANE;
}

static m2k_term copy_app(m2k_copy *copy, m2k_term candidate) {
  m2k_bank *bank = copy->x->bank;
  m2k_app fn = m2k_app_of(bank, candidate);
  if (fn != M2K_APP_LOAD && fn != M2K_APP_OPAQUE_INT &&
      fn != M2K_APP_OPAQUE_FLOAT && fn != M2K_APP_OPAQUE_BOOL)
    return M2K_NO_TERM;
  uint64_t param = m2k_app_param(bank, candidate);
  uint32_t unique = (uint32_t)param, other = copy_unique(copy, unique);
  if (other == unique)
    return M2K_NO_TERM;
  m2k_term args[16];
  uint32_t n = m2k_arg_count(bank, candidate);
  for (uint32_t i = 0; i < n && i < 16; i++)
    args[i] = m2k_arg(bank, candidate, i);
  m2k_range r = m2k_range_of(bank, candidate);
  return m2k_apply(bank, fn, (param & ~(uint64_t)UINT32_MAX) | other, args,
                   n < 16 ? n : 16, r.lo, r.hi);
}

static m2k_term rewrite(void *data, m2k_term original, m2k_term candidate) {
  m2k_copy *copy = data;
  m2k_bank *bank = copy->x->bank;
  if (m2k_kind(bank, candidate) == M2K_TERM_APP)
    return copy_app(copy, candidate);
  if (m2k_kind(bank, original) != M2K_TERM_SYM ||
      !is_copied_symbol(copy, original))
    return M2K_NO_TERM;
  m2k_term fresh = m2k_sym_range(bank, m2k_sym_name(bank, original),
                                 m2k_range_of(bank, original),
                                 m2k_sym_owner(bank, original));
  m2k_map_put(copy->x->origins, fresh, original);
  m2k_vec_push(&copy->pending_from, original);
  m2k_vec_push(&copy->pending_to, fresh);
  return fresh;
}

m2k_copy *m2k_copy_new(m2k_exec *x, m2k_term since, uint32_t unique_since) {
  m2k_copy *copy = M2K_NEW(x->arena, m2k_copy);
  copy->x = x;
  copy->since = since;
  copy->unique_since = unique_since;
  copy->uniques = m2k_map_new();
  copy->subst = m2k_subst_new(x->bank, rewrite, copy);
  return copy;
}

void m2k_copy_free(m2k_copy *copy) {
  m2k_subst_free(copy->subst);
  m2k_map_free(copy->uniques);
  m2k_vec_free(&copy->pending_from);
  m2k_vec_free(&copy->pending_to);
}

void m2k_copy_bind(m2k_copy *copy, m2k_term from, m2k_term to) {
  m2k_subst_bind(copy->subst, from, to);
}

/* The facts of copied symbols are copied after the symbols, since they mention
 * the symbols themselves. */
static void drain(m2k_copy *copy) {
  if (copy->draining)
    return;
  copy->draining = true;
  m2k_bank *bank = copy->x->bank;
  while (copy->pending_from.len) {
    m2k_term from = m2k_vec_pop(&copy->pending_from);
    m2k_term to = m2k_vec_pop(&copy->pending_to);
    uint32_t n = m2k_fact_count(bank, from);
    for (uint32_t i = 0; i < n; i++) {
      m2k_term guard, fact;
      m2k_fact_get(bank, from, i, &guard, &fact);
      guard = m2k_subst_apply(copy->subst, guard);
      fact = m2k_subst_apply(copy->subst, fact);
      m2k_fact_add(bank, to, guard, fact);
    }
  }
  copy->draining = false;
}

m2k_term m2k_copy_term(m2k_copy *copy, m2k_term t) {
  m2k_term u = m2k_subst_apply(copy->subst, t);
  drain(copy);
  return u;
}

m2k_sval m2k_copy_sval(m2k_copy *copy, m2k_sval v) {
  m2k_exec *x = copy->x;
  switch (v.kind) {
  case M2K_SVAL_INT:
    v.fresh = m2k_copy_term(copy, v.fresh);
    /* fall through */
  case M2K_SVAL_BOOL:
  case M2K_SVAL_FLOAT: {
    bool same = v.m == v.e;
    v.m = m2k_copy_term(copy, v.m);
    v.e = same ? v.m : m2k_copy_term(copy, v.e);
    return v;
  }
  case M2K_SVAL_PTR: {
    m2k_alt *alts = M2K_NEW_N(x->arena, m2k_alt, v.count ? v.count : 1);
    for (uint32_t i = 0; i < v.count; i++) {
      alts[i].region = v.alts[i].region;
      alts[i].guard = m2k_copy_term(copy, v.alts[i].guard);
      alts[i].m = m2k_copy_term(copy, v.alts[i].m);
      alts[i].e = v.alts[i].e == v.alts[i].m ? alts[i].m
                                             : m2k_copy_term(copy, v.alts[i].e);
    }
    v.alts = alts;
    return v;
  }
  case M2K_SVAL_WIDE:
  case M2K_SVAL_AGG: {
    m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, v.count ? v.count : 1);
    for (uint32_t i = 0; i < v.count; i++)
      elems[i] = m2k_copy_sval(copy, v.elems[i]);
    v.elems = elems;
    return v;
  }
  default:
    return v;
  }
}

m2k_copy *m2k_copy_thread(m2k_exec *x, bool same_warp) {
  m2k_bank *bank = x->bank;
  m2k_summary *s = x->sum;
  m2k_copy *copy = m2k_copy_new(x, 0, 0);
  m2k_term linear[2] = {m2k_const(bank, 0), m2k_const(bank, 0)};
  m2k_term stride = m2k_const(bank, 1), other[3];
  for (uint32_t d = 0; d < 3; d++) {
    m2k_term tid = s->sregs[M2K_CALL_TID_X + d];
    m2k_term ntid = s->sregs[M2K_CALL_NTID_X + d];
    other[d] = m2k_sym_range(bank, m2k_sym_name(bank, tid),
                             m2k_range_of(bank, tid), M2K_OWNER_LANE);
    m2k_fact_add(bank, other[d], m2k_true(bank), m2k_lt(bank, other[d], ntid));
    m2k_copy_bind(copy, tid, other[d]);
    linear[0] = m2k_add(bank, linear[0], m2k_mul(bank, stride, tid));
    linear[1] = m2k_add(bank, linear[1], m2k_mul(bank, stride, other[d]));
    stride = m2k_mul(bank, stride, ntid);
  }
  if (same_warp) {
    m2k_term warp = m2k_const(bank, 32);
    m2k_fact_add(bank, other[0], m2k_true(bank),
                 m2k_eq(bank, m2k_div(bank, linear[0], warp),
                        m2k_div(bank, linear[1], warp)));
  }
  return copy;
}
