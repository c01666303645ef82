/*
 * Do two interfaces say the same? Cases are compared by what they say, clause
 * by clause in its canonical spelling, whatever form they were written in;
 * neither places nor the order of clauses count. Nothing is solved:
 * `n + n` is not `2 * n`.
 */
#ifndef M2K_INTERFACE_COMPARE_H
#define M2K_INTERFACE_COMPARE_H

#include "interface/store.h"
#include "passes/base/str.h"

/* All clauses of a case in one canonical order, one text each, the function's
 * name first; texts live in `arena`. A symbol is a clause of its own. */
const char **m2k_case_clauses(m2k_arena *arena, const m2k_case *c,
                              uint32_t *count);

bool m2k_case_equal(m2k_arena *arena, const m2k_case *a, const m2k_case *b);

/* Appends what `b` has and `a` has not, and the other way round, as lines for
 * people to read: whole cases, and the clauses of those whose function and
 * label are the same. Returns the number of cases that differ. */
uint32_t m2k_store_diff(m2k_arena *arena, const m2k_store *a,
                        const m2k_store *b, m2k_str *out);

#endif
