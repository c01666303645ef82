/* Looking at terms, and facts. */
#include "passes/smt/bank.h"
#include "passes/smt/idmap.h"

m2k_term_kind m2k_kind(const m2k_bank *bank, m2k_term t) {
  return m2k_kind_of(bank, t);
}

m2k_sort m2k_sort_of(const m2k_bank *bank, m2k_term t) {
  return (m2k_sort)m2k_node_at(bank, t)->sort;
}

bool m2k_is_const(const m2k_bank *bank, m2k_term t, m2k_i128 *value) {
  const m2k_node *node = m2k_node_at(bank, t);
  if (node->kind != M2K_TERM_CONST)
    return false;
  *value = node->value;
  return true;
}

m2k_range m2k_range_of(const m2k_bank *bank, m2k_term t) {
  return *m2k_range_at(bank, t);
}

uint32_t m2k_arg_count(const m2k_bank *bank, m2k_term t) {
  return m2k_node_at(bank, t)->count;
}

m2k_term m2k_arg(const m2k_bank *bank, m2k_term t, uint32_t i) {
  M2K_ASSERT(i < m2k_node_at(bank, t)->count);
  return m2k_arg_of(bank, t, i);
}

m2k_i128 m2k_coef(const m2k_bank *bank, m2k_term t, uint32_t i) {
  const m2k_node *node = m2k_node_at(bank, t);
  return node->kind == M2K_TERM_SUM ? m2k_node_coefs(bank, node)[i] : 1;
}

m2k_i128 m2k_sum_constant(const m2k_bank *bank, m2k_term t) {
  const m2k_node *node = m2k_node_at(bank, t);
  return node->kind == M2K_TERM_SUM || node->kind == M2K_TERM_CONST
             ? node->value
             : 0;
}

m2k_app m2k_app_of(const m2k_bank *bank, m2k_term t) {
  M2K_ASSERT(m2k_kind_of(bank, t) == M2K_TERM_APP);
  return (m2k_app)m2k_node_at(bank, t)->fn;
}

uint64_t m2k_app_param(const m2k_bank *bank, m2k_term t) {
  return (uint64_t)m2k_node_at(bank, t)->value;
}

static const m2k_sym_info *sym_info(const m2k_bank *bank, m2k_term sym) {
  const m2k_node *node = m2k_node_at(bank, sym);
  M2K_ASSERT(node->kind == M2K_TERM_SYM || node->kind == M2K_TERM_BSYM);
  return &bank->syms.at[(uint32_t)node->value];
}

const char *m2k_sym_name(const m2k_bank *bank, m2k_term sym) {
  return sym_info(bank, sym)->name;
}

uint32_t m2k_sym_owner(const m2k_bank *bank, m2k_term sym) {
  return sym_info(bank, sym)->owner;
}

uint32_t m2k_term_count(const m2k_bank *bank) { return bank->nodes.len; }

m2k_i128 m2k_split(m2k_bank *bank, m2k_term t, m2k_term part, m2k_term *rest) {
  m2k_i128 coef = 0;
  if (t == part) {
    *rest = m2k_const(bank, 0);
    return 1;
  }
  *rest = t;
  if (m2k_kind_of(bank, t) != M2K_TERM_SUM)
    return 0;
  for (uint32_t i = 0; i < m2k_node_at(bank, t)->count; ++i)
    if (m2k_arg_of(bank, t, i) == part)
      coef = m2k_coef(bank, t, i);
  if (coef)
    *rest = m2k_sub(bank, t, m2k_scale(bank, part, coef));
  return coef;
}

typedef struct walk {
  m2k_term t;
  uint32_t next;
} walk;

void m2k_visit(const m2k_bank *bank, m2k_term t,
               bool (*visit)(void *data, m2k_term t), void *data) {
  m2k_idmap seen = {0};
  M2K_VEC(walk) stack = {0};
  bool more = true;
  m2k_idmap_put(&seen, t, 0);
  m2k_vec_push(&stack, (walk){t, 0});
  while (more && stack.len) {
    walk *top = &m2k_vec_last(&stack);
    if (top->next == m2k_node_at(bank, top->t)->count) {
      more = visit(data, top->t);
      --stack.len;
      continue;
    }
    m2k_term arg = m2k_arg_of(bank, top->t, top->next++);
    if (m2k_idmap_put(&seen, arg, 0))
      m2k_vec_push(&stack, (walk){arg, 0});
  }
  m2k_vec_free(&stack);
  m2k_idmap_free(&seen);
}

typedef struct search {
  const m2k_term *parts;
  uint32_t count;
  bool found;
} search;

static bool look_for(void *data, m2k_term t) {
  search *s = data;
  for (uint32_t i = 0; i < s->count; ++i)
    s->found = s->found || s->parts[i] == t;
  return !s->found;
}

bool m2k_occurs(const m2k_bank *bank, m2k_term t, const m2k_term *parts,
                uint32_t count) {
  search s = {parts, count, false};
  m2k_visit(bank, t, look_for, &s);
  return s.found;
}

void m2k_fact_add(m2k_bank *bank, m2k_term about, m2k_term guard,
                  m2k_term fact) {
  if (guard == M2K_TERM_FALSE_ID || fact == M2K_TERM_TRUE_ID)
    return;
  for (uint32_t i = bank->nodes.at[about].facts; i != M2K_NO_TERM;
       i = bank->facts.at[i].next)
    if (bank->facts.at[i].guard == guard && bank->facts.at[i].fact == fact)
      return;
  m2k_fact entry = {about, guard, fact, bank->nodes.at[about].facts};
  bank->nodes.at[about].facts = bank->facts.len;
  m2k_vec_push(&bank->facts, entry);
}

uint32_t m2k_fact_count(const m2k_bank *bank, m2k_term t) {
  uint32_t count = 0;
  for (uint32_t i = m2k_node_at(bank, t)->facts; i != M2K_NO_TERM;
       i = bank->facts.at[i].next)
    ++count;
  return count;
}

void m2k_fact_get(const m2k_bank *bank, m2k_term t, uint32_t i, m2k_term *guard,
                  m2k_term *fact) {
  uint32_t at = m2k_node_at(bank, t)->facts;
  for (uint32_t back = m2k_fact_count(bank, t) - 1 - i; back; --back)
    at = bank->facts.at[at].next;
  *guard = bank->facts.at[at].guard;
  *fact = bank->facts.at[at].fact;
}
