/*
 * Reader of interface headers, `*.m2k.h`, without a preprocessor. A header
 * holds comments, an include guard or `#pragma once`, `#include <m2k.h>` and
 * `__m2k_iface_for(…)`, each with or without a semicolon; anything else is an
 * error where it stands. A header that includes or defines more than that is
 * for `-include`, where the compiler reads it.
 */
#ifndef M2K_INTERFACE_HEADER_H
#define M2K_INTERFACE_HEADER_H

#include "interface/store.h"

/* Reads a header, or every *.m2k.h of a directory in order of name, and adds
 * the cases to `store`. Cases, texts and names live in `arena`. Negative after
 * an error; cases without one are added all the same. A directory without a
 * header is an error. */
int m2k_header_read(m2k_arena *arena, const char *path, m2k_store *store,
                    m2k_errors *errors);

/* The same for a header's text; `file` is for messages. */
int m2k_header_parse(m2k_arena *arena, const char *file, const char *text,
                     size_t len, m2k_store *store, m2k_errors *errors);

#endif
