#include "interface/json_doc.h"

#include "passes/base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static m2k_loc loc_at(m2k_json_doc *doc, size_t pos) {
  if (pos > doc->len)
    pos = doc->len;
  if (pos < doc->counted || doc->line == 0) {
    doc->counted = doc->line_start = 0;
    doc->line = 1;
  }
  for (; doc->counted < pos; doc->counted++)
    if (doc->text[doc->counted] == '\n') {
      doc->line++;
      doc->line_start = doc->counted + 1;
    }
  return (m2k_loc){.file = doc->file,
                   .line = doc->line,
                   .col = (uint32_t)(pos - doc->line_start) + 1};
}

/* Where the library stopped is one behind the byte that it did not like. */
static void report_syntax(m2k_json_doc *doc, const json_error_t *error) {
  size_t pos = error->position > 0 ? (size_t)error->position - 1 : 0;
  m2k_error(doc->errors, loc_at(doc, pos), "malformed JSON: %s", error->text);
}

bool m2k_json_open(m2k_json_doc *doc, m2k_arena *arena, const char *file,
                   const char *text, size_t len, m2k_errors *errors) {
  json_error_t error;
  *doc = (m2k_json_doc){.arena = arena,
                        .file = m2k_strdup(arena, file),
                        .text = text,
                        .len = len,
                        .errors = errors};
  doc->root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
  if (!doc->root)
    report_syntax(doc, &error);
  return doc->root != NULL;
}

void m2k_json_close(m2k_json_doc *doc) {
  json_decref(doc->root);
  doc->root = NULL;
}

static const m2k_json_path *new_path(m2k_json_doc *doc, m2k_json_path path) {
  m2k_json_path *copy = M2K_NEW(doc->arena, m2k_json_path);
  *copy = path;
  return copy;
}

const m2k_json_path *m2k_json_key(m2k_json_doc *doc, const m2k_json_path *up,
                                  const char *key) {
  return new_path(doc, (m2k_json_path){.up = up, .key = key});
}

const m2k_json_path *m2k_json_index(m2k_json_doc *doc, const m2k_json_path *up,
                                    size_t index) {
  return new_path(doc, (m2k_json_path){.up = up, .index = index});
}

/* ---- finding values again; the text is known to be JSON ---- */

static size_t skip_space(const m2k_json_doc *doc, size_t pos) {
  while (pos < doc->len && strchr(" \t\r\n", doc->text[pos]))
    pos++;
  return pos;
}

static size_t skip_string(const m2k_json_doc *doc, size_t pos) {
  for (pos++; doc->text[pos] != '"'; pos++)
    pos += doc->text[pos] == '\\';
  return pos + 1;
}

/* Behind the value at `pos`. */
static size_t skip_value(const m2k_json_doc *doc, size_t pos) {
  size_t depth = 0;
  do {
    char c = doc->text[pos];
    if (c == '"') {
      pos = skip_string(doc, pos);
      continue;
    }
    depth += c == '[' || c == '{';
    depth -= c == ']' || c == '}';
    pos++;
  } while (pos < doc->len && (depth || !strchr(",]} \t\r\n", doc->text[pos])));
  return pos;
}

/* From the value at `pos`, or the bracket before the first, to the next element
 * or key; false at the closing bracket. */
static bool next_item(const m2k_json_doc *doc, size_t *pos, bool first) {
  *pos = skip_space(doc, first ? *pos + 1 : skip_value(doc, *pos));
  if (doc->text[*pos] == ',')
    *pos = skip_space(doc, *pos + 1);
  return doc->text[*pos] != ']' && doc->text[*pos] != '}';
}

/* The key at `pos` holds no escape where it is one that a path names. */
static bool key_is(const m2k_json_doc *doc, size_t pos, const char *key) {
  size_t n = strlen(key);
  return doc->len - pos > n + 2 && memcmp(doc->text + pos + 1, key, n) == 0 &&
         doc->text[pos + 1 + n] == '"';
}

static size_t find_key(const m2k_json_doc *doc, size_t object,
                       const char *key) {
  size_t pos = object;
  for (bool first = true; next_item(doc, &pos, first); first = false) {
    bool found = key_is(doc, pos, key);
    pos = skip_space(doc, skip_string(doc, pos)); /* at the colon */
    pos = skip_space(doc, pos + 1);
    if (found)
      return pos;
  }
  return object;
}

