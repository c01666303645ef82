/*
 * Interface headers, `*.m2k.h`: reader and writer, no preprocessor. A header
 * holds comments, an include guard or `#pragma once`, `#include <m2k.h>` and
 * `__m2k_iface_for(…)`, each with or without a semicolon; anything else is an
 * error where it stands. A header that includes or defines more than that is
 * for `-include`, where the compiler reads it.
 */
#ifndef M2K_INTERFACE_HEADER_H
#define M2K_INTERFACE_HEADER_H

#include "interface/store.h"
#include "passes/base/str.h"

/* Reads a header's text and adds its cases to `store`; `file` is for messages.
 * Cases and all they hold live in `arena`. Negative after an error; cases
 * without one are added all the same. */
int m2k_header_parse(m2k_arena *arena, const char *file, const char *text,
                     size_t len, m2k_store *store, m2k_errors *errors);

/* Writes all cases of the store in their canonical spelling. Reading it gives
 * equal cases, writing these the same bytes. */
void m2k_header_print(const m2k_store *store, m2k_str *out);

#endif
