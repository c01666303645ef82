#include "passes/smt/affect.h"
#include "passes/smt/bank.h"

typedef struct step {
  m2k_term t;
  uint32_t next; /* operand to look at */
  uint32_t fact; /* fact to look at, then M2K_NO_TERM */
  bool in_fact;  /* its guard has been looked at */
} step;

typedef M2K_VEC(step) step_stack;

static void push(const m2k_bank *bank, step_stack *stack, m2k_term t) {
  m2k_vec_push(stack, (step){t, 0, m2k_node_at(bank, t)->facts, false});
}

/* The next operand or fact of a term; M2K_NO_TERM at the end. */
static m2k_term advance(const m2k_bank *bank, step *s) {
  if (s->next < m2k_node_at(bank, s->t)->count)
    return m2k_arg_of(bank, s->t, s->next++);
  if (s->fact == M2K_NO_TERM)
    return M2K_NO_TERM;
  const m2k_fact *fact = &bank->facts.at[s->fact];
  s->in_fact = !s->in_fact;
  if (s->in_fact)
    return fact->guard;
  s->fact = fact->next;
  return fact->fact;
}

/* Adds t and all that it reaches, operands first. */
static void discover(m2k_affect *a, m2k_term t) {
  step_stack stack = {0};
  m2k_idmap_put(&a->index, t, UINT32_MAX);
  push(a->bank, &stack, t);
  while (stack.len) {
    m2k_term next = advance(a->bank, &m2k_vec_last(&stack));
    uint32_t at;
    if (next == M2K_NO_TERM) {
      m2k_term done = m2k_vec_pop(&stack).t;
      m2k_idmap_put(&a->index, done, a->nodes.len);
      m2k_vec_push(&a->nodes, (m2k_affect_node){done, UINT32_MAX, false});
    } else if (!m2k_idmap_get(&a->index, next, &at)) {
      m2k_idmap_put(&a->index, next, UINT32_MAX);
      push(a->bank, &stack, next);
    }
  }
  m2k_vec_free(&stack);
}

static void mark(m2k_affect *a, uint32_t at) {
  m2k_vec_push(&a->work, at);
  a->nodes.at[at].affected = true;
  while (a->work.len) {
    uint32_t top = m2k_vec_pop(&a->work);
    for (uint32_t e = a->nodes.at[top].users; e != UINT32_MAX;
         e = a->edges.at[e].next) {
      uint32_t user = a->edges.at[e].user;
      if (a->nodes.at[user].affected)
        continue;
      a->nodes.at[user].affected = true;
      m2k_vec_push(&a->work, user);
    }
  }
}

/* Links node `user` to what it uses. */
static void link_uses(m2k_affect *a, uint32_t user) {
  m2k_term t = a->nodes.at[user].t, used;
  step s = {t, 0, m2k_node_at(a->bank, t)->facts, false};
  while ((used = advance(a->bank, &s)) != M2K_NO_TERM) {
    uint32_t at = 0;
    m2k_idmap_get(&a->index, used, &at);
    m2k_affect_edge edge = {user, a->nodes.at[at].users};
    a->nodes.at[at].users = a->edges.len;
    m2k_vec_push(&a->edges, edge);
    if (a->nodes.at[at].affected && !a->nodes.at[user].affected)
      mark(a, user);
  }
}

bool m2k_affect_is(m2k_affect *a, m2k_term t) {
  uint32_t at = 0;
  if (!m2k_idmap_get(&a->index, t, &at)) {
    uint32_t first = a->nodes.len;
    discover(a, t);
    for (uint32_t i = first; i < a->nodes.len; ++i)
      link_uses(a, i);
    /* Symbols before applications, whose operands then are decided. */
    for (int apps = 0; apps < 2; ++apps)
      for (uint32_t i = first; i < a->nodes.len; ++i) {
        m2k_term_kind kind = m2k_kind_of(a->bank, a->nodes.at[i].t);
        bool leaf = kind == M2K_TERM_SYM || kind == M2K_TERM_BSYM;
        if ((apps ? kind == M2K_TERM_APP && !a->nodes.at[i].affected : leaf) &&
            a->replaced(a->data, a->nodes.at[i].t))
          mark(a, i);
      }
    m2k_idmap_get(&a->index, t, &at);
  }
  return a->nodes.at[at].affected;
}

void m2k_affect_clear(m2k_affect *a) {
  m2k_idmap_clear(&a->index);
  m2k_vec_clear(&a->nodes);
  m2k_vec_clear(&a->edges);
}

void m2k_affect_free(m2k_affect *a) {
  m2k_idmap_free(&a->index);
  m2k_vec_free(&a->nodes);
  m2k_vec_free(&a->edges);
  m2k_vec_free(&a->work);
}
