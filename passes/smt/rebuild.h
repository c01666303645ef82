/* Terms built again over other operands. Inside this layer. */
#ifndef M2K_SMT_REBUILD_H
#define M2K_SMT_REBUILD_H

#include "passes/smt/term.h"

/* t, which has operands, with args[i] for its operand number i, built by the
 * builder of its kind. */
m2k_term m2k_rebuild(m2k_bank *bank, m2k_term t, const m2k_term *args);

#endif
