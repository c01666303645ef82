/*
 * Inside of the reader of the traced form: one call, and the symbols and
 * conditions that its arguments bring along. Only traced_*.c.
 */
#ifndef M2K_INTERFACE_TRACED_CALL_H
#define M2K_INTERFACE_TRACED_CALL_H

#include "interface/compose.h"
#include "interface/poly.h"
#include "passes/base/map.h"

typedef struct traced_symbol {
  const char *name;
  const json_t *range;        /* of symRanges; null: the default */
  const m2k_json_path *place; /* of the range, or of the call */
  bool mentioned;
} traced_symbol;

typedef struct traced_condition {
  const char *text;
  const m2k_json_path *place;
} traced_condition;

enum { TRACED_S, TRACED_B }; /* the first two symbols of every call */

typedef struct traced_call {
  m2k_json_doc *doc;
  m2k_compose *out;
  m2k_errors *notes;
  m2k_map *noted;     /* dimensions that a note has been made of */
  const json_t *args; /* all, for the ranges of their symbols */
  const m2k_json_path *place, *args_place;
  M2K_VEC(traced_symbol) symbols;
  M2K_VEC(traced_condition) conditions;
} traced_call;

/* traced_number.c: a number or an expression, written into the case's text.
 * Failures are reported, and remembered in `out`. */
void traced_number(traced_call *call, const m2k_json_path *path,
                   const json_t *value);
bool traced_is_zero(const json_t *value);
/* The clauses of all symbols that were mentioned, and the conditions. */
void traced_symbols(traced_call *call);
void traced_conditions(traced_call *call);

/* traced_arg.c: the clauses of argument `position`. */
void traced_arg(traced_call *call, const m2k_json_path *path, json_t *arg,
                size_t position);

#endif
