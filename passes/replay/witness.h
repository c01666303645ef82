/*
 * From a solver's model to a concrete run: arguments, tensors with their
 * initial contents, launch, block and thread.
 */
#ifndef M2K_REPLAY_WITNESS_H
#define M2K_REPLAY_WITNESS_H

#include "passes/launch/bind.h"
#include "passes/replay/replay.h"
#include "passes/smt/query.h"

/* The run that `model` stands for. `terms` are the conditions that the model
 * satisfies: what they load from tensors becomes initial contents. Arrays live
 * in `arena`. */
m2k_replay_input m2k_witness_input(m2k_arena *arena, const m2k_binding *binding,
                                   const m2k_model *model,
                                   const m2k_term *terms, uint32_t count);

/* Every SYM and LOAD term that the conditions mention, facts included, in
 * order of first mention; *count of them, in `arena`. */
const m2k_term *m2k_witness_leaves(m2k_arena *arena, const m2k_binding *binding,
                                   const m2k_term *terms, uint32_t count,
                                   uint32_t *leaf_count);

/* The element that a word of a tensor of this type is. */
m2k_i128 m2k_witness_element(const m2k_replay_word *word, m2k_dtype dtype);

/* Fills float tensors and float arguments that nothing states with `value`. */
void m2k_witness_fill_floats(const m2k_binding *binding,
                             m2k_replay_input *input, double value);

#endif
