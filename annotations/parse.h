/*
 * Text of the interface language → m2k_case. The grammar is in INTERFACE.md;
 * anything outside it is an error at the offending word. Nothing is guessed:
 * a text with an error yields no case. After an error reading goes on at the
 * next clause, so one run reports several.
 */
#ifndef M2K_ANNOTATIONS_PARSE_H
#define M2K_ANNOTATIONS_PARSE_H

#include "annotations/clause.h"
#include "passes/base/error.h"

enum {
  M2K_CLAUSE_MAX_LEN = 1 << 20, /* bytes in one case */
  M2K_CLAUSE_MAX_DEPTH = 64,    /* parentheses and signs inside each other */
  M2K_CLAUSE_MAX_ERRORS = 20    /* per case; then reading stops */
};

/* Reads the argument of `__m2k_iface(…)` (with_target false) or of
 * `__m2k_iface_for(…)` (true), without the parentheses around it. `place` is
 * that of the macro's name. The result, its text included, lives in `arena`;
 * null after at least one error. Comments and line splices are skipped. */
const m2k_case *m2k_case_parse(m2k_arena *arena, const m2k_clause_text *text,
                               bool with_target, m2k_loc place,
                               m2k_errors *errors);

/* Whether a use of `__m2k_iface` or `__m2k_iface_for` begins at text[i]: the
 * whole word, and an opening parenthesis behind it. Names that contain these
 * words are names like any other. */
bool m2k_macro_begins(const char *text, size_t len, size_t i);
/* The length of the macro argument at the start of `text`, which follows the
 * opening parenthesis: up to its closing one, strings and comments skipped.
 * False when it is not closed, or only behind another `__m2k_iface…`. */
bool m2k_macro_argument(const char *text, size_t len, size_t *arg_len);

/* Annotation strings as m2k.h writes them: is this one of ours, which one, and
 * where does the text begin? */
bool m2k_annotation_text(const char *annotation, bool *with_target,
                         const char **text);

#endif
