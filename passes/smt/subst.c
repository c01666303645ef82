#include "passes/base/vec.h"
#include "passes/smt/affect.h"
#include "passes/smt/linear.h"
#include "passes/smt/range.h"
#include "passes/smt/rebuild.h"

struct m2k_subst {
  m2k_bank *bank;
  m2k_term (*rewrite)(void *data, m2k_term original, m2k_term candidate);
  void *data;
  m2k_idmap bound, memo;
  m2k_affect affect;
};

/* What the binding or the callback puts for a leaf; M2K_NO_TERM for itself. */
static m2k_term replacement(m2k_subst *s, m2k_term t, m2k_term candidate) {
  uint32_t to;
  if (m2k_idmap_get(&s->bound, t, &to))
    return to;
  return s->rewrite ? s->rewrite(s->data, t, candidate) : M2K_NO_TERM;
}

static bool is_replaced(void *data, m2k_term t) {
  m2k_subst *s = data;
  m2k_term to = replacement(s, t, t);
  if (to == M2K_NO_TERM || to == t)
    return false;
  m2k_idmap_put(&s->memo, t, to);
  return true;
}

m2k_subst *m2k_subst_new(m2k_bank *bank,
                         m2k_term (*rewrite)(void *data, m2k_term original,
                                             m2k_term candidate),
                         void *data) {
  m2k_subst *s = calloc(1, sizeof *s);
  if (!s)
    m2k_bug("out of memory");
  s->bank = bank;
  s->rewrite = rewrite;
  s->data = data;
  s->affect.bank = bank;
  s->affect.replaced = is_replaced;
  s->affect.data = s;
  return s;
}

void m2k_subst_free(m2k_subst *s) {
  if (!s)
    return;
  m2k_idmap_free(&s->bound);
  m2k_idmap_free(&s->memo);
  m2k_affect_free(&s->affect);
  free(s);
}

void m2k_subst_bind(m2k_subst *s, m2k_term from, m2k_term to) {
  M2K_ASSERT(m2k_sort_of(s->bank, from) == m2k_sort_of(s->bank, to));
  if (s->affect.nodes.len) {
    m2k_idmap_clear(&s->memo);
    m2k_affect_clear(&s->affect);
  }
  m2k_idmap_put(&s->bound, from, to);
}

/* t with its operands substituted. */
static m2k_term with_operands(m2k_subst *s, m2k_term t) {
  uint32_t count = m2k_node_at(s->bank, t)->count;
  m2k_vec_u32 args = {0};
  for (uint32_t i = 0; i < count; ++i)
    m2k_vec_push(&args, m2k_subst_apply(s, m2k_arg_of(s->bank, t, i)));
  m2k_term out = m2k_rebuild(s->bank, t, args.at);
  m2k_vec_free(&args);
  return out;
}

/* A fresh symbol for t, with t's name and interval. */
static m2k_term fresh_copy(m2k_subst *s, m2k_term t, const char *name,
                           uint32_t owner) {
  if (m2k_sort_of(s->bank, t) == M2K_SORT_BOOL)
    return m2k_bool_sym(s->bank, name, owner);
  return m2k_sym_range(s->bank, name, *m2k_range_at(s->bank, t), owner);
}

static m2k_term rebuild(m2k_subst *s, m2k_term t, bool *replaced) {
  m2k_term_kind kind = m2k_kind_of(s->bank, t);
  m2k_term out, other;
  switch (kind) {
  case M2K_TERM_SYM:
  case M2K_TERM_BSYM: /* affected by its facts only: what is bound is known */
    return fresh_copy(s, t, m2k_sym_name(s->bank, t),
                      m2k_sym_owner(s->bank, t));
  case M2K_TERM_APP:
    out = with_operands(s, t);
    other = replacement(s, t, out);
    *replaced = other != M2K_NO_TERM;
    if (*replaced)
      return other;
    /* The same application, but other facts hold of it now. */
    if (out == t && m2k_sort_of(s->bank, t) != M2K_SORT_OPAQUE)
      return fresh_copy(s, t, "load", 0);
    return out;
  default:
    return with_operands(s, t);
  }
}

/* coef * original + rest <= 0, rest substituted: a bound of the copy. */
static void tighten(m2k_subst *s, m2k_term original, m2k_term copy,
                    m2k_term fact) {
  if (m2k_kind_of(s->bank, fact) != M2K_TERM_LE)
    return;
  m2k_term rest;
  m2k_i128 coef =
      m2k_split(s->bank, m2k_arg_of(s->bank, fact, 0), original, &rest);
  if (coef == 0 || m2k_occurs(s->bank, rest, &original, 1))
    return;
  m2k_range r = *m2k_range_at(s->bank, m2k_subst_apply(s, rest));
  if (r.lo <= -M2K_INF || r.lo >= M2K_INF)
    return;
  m2k_range bound = m2k_range_all();
  if (coef > 0)
    bound.hi = m2k_floor_div(-r.lo, coef);
  else
    bound.lo = -m2k_floor_div(-r.lo, -coef);
  m2k_bank_refine(s->bank, copy, bound);
}

static void tighten_all(m2k_subst *s, m2k_term t, m2k_term copy,
                        m2k_term fact) {
  if (m2k_kind_of(s->bank, fact) != M2K_TERM_AND) {
    tighten(s, t, copy, fact);
    return;
  }
  for (uint32_t i = 0; i < m2k_node_at(s->bank, fact)->count; ++i)
    tighten(s, t, copy, m2k_arg_of(s->bank, fact, i));
}

/* `fresh`: copy is a new symbol, of which nothing has been built yet. */
static void copy_facts(m2k_subst *s, m2k_term t, m2k_term copy, bool fresh) {
  uint32_t count = m2k_fact_count(s->bank, t);
  m2k_term guard, fact;
  for (uint32_t i = 0; fresh && i < count; ++i) {
    m2k_fact_get(s->bank, t, i, &guard, &fact);
    if (guard == M2K_TERM_TRUE_ID)
      tighten_all(s, t, copy, fact);
  }
  for (uint32_t i = 0; i < count; ++i) {
    m2k_fact_get(s->bank, t, i, &guard, &fact);
    guard = m2k_subst_apply(s, guard);
    m2k_fact_add(s->bank, copy, guard, m2k_subst_apply(s, fact));
  }
}

m2k_term m2k_subst_apply(m2k_subst *s, m2k_term t) {
  uint32_t known;
  if (m2k_idmap_get(&s->bound, t, &known))
    return known;
  if (!m2k_affect_is(&s->affect, t))
    return t;
  if (m2k_idmap_get(&s->memo, t, &known))
    return known;
  bool replaced = false;
  uint32_t before = s->bank->syms.len;
  m2k_term out = rebuild(s, t, &replaced);
  m2k_idmap_put(&s->memo, t, out);
  /* The copy is known before its facts are made, which may mention it. */
  if (!replaced && out != t && m2k_node_at(s->bank, t)->facts != M2K_NO_TERM) {
    bool fresh = m2k_kind_of(s->bank, out) == M2K_TERM_SYM &&
                 m2k_node_at(s->bank, out)->value >= (m2k_i128)before;
    copy_facts(s, t, out, fresh);
  }
  return out;
}
