/*
 * The JSON form of an interface, the one to exchange with other programs:
 * interface/schema/iface.schema.json says what it holds. Numbers, sets and
 * conditions are texts of the interface language, so both forms say the same.
 */
#ifndef M2K_INTERFACE_JSON_FORM_H
#define M2K_INTERFACE_JSON_FORM_H

#include "interface/store.h"
#include "passes/base/str.h"

/* Reads a JSON text and adds its cases to `store`; `file` is for messages.
 * Cases and all they hold live in `arena`. Negative after an error; cases
 * without one are added all the same. */
int m2k_json_form_parse(m2k_arena *arena, const char *file, const char *text,
                        size_t len, m2k_store *store, m2k_errors *errors);

/* Writes all cases of the store in one canonical layout. Reading it gives equal
 * cases, writing these the same bytes. */
void m2k_json_form_print(const m2k_store *store, m2k_str *out);

#endif
