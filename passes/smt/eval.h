/*
 * Evaluation with a memo that serves several terms under one assignment,
 * inside this layer. {0} is a fresh memo.
 */
#ifndef M2K_SMT_EVAL_H
#define M2K_SMT_EVAL_H

#include "passes/base/vec.h"
#include "passes/smt/idmap.h"

typedef struct m2k_eval {
  const m2k_bank *bank;
  bool (*value)(void *data, m2k_term leaf, m2k_i128 *out);
  void *data;
  m2k_idmap memo; /* index into values, or UINT32_MAX for a failure */
  M2K_VEC(m2k_i128) values;
} m2k_eval;

bool m2k_eval_term(m2k_eval *eval, m2k_term t, m2k_i128 *out);
void m2k_eval_free(m2k_eval *eval);

#endif
