/*
 * One question, taken apart: its conjuncts with all facts of the terms in it,
 * and these terms in an order in which operands come first, numbered from 0.
 * Inside this layer; reused from question to question to keep its memory.
 */
#ifndef M2K_SMT_QUESTION_H
#define M2K_SMT_QUESTION_H

#include "passes/base/vec.h"
#include "passes/smt/bank.h"
#include "passes/smt/idmap.h"

typedef struct m2k_qnode {
  m2k_term t;
  uint32_t args, count; /* in m2k_question.args, as numbers of nodes */
  uint8_t kind, sort;
} m2k_qnode;

typedef struct m2k_pending {
  m2k_term guard, fact;
} m2k_pending;

typedef struct m2k_question {
  m2k_bank *bank;
  m2k_vec_u32 conjuncts; /* sorted */
  bool impossible;       /* found contradictory while being collected */
  M2K_VEC(m2k_qnode) nodes;
  m2k_vec_u32 args;
  m2k_idmap place; /* term -> number of node */
  /* working memory of collecting */
  m2k_idmap known, seen;
  M2K_VEC(m2k_pending) pending;
  m2k_vec_u32 stack;
} m2k_question;

/* Fills the question with the terms' conjunction and its facts, and adds
 * `also` (or M2K_NO_TERM) to the nodes. */
void m2k_question_set(m2k_question *q, m2k_bank *bank, const m2k_term *terms,
                      uint32_t count, m2k_term also);
/* The same for conjuncts that come from another question, and with them their
 * facts. */
void m2k_question_again(m2k_question *q, m2k_bank *bank, const m2k_term *terms,
                        uint32_t count);
void m2k_question_free(m2k_question *q);

#endif
