/*
 * Which terms a substitution changes, inside this layer. A term is affected
 * when it is replaced itself, or an operand or a fact of it is affected. Facts
 * may be cyclic (a loop symbol's fact mentions the symbol), so this is a
 * reachability question, answered before anything is copied: what is not
 * affected stays itself.
 */
#ifndef M2K_SMT_AFFECT_H
#define M2K_SMT_AFFECT_H

#include "passes/base/vec.h"
#include "passes/smt/idmap.h"

typedef struct m2k_affect_node {
  m2k_term t;
  uint32_t users; /* newest edge, or UINT32_MAX */
  bool affected;
} m2k_affect_node;

typedef struct m2k_affect_edge {
  uint32_t user, next;
} m2k_affect_edge;

typedef struct m2k_affect {
  const m2k_bank *bank;
  /* Whether the symbol or application t is replaced by something else. For an
   * application this is asked only when its operands are not affected. */
  bool (*replaced)(void *data, m2k_term t);
  void *data;
  m2k_idmap index; /* into nodes */
  M2K_VEC(m2k_affect_node) nodes;
  M2K_VEC(m2k_affect_edge) edges;
  m2k_vec_u32 work;
} m2k_affect;

bool m2k_affect_is(m2k_affect *affect, m2k_term t);
void m2k_affect_clear(m2k_affect *affect);
void m2k_affect_free(m2k_affect *affect);

#endif
