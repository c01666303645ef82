/*
 * Bounds that follow from a question, by propagation through its terms in both
 * directions up to a fixpoint or a limit of rounds. Inside this layer.
 */
#ifndef M2K_SMT_PROPAGATE_H
#define M2K_SMT_PROPAGATE_H

#include "passes/smt/question.h"

typedef enum m2k_truth { M2K_OPEN, M2K_HOLDS, M2K_FAILS } m2k_truth;

typedef struct m2k_bounds {
  const m2k_question *q;
  M2K_VEC(m2k_range) ranges; /* by number of node */
  M2K_VEC(uint8_t) truths;   /* m2k_truth, for booleans */
  bool changed, conflict;
} m2k_bounds;

/* False when the question has been found contradictory. */
bool m2k_bounds_find(m2k_bounds *b, const m2k_question *q);
void m2k_bounds_free(m2k_bounds *b);
/* Interval of an integer term, whether it occurs in the question or not. */
m2k_range m2k_bounds_of(const m2k_bounds *b, m2k_term t);

/* Inside: intersect, set; conflicts are remembered. */
void m2k_bounds_meet(m2k_bounds *b, uint32_t at, m2k_range range);
void m2k_bounds_decide(m2k_bounds *b, uint32_t at, bool value);
/* propagate_up.c and propagate_down.c: from operands to node `at`, and back. */
void m2k_bounds_up(m2k_bounds *b, uint32_t at);
void m2k_bounds_down(m2k_bounds *b, uint32_t at);

static inline uint32_t m2k_bounds_arg(const m2k_bounds *b, uint32_t at,
                                      uint32_t i) {
  return b->q->args.at[b->q->nodes.at[at].args + i];
}

#endif
