/*
 * The traced form: what the published tracer of this field writes, an array of
 * calls with positional arguments (INTERFACE.md, "Traced form"). Reading makes
 * a case of each call. Writing is for the cases that the form can express.
 *
 * Read: `s`, the sequence length, is in 1..131072 and `b`, the batch, in
 * 1..1024 unless symRanges says otherwise; a dimension whose coefficients are
 * fractions is a division that `assume` makes exact; element ranges that are
 * both 0, and what is said about duplicates beside them, mean that nothing is
 * known; a list's elements are `@N[0]`, `@N[1]` …; a call may have a member
 * `case`, its label, which is ours.
 */
#ifndef M2K_INTERFACE_TRACED_H
#define M2K_INTERFACE_TRACED_H

#include "interface/store.h"
#include "passes/base/str.h"

/* Reads a traced text and adds its cases to `store`; `file` is for messages.
 * Cases and all they hold live in `arena`. `notes`, which may be null, hears
 * once for each dimension with fractions how it was understood. Negative after
 * an error; cases without one are added all the same. */
int m2k_traced_parse(m2k_arena *arena, const char *file, const char *text,
                     size_t len, m2k_store *store, m2k_errors *errors,
                     m2k_errors *notes);

/* Writes all cases of the store, one a line. Negative, and *out is of no use,
 * after an error at a clause that the form cannot express. */
int m2k_traced_print(const m2k_store *store, m2k_str *out, m2k_errors *errors);

#endif
