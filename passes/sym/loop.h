/*
 * One loop being executed. Private to loop.c and induction.c.
 */
#ifndef M2K_SYM_LOOP_H
#define M2K_SYM_LOOP_H

#include "passes/sym/engine.h"

typedef struct m2k_loop_phi {
  const m2k_inst *inst;
  m2k_val latch_val; /* its value for the next iteration */
  m2k_sval value;    /* in iteration k */
  m2k_term sym;      /* integers, and offsets of non-affine pointers */
  uint32_t width;
  bool is_unsigned, is_pointer;
  bool affine;    /* sym = init_m + k * step_m */
  bool by_change; /* bounded by k times a change */
  m2k_term drift; /* integers that are not affine as written: exact value
                     minus machine value */
  m2k_term init_m, init_e, step_m, step_e;
} m2k_loop_phi;

typedef struct m2k_loop_run {
  m2k_exec *x;
  uint32_t loop;
  m2k_term since; /* terms from here on were made in the loop */
  uint32_t unique_since;
  m2k_term k;       /* iteration number */
  m2k_term stay;    /* path of the back edge */
  bool is_unsigned; /* of the counter being matched */
  M2K_VEC(m2k_loop_phi) phis;
} m2k_loop_run;

/* What the phi becomes in the next iteration. */
m2k_sval m2k_latch_value(const m2k_loop_run *run, const m2k_loop_phi *phi);

/* A representative of the same residue modulo 2^width with the outermost
 * wrap-around taken off. */
m2k_term m2k_unwrapped(m2k_bank *bank, m2k_term t, uint32_t width);

/* True when t depends on what differs between iterations; with allow_affine,
 * on more than k and affine counters. */
bool m2k_loop_variant(const m2k_loop_run *run, m2k_term t, bool allow_affine);

/* Finds closed forms or bounds for the phis that are not affine as written,
 * proves them and attaches them as facts (induction.c). */
void m2k_loop_bounds(m2k_loop_run *run);

#endif
