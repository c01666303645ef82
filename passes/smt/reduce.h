/*
 * A question said more simply by what its bounds have found: remainders whose
 * operand lies in one period, choices and extremes that are decided, members
 * of OR that fail, values of which one is left. Inside this layer.
 */
#ifndef M2K_SMT_REDUCE_H
#define M2K_SMT_REDUCE_H

#include "passes/smt/propagate.h"

/* Puts into *out conjuncts that hold exactly where the question's do; what a
 * replacement rests on is among them. False, with *out in no useful state,
 * when nothing was replaced. `values`: symbols, too, become their values, which
 * the conjuncts keep. Makes terms. */
bool m2k_reduce(const m2k_bounds *bounds, bool values, m2k_vec_u32 *out);

#endif
