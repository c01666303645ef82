/*
 * Inside of passes/launch: what the files that make bindings share. Nothing
 * outside this directory includes it.
 */
#ifndef M2K_LAUNCH_BIND_STATE_H
#define M2K_LAUNCH_BIND_STATE_H

#include "passes/launch/bind.h"
#include "passes/smt/import.h"

typedef struct m2k_bind_state {
  m2k_subst *subst;
  m2k_subst *exact; /* for exact offsets, where an argument was narrowed on its
                       way; else null */
  const m2k_signature *sig;
  const m2k_bind_limits *limits;
  const m2k_launch *launch;   /* null: the kernel's own case */
  m2k_import *import;         /* of the host's terms; null without a launch */
  m2k_case_terms terms;       /* of the case, in the summary's bank */
  M2K_VEC(m2k_term) from, to; /* loads whose facts are still to be copied */
  bool draining;
} m2k_bind_state;

/* `symbol` of the summary is `to`. */
static inline void m2k_bind_put(m2k_binding *b, m2k_term symbol, m2k_term to) {
  m2k_subst_bind(b->state->subst, symbol, to);
}

/* bind_load.c: what m2k_subst asks about loads. */
m2k_term m2k_bind_rewrite(void *binding, m2k_term original, m2k_term candidate);
/* ... for exact offsets. */
m2k_term m2k_bind_rewrite_exact(void *binding, m2k_term original,
                                m2k_term candidate);

/* bind.c: adds the number at `offset` of by-value parameter p; false when none
 * is known there. `s` may be null. */
bool m2k_bind_add_field(m2k_binding *b, const m2k_scalar_clause *s, uint32_t p,
                        uint64_t offset);

/* bind.c: the pointer behind a region, and its name; may be null. */
const m2k_sig_param *m2k_bind_pointer(const m2k_binding *b,
                                      const m2k_region *region,
                                      const char **name);
/* bind.c: the numbers of the launch, the threads of the block and so on. */
void m2k_bind_limit(m2k_binding *b, m2k_term lo, m2k_term t, m2k_term hi);

/* bind_launch.c: the same from a host execution. */
void m2k_launch_begin(m2k_binding *b);
m2k_term m2k_launch_dim(m2k_binding *b, uint32_t i); /* as m2k_binding.launch */
void m2k_launch_regions(m2k_binding *b);
void m2k_launch_scalars(m2k_binding *b);
bool m2k_launch_field(m2k_binding *b, uint32_t p, uint64_t offset,
                      uint32_t size);

#endif
