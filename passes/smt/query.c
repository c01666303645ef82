#include "passes/smt/query.h"
#include "passes/base/map.h"
#include "passes/smt/refute.h"
#include "passes/smt/solver.h"

#include <stdio.h>

enum { DEFAULT_RLIMIT = 40000, REMEMBERED = 1 << 16 };

typedef struct remembered {
  uint32_t generation; /* of the bank when the answer was found */
  m2k_answer answer;
} remembered;

struct m2k_query {
  m2k_bank *bank;
  m2k_vec_u32 assumed, marks;
  m2k_question question;
  m2k_bounds bounds;
  m2k_posed rest; /* what reduction leaves of the question */
  m2k_solver *solver;
  m2k_map *memory; /* conjuncts -> index into answers */
  M2K_VEC(remembered) answers;
  m2k_query_stats stats;
  char *dump_dir;
  uint32_t dumped;
};

m2k_query *m2k_query_new(m2k_bank *bank, uint64_t rlimit) {
  return m2k_query_new_in(NULL, bank, rlimit);
}

m2k_query *m2k_query_new_in(m2k_session *session, m2k_bank *bank,
                            uint64_t rlimit) {
  m2k_query *q = calloc(1, sizeof *q);
  if (!q)
    m2k_bug("out of memory");
  q->bank = bank;
  q->solver = m2k_solver_new(session, bank, rlimit ? rlimit : DEFAULT_RLIMIT);
  return q;
}

void m2k_query_free(m2k_query *q) {
  if (!q)
    return;
  m2k_vec_free(&q->assumed);
  m2k_vec_free(&q->marks);
  m2k_question_free(&q->question);
  m2k_bounds_free(&q->bounds);
  m2k_posed_free(&q->rest);
  m2k_solver_free(q->solver);
  m2k_map_free(q->memory);
  m2k_vec_free(&q->answers);
  free(q->dump_dir);
  free(q);
}

m2k_bank *m2k_query_bank(const m2k_query *q) { return q->bank; }

void m2k_query_assume(m2k_query *q, m2k_term fact) {
  m2k_vec_push(&q->assumed, fact);
}

void m2k_query_push(m2k_query *q) { m2k_vec_push(&q->marks, q->assumed.len); }

void m2k_query_pop(m2k_query *q) {
  M2K_ASSERT(q->marks.len);
  q->assumed.len = m2k_vec_pop(&q->marks);
}

m2k_query_stats m2k_query_get_stats(const m2k_query *q) { return q->stats; }

void m2k_query_dump_to(m2k_query *q, const char *dir) {
  free(q->dump_dir);
  q->dump_dir = dir ? strdup(dir) : NULL;
}

/* ---- remembered answers ---- */

/* The conjuncts are the question, if no id in them has been given anew since:
 * operands are older than their users, so the stamps of the conjuncts say. */
static bool recall(m2k_query *q, m2k_answer *answer) {
  const m2k_vec_u32 *key = &q->question.conjuncts;
  uint64_t at;
  if (!q->memory ||
      !m2k_map_get_bytes(q->memory, key->at, key->len * sizeof *key->at, &at))
    return false;
  const remembered *r = &q->answers.at[at];
  for (uint32_t i = 0; i < key->len; ++i)
    if (m2k_node_at(q->bank, key->at[i])->stamp > r->generation)
      return false;
  *answer = r->answer;
  return true;
}

static void remember(m2k_query *q, m2k_answer answer) {
  const m2k_vec_u32 *key = &q->question.conjuncts;
  if (!q->memory)
    q->memory = m2k_map_new();
  if (m2k_map_len(q->memory) >= REMEMBERED) {
    m2k_map_clear(q->memory);
    m2k_vec_clear(&q->answers);
  }
  m2k_map_put_bytes(q->memory, key->at, key->len * sizeof *key->at,
                    q->answers.len);
  m2k_vec_push(&q->answers, (remembered){q->bank->generation, answer});
}

/* ---- asking ---- */

static void pose(m2k_query *q, const m2k_term *terms, uint32_t count,
                 m2k_term also) {
  m2k_vec_u32 all = {0};
  for (uint32_t i = 0; i < q->assumed.len; ++i)
    m2k_vec_push(&all, q->assumed.at[i]);
  for (uint32_t i = 0; i < count; ++i)
    m2k_vec_push(&all, terms[i]);
  m2k_question_set(&q->question, q->bank, all.at, all.len, also);
  m2k_vec_free(&all);
}