static size_t find_index(const m2k_json_doc *doc, size_t array, size_t index) {
  size_t pos = array;
  for (bool first = true; next_item(doc, &pos, first); first = false)
    if (index-- == 0)
      return pos;
  return array;
}

static size_t find(const m2k_json_doc *doc, const m2k_json_path *path) {
  if (!path)
    return skip_space(doc, 0);
  if (path->known)
    return path->known;
  size_t up = find(doc, path->up);
  return path->key ? find_key(doc, up, path->key)
                   : find_index(doc, up, path->index);
}

const m2k_json_path **
m2k_json_elements(m2k_json_doc *doc, const m2k_json_path *array, size_t count) {
  const m2k_json_path **paths =
      M2K_NEW_N(doc->arena, const m2k_json_path *, count);
  size_t pos = find(doc, array), i = 0;
  for (bool first = true; i < count && next_item(doc, &pos, first); i++) {
    first = false;
    paths[i] =
        new_path(doc, (m2k_json_path){.up = array, .index = i, .known = pos});
  }
  return paths;
}

m2k_loc m2k_json_loc(m2k_json_doc *doc, const m2k_json_path *path,
                     size_t inside) {
  size_t pos = find(doc, path);
  if (doc->text[pos] == '"' && inside + 1 < doc->len - pos &&
      !memchr(doc->text + pos, '\\', inside + 1))
    pos += inside + (inside > 0);
  return loc_at(doc, pos);
}

/* ---- errors and members ---- */

bool m2k_json_fail(m2k_json_doc *doc, const m2k_json_path *path,
                   const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *message = m2k_vprintf(doc->arena, fmt, args);
  va_end(args);
  m2k_error(doc->errors, m2k_json_loc(doc, path, 0), "%s", message);
  return false;
}

static const char *kind_word(json_type type) {
  switch (type) {
  case JSON_OBJECT:
    return "an object";
  case JSON_ARRAY:
    return "an array";
  case JSON_STRING:
    return "a string";
  case JSON_INTEGER:
    return "an integer";
  case JSON_REAL:
    return "a number with a fraction";
  case JSON_TRUE:
  case JSON_FALSE:
    return "true or false";
  case JSON_NULL:
    break;
  }
  return "null";
}

const char *m2k_json_kind(const json_t *value) {
  if (json_is_boolean(value))
    return json_is_true(value) ? "true" : "false";
  return kind_word(json_typeof(value));
}

bool m2k_json_only(m2k_json_doc *doc, const m2k_json_path *path, json_t *object,
                   const char *const *keys) {
  const char *key = NULL;
  json_t *value = NULL;
  json_object_foreach(object, key, value) {
    size_t i = 0;
    while (keys[i] && strcmp(keys[i], key) != 0)
      i++;
    if (keys[i])
      continue;
    m2k_str known = {0};
    for (i = 0; keys[i]; i++)
      m2k_str_addf(&known, "%s%s",
                   i == 0        ? ""
                   : keys[i + 1] ? ", "
                                 : " or ",
                   keys[i]);
    m2k_json_fail(doc, m2k_json_key(doc, path, m2k_strdup(doc->arena, key)),
                  "unknown member '%.60s': expected %s", key,
                  m2k_str_text(&known));
    m2k_str_free(&known);
    return false;
  }
  return true;
}

json_t *m2k_json_member(m2k_json_doc *doc, const m2k_json_path *path,
                        json_t *object, const char *key, json_type type,
                        bool required, bool *bad) {
  json_t *value = json_object_get(object, key);
  if (!value && !required)
    return NULL;
  if (!value)
    *bad = !m2k_json_fail(doc, path, "'%s' is missing: expected %s", key,
                          kind_word(type));
  else if (json_typeof(value) == type ||
           (type == JSON_TRUE && json_is_boolean(value)))
    return value;
  else
    *bad = !m2k_json_fail(doc, m2k_json_key(doc, path, key),
                          "'%s' is %s: expected %s", key, m2k_json_kind(value),
                          kind_word(type));
  return NULL;
}
