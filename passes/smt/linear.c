#include "passes/smt/linear.h"
#include "passes/smt/range.h"

void m2k_lin_init(m2k_lin *lin, m2k_i128 constant) {
  lin->constant = constant;
  lin->len = 0;
  lin->cap = M2K_LIN_INLINE;
  lin->overflow = false;
  lin->terms = lin->terms_inline;
  lin->coefs = lin->coefs_inline;
}

void m2k_lin_free(m2k_lin *lin) {
  if (lin->terms != lin->terms_inline) {
    free(lin->terms);
    free(lin->coefs);
  }
}

static void grow(m2k_lin *lin, uint32_t want) {
  if (want <= lin->cap)
    return;
  uint32_t cap = lin->cap * 2 > want ? lin->cap * 2 : want;
  m2k_term *terms = malloc(cap * sizeof *terms);
  m2k_i128 *coefs = malloc(cap * sizeof *coefs);
  if (!terms || !coefs)
    m2k_bug("out of memory");
  memcpy(terms, lin->terms, lin->len * sizeof *terms);
  memcpy(coefs, lin->coefs, lin->len * sizeof *coefs);
  m2k_lin_free(lin);
  lin->terms = terms;
  lin->coefs = coefs;
  lin->cap = cap;
}

void m2k_lin_push(m2k_lin *lin, m2k_term t, m2k_i128 coef) {
  grow(lin, lin->len + 1);
  lin->terms[lin->len] = t;
  lin->coefs[lin->len++] = coef;
}

static m2k_i128 times(m2k_lin *lin, m2k_i128 a, m2k_i128 b) {
  m2k_i128 out = 0;
  if (!m2k_mul_fits(a, b, &out))
    lin->overflow = true;
  return out;
}

static m2k_i128 plus(m2k_lin *lin, m2k_i128 a, m2k_i128 b) {
  m2k_i128 out = 0;
  if (!m2k_add_fits(a, b, &out))
    lin->overflow = true;
  return out;
}

void m2k_lin_of(const m2k_bank *bank, m2k_lin *lin, m2k_term t,
                m2k_i128 factor) {
  m2k_lin_init(lin, 0);
  const m2k_node *node = m2k_node_at(bank, t);
  if (factor == 0)
    return;
  if (node->kind == M2K_TERM_CONST) {
    lin->constant = times(lin, node->value, factor);
  } else if (node->kind == M2K_TERM_SUM) {
    lin->constant = times(lin, node->value, factor);
    grow(lin, node->count);
    lin->len = node->count;
    const m2k_i128 *coefs = m2k_node_coefs(bank, node);
    memcpy(lin->terms, m2k_node_args(bank, node),
           node->count * sizeof *lin->terms);
    for (uint32_t i = 0; i < node->count; ++i)
      lin->coefs[i] = factor == 1 ? coefs[i] : times(lin, coefs[i], factor);
  } else {
    m2k_lin_push(lin, t, factor);
  }
}

/* Place of t, or where it belongs. */
static uint32_t place(const m2k_lin *lin, m2k_term t) {
  uint32_t lo = 0, hi = lin->len;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (lin->terms[mid] < t)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void add_one(m2k_lin *lin, m2k_term t, m2k_i128 coef) {
  uint32_t i = place(lin, t);
  uint32_t behind = lin->len - i;
  if (behind && lin->terms[i] == t) {
    lin->coefs[i] = plus(lin, lin->coefs[i], coef);
    if (lin->coefs[i])
      return;
    memmove(lin->terms + i, lin->terms + i + 1,
            (behind - 1) * sizeof(m2k_term));
    memmove(lin->coefs + i, lin->coefs + i + 1,
            (behind - 1) * sizeof(m2k_i128));
    --lin->len;
    return;
  }
  grow(lin, lin->len + 1);
  memmove(lin->terms + i + 1, lin->terms + i, behind * sizeof(m2k_term));
  memmove(lin->coefs + i + 1, lin->coefs + i, behind * sizeof(m2k_i128));
  lin->terms[i] = t;
  lin->coefs[i] = coef;
  ++lin->len;
}

void m2k_lin_add(const m2k_bank *bank, m2k_lin *lin, m2k_term t,
                 m2k_i128 factor) {
  const m2k_node *node = m2k_node_at(bank, t);
  if (factor == 0)
    return;
  if (node->kind == M2K_TERM_CONST) {
    lin->constant = plus(lin, lin->constant, times(lin, node->value, factor));
  } else if (node->kind == M2K_TERM_SUM) {
    lin->constant = plus(lin, lin->constant, times(lin, node->value, factor));
    const m2k_term *terms = m2k_node_args(bank, node);
    const m2k_i128 *coefs = m2k_node_coefs(bank, node);
    for (uint32_t i = 0; i < node->count; ++i)
      add_one(lin, terms[i], times(lin, coefs[i], factor));
  } else {
    add_one(lin, t, factor);
  }
}

m2k_i128 m2k_lin_coef(const m2k_lin *lin, m2k_term t) {
  uint32_t i = place(lin, t);
  return i < lin->len && lin->terms[i] == t ? lin->coefs[i] : 0;
}

m2k_i128 m2k_lin_content(const m2k_lin *lin) {
  m2k_i128 g = 0;
  for (uint32_t i = 0; i < lin->len && g != 1; ++i)
    g = m2k_gcd(g, lin->coefs[i]);
  return g;
}

void m2k_lin_divide(m2k_lin *lin, m2k_i128 by, m2k_i128 constant) {
  if (by != 1)
    for (uint32_t i = 0; i < lin->len; ++i)
      lin->coefs[i] /= by;
  lin->constant = constant;
}

m2k_range m2k_lin_range(const m2k_bank *bank, const m2k_lin *lin) {
  m2k_range sum = m2k_range_const(lin->constant);
  for (uint32_t i = 0; i < lin->len; ++i) {
    m2k_range part =
        m2k_range_scale(m2k_range_at(bank, lin->terms[i]), lin->coefs[i]);
    sum = m2k_range_add(&sum, &part);
  }
  return sum;
}

m2k_term m2k_lin_term_plain(m2k_bank *bank, const m2k_lin *lin) {
  M2K_ASSERT(!lin->overflow);
  if (lin->len == 0)
    return m2k_const(bank, lin->constant);
  if (lin->len == 1 && lin->constant == 0 && lin->coefs[0] == 1)
    return lin->terms[0];
  m2k_node_key key = {.kind = M2K_TERM_SUM,
                      .sort = M2K_SORT_INT,
                      .value = lin->constant,
                      .args = lin->terms,
                      .coefs = lin->coefs,
                      .count = lin->len};
  bool fresh;
  m2k_term t = m2k_bank_intern(bank, &key, &fresh);
  if (fresh)
    bank->ranges.at[t] = m2k_lin_range(bank, lin);
  return t;
}