/* A model in which everything is as small, or as large, as bounds allow. */
static bool guess(m2k_query *q, m2k_model **model) {
  m2k_clash clash;
  for (int upper = 0; upper < 2; ++upper) {
    *model = m2k_model_guess(&q->bounds, upper);
    if (m2k_model_satisfies(*model, &q->question, &clash))
      return true;
    m2k_model_free(*model);
    *model = NULL;
  }
  return false;
}

static m2k_answer ask_solver(m2k_query *q, const m2k_bounds *bounds,
                             m2k_model **model) {
  m2k_str path = {0};
  if (q->dump_dir)
    m2k_str_addf(&path, "%s/%u.smt2", q->dump_dir, q->dumped++);
  m2k_answer answer = m2k_solver_ask(q->solver, bounds, model, path.at);
  m2k_str_free(&path);
  return answer;
}

/* Whether the question has leaves that are not in the bank below the mark: what
 * has outgrown 128 bits on the way. */
static bool has_new_leaves(const m2k_question *q, m2k_bank_mark mark) {
  for (uint32_t i = 0; i < q->nodes.len; ++i)
    if (q->nodes.at[i].t >= mark.terms &&
        m2k_is_leaf(q->bank, q->nodes.at[i].t))
      return true;
  return false;
}

/* Z3's answer to what reduction has left. A model of that has been checked
 * there; it counts if it is one of the question itself. */
static m2k_answer ask_reduced(m2k_query *q, const m2k_bounds *left,
                              m2k_model **model, m2k_bank_mark mark) {
  m2k_clash clash;
  if (left == &q->bounds || has_new_leaves(left->q, mark))
    return ask_solver(q, &q->bounds, model);
  m2k_answer answer = ask_solver(q, left, model);
  if (answer != M2K_SAT || m2k_model_satisfies(*model, &q->question, &clash))
    return answer;
  m2k_model_free(*model);
  *model = NULL;
  return ask_solver(q, &q->bounds, model);
}

/* What bounds and guesses leave open. The terms made on the way are of no use
 * to anybody else. */
static m2k_answer decide_rest(m2k_query *q, m2k_model **model) {
  m2k_bank_mark mark = m2k_bank_get_mark(q->bank);
  const m2k_bounds *left = m2k_refute_reduced(&q->bounds, &q->rest);
  m2k_answer answer = M2K_UNSAT;
  if (!left) {
    ++q->stats.by_bounds;
  } else if (m2k_refute(left)) {
    ++q->stats.by_rules;
  } else {
    answer = ask_reduced(q, left, model, mark);
    if (answer == M2K_UNDECIDED)
      ++q->stats.undecided;
    else
      ++q->stats.by_solver;
  }
  m2k_bank_rewind(q->bank, mark);
  return answer;
}

static m2k_answer decide(m2k_query *q, m2k_model **model) {
  if (!m2k_bounds_find(&q->bounds, &q->question)) {
    ++q->stats.by_bounds;
    return M2K_UNSAT;
  }
  if (guess(q, model)) {
    ++q->stats.by_bounds;
    return M2K_SAT;
  }
  return decide_rest(q, model);
}

m2k_answer m2k_query_ask(m2k_query *q, const m2k_term *terms, uint32_t count,
                         m2k_model **model) {
  m2k_answer answer;
  m2k_model *found = NULL;
  ++q->stats.asked;
  if (model)
    *model = NULL;
  pose(q, terms, count, M2K_NO_TERM);
  if (q->question.impossible) { /* its conjuncts are not complete */
    ++q->stats.by_bounds;
    return M2K_UNSAT;
  }
  if (recall(q, &answer) && (!model || answer != M2K_SAT))
    return answer;
  answer = decide(q, &found);
  remember(q, answer);
  if (model && answer == M2K_SAT)
    *model = found;
  else
    m2k_model_free(found);
  return answer;
}

bool m2k_query_proves(m2k_query *q, m2k_term given, m2k_term goal) {
  m2k_term terms[2] = {given, m2k_not(q->bank, goal)};
  return m2k_query_ask(q, terms, 2, NULL) == M2K_UNSAT;
}

m2k_range m2k_query_range(m2k_query *q, m2k_term given, m2k_term t) {
  pose(q, &given, 1, t);
  if (!m2k_bounds_find(&q->bounds, &q->question))
    return (m2k_range){1, 0, 1, 0};
  return m2k_bounds_of(&q->bounds, t);
}
