/* Simplified conjunctions and disjunctions, inside this layer. */
#ifndef M2K_SMT_BOOLSET_H
#define M2K_SMT_BOOLSET_H

#include "passes/smt/bank.h"

/* The AND or OR (`kind`) of the terms. */
m2k_term m2k_boolset_term(m2k_bank *bank, m2k_term_kind kind,
                          const m2k_term *terms, uint32_t count);

#endif
