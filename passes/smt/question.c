#include "passes/smt/question.h"

/* A set of conjuncts beyond this size is not simplified as a whole. */
enum { SIMPLIFIED = 48 };

/* Remembers the facts of every term in t that was not seen before. */
static void scan(m2k_question *q, m2k_term t) {
  const m2k_bank *bank = q->bank;
  if (!m2k_idmap_put(&q->seen, t, 0))
    return;
  uint32_t bottom = q->stack.len;
  m2k_vec_push(&q->stack, t);
  while (q->stack.len > bottom) {
    m2k_term top = m2k_vec_pop(&q->stack);
    const m2k_node *node = m2k_node_at(bank, top);
    for (uint32_t i = node->facts; i != M2K_NO_TERM; i = bank->facts.at[i].next)
      m2k_vec_push(&q->pending, (m2k_pending){bank->facts.at[i].guard,
                                              bank->facts.at[i].fact});
    for (uint32_t i = 0; i < node->count; ++i) {
      m2k_term arg = m2k_arg_of(bank, top, i);
      if (m2k_idmap_put(&q->seen, arg, 0))
        m2k_vec_push(&q->stack, arg);
    }
  }
}

static void add(m2k_question *q, m2k_term t) {
  if (t == M2K_TERM_TRUE_ID)
    return;
  if (t == M2K_TERM_FALSE_ID)
    q->impossible = true;
  if (m2k_kind_of(q->bank, t) == M2K_TERM_AND) {
    for (uint32_t i = 0; i < m2k_node_at(q->bank, t)->count; ++i)
      add(q, m2k_arg_of(q->bank, t, i));
    return;
  }
  if (!m2k_idmap_put(&q->known, t, 0))
    return;
  m2k_vec_push(&q->conjuncts, t);
  scan(q, t);
}

static bool is_known(const m2k_question *q, m2k_term guard) {
  uint32_t ignored;
  if (guard == M2K_TERM_TRUE_ID)
    return true;
  if (m2k_kind_of(q->bank, guard) != M2K_TERM_AND)
    return m2k_idmap_get(&q->known, guard, &ignored);
  for (uint32_t i = 0; i < m2k_node_at(q->bank, guard)->count; ++i)
    if (!m2k_idmap_get(&q->known, m2k_arg_of(q->bank, guard, i), &ignored))
      return false;
  return true;
}

/* Facts whose guard is known as they are; when no more come, the others as
 * implications. */
static void add_facts(m2k_question *q) {
  while (q->pending.len) {
    uint32_t kept = 0, count = q->pending.len;
    for (uint32_t i = 0; i < count; ++i) {
      m2k_pending p = q->pending.at[i];
      if (is_known(q, p.guard))
        add(q, p.fact);
      else
        q->pending.at[kept++] = p;
    }
    /* What add has found came behind. */
    uint32_t more = q->pending.len - count;
    memmove(q->pending.at + kept, q->pending.at + count,
            more * sizeof *q->pending.at);
    q->pending.len = kept + more;
    if (kept < count || more)
      continue;
    for (uint32_t i = 0; i < kept; ++i) {
      m2k_pending p = q->pending.at[i];
      m2k_term otherwise = m2k_not(q->bank, p.guard);
      add(q, m2k_or(q->bank, otherwise, p.fact));
    }
    q->pending.len -= kept;
    memmove(q->pending.at, q->pending.at + kept,
            q->pending.len * sizeof *q->pending.at);
  }
}

static void simplify(m2k_question *q) {
  m2k_bank *bank = q->bank;
  if (q->impossible || q->conjuncts.len > SIMPLIFIED)
    return;
  m2k_term all = m2k_and_n(bank, q->conjuncts.at, q->conjuncts.len);
  m2k_vec_clear(&q->conjuncts);
  if (all == M2K_TERM_FALSE_ID)
    q->impossible = true;
  if (all == M2K_TERM_TRUE_ID || q->impossible)
    return;
  if (m2k_kind_of(bank, all) != M2K_TERM_AND) {
    m2k_vec_push(&q->conjuncts, all);
    return;
  }
  for (uint32_t i = 0; i < m2k_node_at(bank, all)->count; ++i)
    m2k_vec_push(&q->conjuncts, m2k_arg_of(bank, all, i));
}

static int by_id(const void *a, const void *b) {
  m2k_term x = *(const m2k_term *)a, y = *(const m2k_term *)b;
  return x < y ? -1 : x > y;
}

/* Gives t and its operands their numbers. */
static void number(m2k_question *q, m2k_term root) {
  const m2k_bank *bank = q->bank;
  uint32_t at = 0;
  m2k_vec_push(&q->stack, root);
  while (q->stack.len) {
    m2k_term t = m2k_vec_last(&q->stack);
    if (m2k_idmap_get(&q->place, t, &at)) {
      --q->stack.len;
      continue;
    }
    const m2k_node *node = m2k_node_at(bank, t);
    uint32_t waiting = q->stack.len;
    for (uint32_t i = node->count; i-- > 0;)
      if (!m2k_idmap_get(&q->place, m2k_arg_of(bank, t, i), &at))
        m2k_vec_push(&q->stack, m2k_arg_of(bank, t, i));
    if (q->stack.len > waiting)
      continue;
    --q->stack.len;
    m2k_qnode entry = {t, q->args.len, node->count, node->kind, node->sort};
    for (uint32_t i = 0; i < node->count; ++i) {
      m2k_idmap_get(&q->place, m2k_arg_of(bank, t, i), &at);
      m2k_vec_push(&q->args, at);
    }
    m2k_idmap_put(&q->place, t, q->nodes.len);
    m2k_vec_push(&q->nodes, entry);
  }
}

static void start(m2k_question *q, m2k_bank *bank) {
  q->bank = bank;
  q->impossible = false;
  m2k_vec_clear(&q->conjuncts);
  m2k_vec_clear(&q->nodes);
  m2k_vec_clear(&q->args);
  m2k_vec_clear(&q->pending);
  m2k_vec_clear(&q->stack);
  m2k_idmap_clear(&q->place);
  m2k_idmap_clear(&q->known);
  m2k_idmap_clear(&q->seen);
}

static void finish(m2k_question *q) {
  simplify(q);
  if (q->impossible)
    return;
  if (q->conjuncts.len > 1)
    qsort(q->conjuncts.at, q->conjuncts.len, sizeof *q->conjuncts.at, by_id);
  for (uint32_t i = 0; i < q->conjuncts.len; ++i)
    number(q, q->conjuncts.at[i]);
}

void m2k_question_set(m2k_question *q, m2k_bank *bank, const m2k_term *terms,
                      uint32_t count, m2k_term also) {
  start(q, bank);
  for (uint32_t i = 0; i < count; ++i)
    add(q, terms[i]);
  if (also != M2K_NO_TERM)
    scan(q, also);
  add_facts(q);
  finish(q);
  if (also != M2K_NO_TERM && !q->impossible)
    number(q, also);
}

void m2k_question_again(m2k_question *q, m2k_bank *bank, const m2k_term *terms,
                        uint32_t count) {
  start(q, bank);
  for (uint32_t i = 0; i < count; ++i)
    add(q, terms[i]);
  finish(q);
}

void m2k_question_free(m2k_question *q) {
  m2k_vec_free(&q->conjuncts);
  m2k_vec_free(&q->nodes);
  m2k_vec_free(&q->args);
  m2k_vec_free(&q->pending);
  m2k_vec_free(&q->stack);
  m2k_idmap_free(&q->place);
  m2k_idmap_free(&q->known);
  m2k_idmap_free(&q->seen);
}
