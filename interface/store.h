/*
 * All interface cases of a run, and which functions they are about. Cases are
 * added by the readers; when the functions of the file are known, bind finds
 * each case's. The store borrows cases and lives in the session. It knows
 * names only: parameters are signature.h's.
 */
#ifndef M2K_INTERFACE_STORE_H
#define M2K_INTERFACE_STORE_H

#include "annotations/clause.h"
#include "passes/base/error.h"

typedef struct m2k_store m2k_store;

m2k_store *m2k_store_new(m2k_arena *arena);
void m2k_store_free(m2k_store *store); /* null is allowed */

/* A case of __m2k_iface_for: its function is named by its target. */
void m2k_store_add(m2k_store *store, const m2k_case *c);
/* A case on a declaration: its function is the one so named, exactly. */
void m2k_store_add_to(m2k_store *store, const m2k_case *c,
                      const char *function);

uint32_t m2k_store_len(const m2k_store *store);
/* Cases in order of addition, i < len. */
const m2k_case *m2k_store_case(const m2k_store *store, uint32_t i);
/* Has case i been bound to a function, in any bind so far? */
bool m2k_store_matched(const m2k_store *store, uint32_t i);

/* Finds each case's function among those of one file, given by qualified name;
 * template arguments and unnamed namespaces in the names do not count, and
 * equal names (overloads, instances) are one function. A target means the
 * function of exactly this name, else the only one whose name ends in it at
 * a `::`; a leading `::` allows the first only. More than one is an error at
 * the target (once for each target), none is not. Replaces the previous
 * bind's result. Negative after an error. */
int m2k_store_bind(m2k_store *store, const char *const *functions,
                   uint32_t nfunctions, m2k_errors *errors);

/* The numbers of the cases that are bound to the function, in order of
 * addition; the array lives in the store's arena. */
const uint32_t *m2k_store_find(m2k_store *store, const char *function,
                               uint32_t *count);

/* A qualified name without template arguments and unnamed namespaces. */
const char *m2k_name_plain(m2k_arena *arena, const char *function);
/* Does `target` name the function of this plain name, wholly or by its last
 * components? */
bool m2k_name_matches(const char *target, const char *plain);

#endif
