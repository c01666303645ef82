/* Reading a text in a test: errors are kept as "line:col: message" lines. */
#ifndef M2K_TEST_ANNOTATIONS_HELPER_H
#define M2K_TEST_ANNOTATIONS_HELPER_H

#include "annotations/parse.h"
#include "annotations/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct heard {
  m2k_str text;
  m2k_errors errors;
} heard;

static inline void hear(void *data, m2k_loc loc, const char *message) {
  m2k_str *out = data;
  m2k_str_addf(out, "%s%u:%u: %s", out->len ? "\n" : "", loc.line, loc.col,
               message);
}

static inline void heard_start(heard *h) {
  *h = (heard){0};
  h->errors.report = hear;
  h->errors.data = &h->text;
}

static inline const m2k_case *read_bytes(m2k_arena *arena, const char *text,
                                         size_t len, bool with_target,
                                         heard *h) {
  m2k_clause_text source = {.text = text,
                            .len = len,
                            .file = "t.cu",
                            .line = 1,
                            .col = 1,
                            .exact = true};
  return m2k_case_parse(arena, &source, with_target,
                        (m2k_loc){.file = "t.cu", .line = 1, .col = 1},
                        &h->errors);
}

/* A text that must be right. */
static inline const m2k_case *read_right(m2k_arena *arena, const char *text) {
  heard h;
  heard_start(&h);
  const m2k_case *c = read_bytes(arena, text, strlen(text), false, &h);
  assert_string_equal(m2k_str_text(&h.text), "");
  assert_non_null(c);
  m2k_str_free(&h.text);
  return c;
}

/* A text that must be wrong in this way. */
static inline void read_wrong(const char *text, size_t len, bool with_target,
                              const char *message) {
  m2k_arena *arena = m2k_arena_new();
  heard h;
  heard_start(&h);
  const m2k_case *c = read_bytes(arena, text, len, with_target, &h);
  assert_string_equal(m2k_str_text(&h.text), message);
  assert_null(c);
  assert_true(h.errors.count > 0);
  m2k_str_free(&h.text);
  m2k_arena_free(arena);
}

#endif
