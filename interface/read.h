/*
 * Interface files of any form: which one a file is in is seen from its first
 * byte that is no blank, `{` for the JSON form, `[` for the traced one. Reading
 * a form is header.h, json_form.h and traced.h; this is about files.
 */
#ifndef M2K_INTERFACE_READ_H
#define M2K_INTERFACE_READ_H

#include "interface/store.h"

enum { M2K_IFACE_MAX_BYTES = 32 << 20 /* of one file */ };

typedef enum m2k_iface_form {
  M2K_IFACE_HEADER,
  M2K_IFACE_JSON,
  M2K_IFACE_TRACED
} m2k_iface_form;

m2k_iface_form m2k_iface_form_of(const char *text, size_t len);

/* Reads a file, `-` for the standard input, or every *.m2k.h of a directory in
 * order of name, and adds the cases to `store`. Cases, texts and names live in
 * `arena`. `notes`, which may be null, hears how fitted numbers of the traced
 * form were understood. Negative after an error; cases without one are added
 * all the same. A directory without a header, and a file larger than
 * M2K_IFACE_MAX_BYTES, are errors. */
int m2k_iface_read(m2k_arena *arena, const char *path, m2k_store *store,
                   m2k_errors *errors, m2k_errors *notes);

/* The same for a text; `file` is for messages. */
int m2k_iface_parse(m2k_arena *arena, const char *file, const char *text,
                    size_t len, m2k_store *store, m2k_errors *errors,
                    m2k_errors *notes);

#endif
