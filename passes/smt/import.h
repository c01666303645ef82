/*
 * Terms of one bank in another, for what is made in one place and used in
 * several: the terms of a host execution in the banks of the kernels that it
 * launches.
 *
 * Constants, operations and facts are built again; each symbol becomes a new
 * one of the same name, range and owner, once per import. What stands for
 * something that only the first bank's owner knows (applications that are not
 * evaluable) becomes a symbol too.
 *
 * Lifetime: an import remembers terms of both banks, so it must be freed before
 * either is rewound to a mark taken before it was made.
 */
#ifndef M2K_SMT_IMPORT_H
#define M2K_SMT_IMPORT_H

#include "passes/smt/term.h"

typedef struct m2k_import m2k_import;

/* `owner`, where given, says which owner a symbol gets in `to`. */
m2k_import *m2k_import_new(const m2k_bank *from, m2k_bank *to,
                           uint32_t (*owner)(void *data, uint32_t owner),
                           void *data);
void m2k_import_free(m2k_import *import); /* null is allowed */

/* t of `from` as a term of `to`, its facts and those of all its parts
 * included. */
m2k_term m2k_import_term(m2k_import *import, m2k_term t);
/* From now on `t` of `from` is `as` of `to`. */
void m2k_import_bind(m2k_import *import, m2k_term t, m2k_term as);

#endif
