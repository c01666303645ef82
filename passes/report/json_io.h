/*
 * One walk over a report for both directions: each function below either writes
 * its field into a JSON object or reads it from there, so that writer and
 * reader cannot disagree about a name or a type. Only passes/report/json*.c.
 */
#ifndef M2K_REPORT_JSON_IO_H
#define M2K_REPORT_JSON_IO_H

#include "passes/report/report.h"

#include <jansson.h>

typedef struct json_io {
  bool writing;
  m2k_arena *arena; /* for texts read */
  m2k_str *why;     /* the first error of reading */
  bool failed;
} json_io;

/* Records what is wrong with `key`; only the first error is kept. */
void json_io_fail(json_io *io, const char *key, const char *expected);

/* A text. `required`: null is written as "", and must be there on reading. */
void json_io_text(json_io *io, json_t *object, const char *key,
                  const char **text, bool required);
void json_io_u32(json_io *io, json_t *object, const char *key, uint32_t *n);
void json_io_u64(json_io *io, json_t *object, const char *key, uint64_t *n);
/* As a string of decimal digits, since JSON's numbers are too narrow. */
void json_io_i128(json_io *io, json_t *object, const char *key, m2k_i128 *n);
/* An array of three numbers. */
void json_io_u32x3(json_io *io, json_t *object, const char *key, uint32_t *n);

/* An enumerator by its word; `word(i)` for i < count. */
typedef const char *json_io_word(unsigned i);
void json_io_enum(json_io *io, json_t *object, const char *key, unsigned *value,
                  json_io_word *word, unsigned count);

/*
 * A member object. Writing: a new one. Reading: the member, or null when it is
 * absent (an error if `required`).
 */
json_t *json_io_object(json_io *io, json_t *object, const char *key,
                       bool required);
/* A member array. *len: in when writing, out when reading. */
json_t *json_io_array(json_io *io, json_t *object, const char *key,
                      uint32_t *len);
/* Its element i as an object: appended when writing. Null on error. */
json_t *json_io_element(json_io *io, json_t *array, uint32_t i);

#endif
