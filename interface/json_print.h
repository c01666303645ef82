/*
 * Writing of JSON values, shared by the writers of both JSON forms; layout is
 * theirs. Running out of memory is m2k_bug.
 */
#ifndef M2K_INTERFACE_JSON_PRINT_H
#define M2K_INTERFACE_JSON_PRINT_H

#include "annotations/clause.h"
#include "passes/base/str.h"

#include <jansson.h>

/* Sets a member to a new value. */
void m2k_json_set(json_t *object, const char *key, json_t *value);
void m2k_json_append(json_t *array, json_t *value);

/* A text of the interface language, or of whatever is in `text`, which is
 * released. */
json_t *m2k_json_text(m2k_str *text);
/* A number where JSON's are wide enough for it, text otherwise. */
json_t *m2k_json_expr(const m2k_expr *expr);

/* Appends the value on one line and releases it. `number` is the one number
 * with a fraction in it, or null: it is written as short as it can be. */
void m2k_json_print(json_t *value, const json_t *number, m2k_str *out);

#endif
