/*
 * A case put together from the values of a JSON document: its text in the
 * interface language, piece by piece, each with the value that it comes from.
 * The text then goes through the one parser (annotations/parse.h), so every
 * form of an interface gives the same m2k_case by the same rules, and an error
 * in the text stands at the value in the file. Only readers of JSON forms
 * include this.
 */
#ifndef M2K_INTERFACE_COMPOSE_H
#define M2K_INTERFACE_COMPOSE_H

#include "annotations/clause.h"
#include "interface/json_doc.h"
#include "passes/base/str.h"
#include "passes/base/vec.h"

typedef struct m2k_compose_piece {
  uint32_t begin; /* offset in the text */
  const m2k_json_path *path;
  bool verbatim; /* the value's own characters follow */
} m2k_compose_piece;

typedef struct m2k_compose {
  m2k_json_doc *doc;
  m2k_str text;
  M2K_VEC(m2k_compose_piece) pieces;
  bool failed; /* an error has been reported: there will be no case */
} m2k_compose;

void m2k_compose_start(m2k_compose *c, m2k_json_doc *doc);
void m2k_compose_free(m2k_compose *c);

/* Our own words; an error in them stands at the value of the last piece. */
void m2k_compose_add(m2k_compose *c, const char *words);
/* Words that are said of a value. */
void m2k_compose_at(m2k_compose *c, const m2k_json_path *path,
                    const char *words);
/* The characters of a string value, which must stay within their place: an
 * error where they hold a bracket that is not closed, a comma outside of
 * brackets, a quote or a comment. `what` says what is expected. */
void m2k_compose_verbatim(m2k_compose *c, const m2k_json_path *path,
                          const char *text, const char *what);
/* An integer, or an expression in a string; anything else is an error. */
void m2k_compose_expr(m2k_compose *c, const m2k_json_path *path,
                      const json_t *value);
/* A string in double quotes. */
void m2k_compose_string(m2k_compose *c, const m2k_json_path *path,
                        const char *text);

/* The case; null after an error. Its place, and that of everything in it, is
 * that of `place`. */
const m2k_case *m2k_compose_finish(m2k_compose *c, const m2k_json_path *place);

#endif
