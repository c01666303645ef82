/* Contradictions by combining comparisons, inside this layer. */
#ifndef M2K_SMT_RULES_H
#define M2K_SMT_RULES_H

#include "passes/smt/propagate.h"

/* True when the comparisons that hold in the question contradict each other.
 * `linear`: tries those without products, too. May make terms; the caller may
 * rewind the bank afterwards. */
bool m2k_rules_refute(const m2k_bounds *bounds, bool linear);

#endif
