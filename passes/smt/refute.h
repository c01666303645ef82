/*
 * Proofs without Z3: a question is reduced by its bounds, tried by the rules,
 * and taken apart into cases, each of which must fail. Inside this layer.
 */
#ifndef M2K_SMT_REFUTE_H
#define M2K_SMT_REFUTE_H

#include "passes/smt/propagate.h"

/* A question with its bounds. */
typedef struct m2k_posed {
  m2k_question question;
  m2k_bounds bounds;
} m2k_posed;

void m2k_posed_free(m2k_posed *posed);

/* The bounds of what is left of a question after reduction: its own, or those
 * in *rest; null when that is impossible. Makes terms. */
const m2k_bounds *m2k_refute_reduced(const m2k_bounds *bounds, m2k_posed *rest);
/* True when the rules refute the question, by itself or case by case. Makes
 * terms that are of no use to anybody else. */
bool m2k_refute(const m2k_bounds *bounds);

#endif
