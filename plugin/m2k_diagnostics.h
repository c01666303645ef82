/*
 * What a compiler printed, cut into diagnostics: a first line with its place
 * and kind, the notes and source lines that belong to it, and the chain of
 * includes before it. A diagnostic that several files share is shown once.
 */
#ifndef M2K_PLUGIN_M2K_DIAGNOSTICS_H
#define M2K_PLUGIN_M2K_DIAGNOSTICS_H

#include "passes/base/map.h"
#include "passes/base/str.h"

typedef struct m2k_diagnostics {
  m2k_map *seen;      /* first lines that have been shown */
  uint32_t findings;  /* of our checks, but for what is not decided */
  uint32_t undecided; /* conditional and unknown ones */
  uint32_t errors;    /* of the compiler's own, in the last text */
} m2k_diagnostics;

/* Appends to `out` what of `text` is ours, an error, or a remark of ours, and
 * has not been shown yet. Counts all of `text` in `errors`, the rest only when
 * it is shown. */
void m2k_diagnostics_take(m2k_diagnostics *d, const m2k_str *text,
                          m2k_str *out);

#endif
