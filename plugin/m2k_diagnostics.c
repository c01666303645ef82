#include "plugin/m2k_diagnostics.h"

#include <stdlib.h>
#include <string.h>

typedef enum kind {
  KIND_NONE,  /* belongs to what is before it */
  KIND_OTHER, /* the compiler's own warning or count */
  KIND_FINDING,
  KIND_UNDECIDED,
  KIND_REMARK, /* of ours */
  KIND_ERROR
} kind;

static bool has(const char *line, size_t len, const char *words) {
  return memmem(line, len, words, strlen(words)) != NULL;
}

static bool ends(const char *line, size_t len, const char *words) {
  size_t n = strlen(words);
  return len >= n && memcmp(line + len - n, words, n) == 0;
}

/* "2 warnings generated when compiling for sm_90." */
static bool is_count(const char *line, size_t len) {
  return len && line[0] >= '0' && line[0] <= '9' &&
         has(line, len, " generated when compiling for ");
}

static kind kind_of(const char *line, size_t len) {
  if (len == 0 || line[0] == ' ' || has(line, len, ": note: "))
    return KIND_NONE;
  if (is_count(line, len))
    return KIND_OTHER;
  if (has(line, len, "[-Wm2k-") || has(line, len, "[-Werror,-Wm2k-"))
    return ends(line, len, "-Wm2k-unknown]") ||
                   ends(line, len, "-Wm2k-precondition]")
               ? KIND_UNDECIDED
               : KIND_FINDING;
  if (has(line, len, "remark: m2k: "))
    return KIND_REMARK;
  if (has(line, len, "error: "))
    return KIND_ERROR;
  return has(line, len, "warning: ") || has(line, len, "remark: ") ? KIND_OTHER
                                                                    : KIND_NONE;
}

static bool is_context(const char *line, size_t len) {
  static const char in_file[] = "In file included from ";
  return len > sizeof in_file && memcmp(line, in_file, sizeof in_file - 1) == 0;
}

/* The line with its file as the system knows it: a header may be reached by
 * several names. */
static void add_key(const char *line, size_t len, m2k_str *key) {
  size_t n = 0;
  while (n + 1 < len &&
         !(line[n] == ':' && line[n + 1] >= '0' && line[n + 1] <= '9'))
    n++;
  char *name = strndup(line, n), *file = name ? realpath(name, NULL) : NULL;
  if (file) {
    m2k_str_add(key, file);
    line += n;
    len -= n;
  }
  m2k_str_add_n(key, line, len);
  free(file);
  free(name);
}

static bool seen_before(m2k_diagnostics *d, const char *line, size_t len) {
  m2k_str key = {0};
  uint64_t before = 0;
  add_key(line, len, &key);
  bool seen = m2k_map_get_str(d->seen, key.at, &before);
  m2k_map_put_str(d->seen, key.at, 1);
  m2k_str_free(&key);
  return seen;
}

/* Is the diagnostic with this first line to be shown? */
static bool is_shown(m2k_diagnostics *d, kind what, const char *line,
                     size_t len) {
  d->errors += what == KIND_ERROR;
  if (what == KIND_OTHER || seen_before(d, line, len))
    return false;
  d->findings += what == KIND_FINDING;
  d->undecided += what == KIND_UNDECIDED;
  return true;
}

void m2k_diagnostics_take(m2k_diagnostics *d, const m2k_str *text,
                          m2k_str *out) {
  m2k_str context = {0};
  bool shown = false;
  d->errors = 0;
  for (size_t at = 0; at < text->len;) {
    const char *line = text->at + at;
    const char *end = memchr(line, '\n', text->len - at);
    size_t len = end ? (size_t)(end - line) : text->len - at;
    at += len + 1;
    kind what = kind_of(line, len);
    if (what != KIND_NONE) {
      shown = is_shown(d, what, line, len);
      m2k_str_add(out, shown ? m2k_str_text(&context) : "");
      m2k_str_clear(&context);
    } else if (is_context(line, len)) {
      shown = false;
      m2k_str_add_n(&context, line, len);
      m2k_str_add(&context, "\n");
    }
    if (shown) {
      m2k_str_add_n(out, line, len);
      m2k_str_add(out, "\n");
    }
  }
  m2k_str_free(&context);
}
