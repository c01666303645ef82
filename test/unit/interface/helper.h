/* Headers and functions in a test; errors are "file:line:col: message" lines.
 */
#ifndef M2K_TEST_INTERFACE_HELPER_H
#define M2K_TEST_INTERFACE_HELPER_H

#include "annotations/print.h"
#include "interface/header.h"
#include "interface/read.h"
#include "interface/signature.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct fixture {
  m2k_arena *arena;
  m2k_store *store;
  m2k_str heard;
  m2k_errors errors;
} fixture;

static inline void hear(void *data, m2k_loc loc, const char *message) {
  m2k_str *out = data;
  m2k_str_addf(out, "%s%s:%u:%u: %s", out->len ? "\n" : "", loc.file, loc.line,
               loc.col, message);
}

static inline void open_fixture(fixture *f) {
  *f = (fixture){.arena = m2k_arena_new()};
  f->store = m2k_store_new(f->arena);
  f->errors.report = hear;
  f->errors.data = &f->heard;
}

static inline void close_fixture(fixture *f) {
  m2k_store_free(f->store);
  m2k_arena_free(f->arena);
  m2k_str_free(&f->heard);
}

/* Reads a header's text, expecting these errors ("" for none). */
static inline void read_header(fixture *f, const char *text,
                               const char *errors) {
  m2k_str_clear(&f->heard);
  int status = m2k_header_parse(f->arena, "a.m2k.h", text, strlen(text),
                                f->store, &f->errors);
  assert_string_equal(m2k_str_text(&f->heard), errors);
  assert_int_equal(status, *errors ? -1 : 0);
}

#endif
