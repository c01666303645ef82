/*
 * A JSON file whose values have places. The library reads the text and knows
 * no more about a good value than what it is; where a value stands is found
 * again in the text, when a message needs it. A document lives until
 * m2k_json_close; paths live in its arena. What a file means is for the reader
 * of its form; nothing about interfaces grows here.
 */
#ifndef M2K_INTERFACE_JSON_DOC_H
#define M2K_INTERFACE_JSON_DOC_H

#include "passes/base/arena.h"
#include "passes/base/error.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct m2k_json_doc {
  m2k_arena *arena;
  const char *file; /* for messages */
  const char *text;
  size_t len;
  m2k_errors *errors;
  json_t *root;
  /* A place that is known, so that lines are counted once. */
  size_t counted, line_start;
  uint32_t line;
} m2k_json_doc;

/* How a value is reached from the root, which is the null path. */
typedef struct m2k_json_path m2k_json_path;
struct m2k_json_path {
  const m2k_json_path *up; /* null: the root holds it */
  const char *key;         /* of an object; null: `index` of an array */
  size_t index;
  size_t known; /* offset of the value in the text, 0 when not looked up */
};

/* Reads the text; false, after an error at its place, when it is no JSON, is
 * not UTF-8, repeats a key or nests too deeply. `text` is borrowed. */
bool m2k_json_open(m2k_json_doc *doc, m2k_arena *arena, const char *file,
                   const char *text, size_t len, m2k_errors *errors);
void m2k_json_close(m2k_json_doc *doc);

const m2k_json_path *m2k_json_key(m2k_json_doc *doc, const m2k_json_path *up,
                                  const char *key);
const m2k_json_path *m2k_json_index(m2k_json_doc *doc, const m2k_json_path *up,
                                    size_t index);
/* Looks up where all elements of an array stand at once, so that none of its
 * paths is searched for from the start of the text. Returns `count` paths. */
const m2k_json_path **
m2k_json_elements(m2k_json_doc *doc, const m2k_json_path *array, size_t count);

/* The place of a value; `inside` bytes behind its start where it is a string
 * and none of these are escapes, its start otherwise. */
m2k_loc m2k_json_loc(m2k_json_doc *doc, const m2k_json_path *path,
                     size_t inside);

/* An error at a value. Returns false. */
bool m2k_json_fail(m2k_json_doc *doc, const m2k_json_path *path,
                   const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* What JSON calls the value, for messages: "a string", "null". */
const char *m2k_json_kind(const json_t *value);
/* False, after an error at the first other key, unless all keys of the object
 * are in `keys`, which ends with a null. */
bool m2k_json_only(m2k_json_doc *doc, const m2k_json_path *path, json_t *object,
                   const char *const *keys);
/* A member of the wanted type; null when it is absent (an error at the object
 * if `required`) or, after an error, of another type. *bad is set after an
 * error and left alone otherwise. */
json_t *m2k_json_member(m2k_json_doc *doc, const m2k_json_path *path,
                        json_t *object, const char *key, json_type type,
                        bool required, bool *bad);

#endif
