#include "passes/smt/rebuild.h"
#include "passes/smt/linear.h"
#include "passes/smt/range.h"

static m2k_term rebuild_sum(m2k_bank *bank, m2k_term t, const m2k_term *args) {
  m2k_lin lin;
  uint32_t count = m2k_node_at(bank, t)->count;
  m2k_lin_init(&lin, m2k_node_at(bank, t)->value);
  for (uint32_t i = 0; i < count; ++i)
    m2k_lin_add(bank, &lin, args[i], m2k_coef(bank, t, i));
  m2k_term sum = m2k_lin_term(bank, &lin);
  m2k_lin_free(&lin);
  return sum;
}

static m2k_term rebuild_mul(m2k_bank *bank, m2k_term t, const m2k_term *args) {
  m2k_term product = args[0];
  uint32_t count = m2k_node_at(bank, t)->count;
  for (uint32_t i = 1; i < count; ++i)
    product = m2k_mul(bank, product, args[i]);
  return product;
}

/* Operands of bit operations have their width; what is put for a symbol may
 * have a wider interval. */
static m2k_term fitted(m2k_bank *bank, m2k_term t, uint32_t width) {
  const m2k_range *r = m2k_range_at(bank, t);
  if (r->lo >= 0 && r->hi < (m2k_i128)1 << width)
    return t;
  return m2k_uwrap(bank, t, width);
}

static m2k_term rebuild_app(m2k_bank *bank, m2k_term t, const m2k_term *args) {
  m2k_node node = *m2k_node_at(bank, t);
  m2k_app fn = (m2k_app)node.fn;
  uint64_t param = (uint64_t)node.value;
  if (fn == M2K_APP_BITAND || fn == M2K_APP_BITOR || fn == M2K_APP_BITXOR) {
    uint32_t width = (uint32_t)param;
    m2k_term a = fitted(bank, args[0], width);
    m2k_term b = fitted(bank, args[1], width);
    return fn == M2K_APP_BITAND  ? m2k_bitand(bank, a, b, width)
           : fn == M2K_APP_BITOR ? m2k_bitor(bank, a, b, width)
                                 : m2k_bitxor(bank, a, b, width);
  }
  m2k_range r = *m2k_range_at(bank, t);
  if (fn == M2K_APP_POPC || fn == M2K_APP_CLZ || fn == M2K_APP_CTZ ||
      fn == M2K_APP_POW2) /* the old interval followed from the old operand */
    r = m2k_range_all();
  return m2k_apply(bank, fn, param, args, node.count, r.lo, r.hi);
}

m2k_term m2k_rebuild(m2k_bank *bank, m2k_term t, const m2k_term *args) {
  uint32_t count = m2k_node_at(bank, t)->count;
  m2k_term_kind kind = m2k_kind_of(bank, t);
  switch (kind) {
  case M2K_TERM_SUM:
    return rebuild_sum(bank, t, args);
  case M2K_TERM_MUL:
    return rebuild_mul(bank, t, args);
  case M2K_TERM_APP:
    return rebuild_app(bank, t, args);
  case M2K_TERM_AND:
    return m2k_and_n(bank, args, count);
  case M2K_TERM_OR:
    return m2k_or_n(bank, args, count);
  case M2K_TERM_DIV:
    return m2k_div(bank, args[0], args[1]);
  case M2K_TERM_MOD:
    return m2k_mod(bank, args[0], args[1]);
  case M2K_TERM_MIN:
    return m2k_min(bank, args[0], args[1]);
  case M2K_TERM_MAX:
    return m2k_max(bank, args[0], args[1]);
  case M2K_TERM_ITE:
    return m2k_ite(bank, args[0], args[1], args[2]);
  case M2K_TERM_LE:
    return m2k_le(bank, args[0], m2k_const(bank, 0));
  case M2K_TERM_EQ:
    return m2k_eq(bank, args[0], m2k_const(bank, 0));
  case M2K_TERM_NOT:
    return m2k_not(bank, args[0]);
  default:
    m2k_bug("no operands in a term of kind %d", (int)kind);
  }
}
