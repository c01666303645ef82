/* Functions of app.def on numbers, inside this layer. */
#ifndef M2K_SMT_FOLD_H
#define M2K_SMT_FOLD_H

#include "passes/smt/term.h"

bool m2k_app_is_evaluable(m2k_app fn);
/* False where the function is not evaluable or an operand is outside of what
 * it is defined on. */
bool m2k_app_fold(m2k_app fn, uint64_t param, const m2k_i128 *args,
                  uint32_t count, m2k_i128 *out);

#endif
