#include "passes/smt/affect.h"
#include "passes/smt/linear.h"
#include "passes/smt/range.h"

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

static m2k_term arg(m2k_subst *s, m2k_term t, uint32_t i) {
  return m2k_subst_apply(s, m2k_arg_of(s->bank, t, i));
}

static m2k_term rebuild_sum(m2k_subst *s, m2k_term t) {
  m2k_lin lin;
  m2k_lin_init(&lin, m2k_node_at(s->bank, t)->value);
  uint32_t count = m2k_node_at(s->bank, t)->count;
  for (uint32_t i = 0; i < count; ++i) {
    m2k_term part = arg(s, t, i);
    m2k_lin_add(s->bank, &lin, part, m2k_coef(s->bank, t, i));
  }
  m2k_term sum = m2k_lin_term(s->bank, &lin);
  m2k_lin_free(&lin);
  return sum;
}

static m2k_term rebuild_mul(m2k_subst *s, m2k_term t) {
  m2k_term product = arg(s, t, 0);
  for (uint32_t i = 1; i < m2k_node_at(s->bank, t)->count; ++i)
    product = m2k_mul(s->bank, product, arg(s, t, i));
  return product;
}

static m2k_term rebuild_set(m2k_subst *s, m2k_term t, m2k_term_kind kind) {
  m2k_vec_u32 parts = {0};
  for (uint32_t i = 0; i < m2k_node_at(s->bank, t)->count; ++i)
    m2k_vec_push(&parts, arg(s, t, i));
  m2k_term set = kind == M2K_TERM_AND ? m2k_and_n(s->bank, parts.at, parts.len)
                                      : m2k_or_n(s->bank, parts.at, parts.len);
  m2k_vec_free(&parts);
  return set;
}

/* Operands of bit operations have their width; what is put for a symbol may
 * have a wider interval. */
static m2k_term fitted(m2k_bank *bank, m2k_term t, uint64_t width) {
  const m2k_range *r = m2k_range_at(bank, t);
  if (r->lo >= 0 && r->hi < (m2k_i128)1 << width)
    return t;
  return m2k_uwrap(bank, t, (uint32_t)width);
}

static m2k_term rebuild_app(m2k_subst *s, m2k_term t) {
  m2k_bank *bank = s->bank;
  m2k_node node = *m2k_node_at(bank, t);
  m2k_app fn = (m2k_app)node.fn;
  uint64_t param = (uint64_t)node.value;
  m2k_vec_u32 args = {0};
  for (uint32_t i = 0; i < node.count; ++i)
    m2k_vec_push(&args, arg(s, t, i));
  m2k_range r = *m2k_range_at(bank, t);
  m2k_term out;
  if (fn == M2K_APP_BITAND || fn == M2K_APP_BITOR || fn == M2K_APP_BITXOR) {
    m2k_term a = fitted(bank, args.at[0], param);
    m2k_term b = fitted(bank, args.at[1], param);
    uint32_t width = (uint32_t)param;
    out = fn == M2K_APP_BITAND  ? m2k_bitand(bank, a, b, width)
          : fn == M2K_APP_BITOR ? m2k_bitor(bank, a, b, width)
                                : m2k_bitxor(bank, a, b, width);
  } else if (fn == M2K_APP_POPC || fn == M2K_APP_CLZ || fn == M2K_APP_CTZ ||
             fn == M2K_APP_POW2) {
    /* The old interval followed from the old operand. */
    out = m2k_apply(bank, fn, param, args.at, args.len, -M2K_INF, M2K_INF);
  } else {
    out = m2k_apply(bank, fn, param, args.at, args.len, r.lo, r.hi);
  }
  m2k_vec_free(&args);
  return out;
}

static m2k_term rebuild_other(m2k_subst *s, m2k_term t, m2k_term_kind kind) {
  m2k_bank *bank = s->bank;
  m2k_term a = arg(s, t, 0);
  m2k_term b = m2k_node_at(bank, t)->count > 1 ? arg(s, t, 1) : M2K_NO_TERM;
  switch (kind) {
  case M2K_TERM_DIV:
    return m2k_div(bank, a, b);
  case M2K_TERM_MOD:
    return m2k_mod(bank, a, b);
  case M2K_TERM_MIN:
    return m2k_min(bank, a, b);
  case M2K_TERM_MAX:
    return m2k_max(bank, a, b);
  case M2K_TERM_ITE:
    return m2k_ite(bank, a, b, arg(s, t, 2));
  case M2K_TERM_LE:
    return m2k_le(bank, a, m2k_const(bank, 0));
  case M2K_TERM_EQ:
    return m2k_eq(bank, a, m2k_const(bank, 0));
  case M2K_TERM_NOT:
    return m2k_not(bank, a);
  default:
    m2k_bug("unknown kind of term %d", (int)kind);
  }
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
  case M2K_TERM_SUM:
    return rebuild_sum(s, t);
  case M2K_TERM_MUL:
    return rebuild_mul(s, t);
  case M2K_TERM_AND:
  case M2K_TERM_OR:
    return rebuild_set(s, t, kind);
  case M2K_TERM_APP:
    out = rebuild_app(s, t);
    other = replacement(s, t, out);
    *replaced = other != M2K_NO_TERM;
    if (*replaced)
      return other;
    /* The same application, but other facts hold of it now. */
    if (out == t && m2k_sort_of(s->bank, t) != M2K_SORT_OPAQUE)
      return fresh_copy(s, t, "load", 0);
    return out;
  default:
    return rebuild_other(s, t, kind);
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
