#include "interface/header.h"

#include "annotations/parse.h"
#include "annotations/print.h"
#include "passes/base/str.h"

#include <string.h>

enum { MAX_ERRORS = 50 /* per header; then reading stops */ };

/* Where the include guard stands. */
typedef enum guard {
  GUARD_NONE,   /* nothing yet but comments */
  GUARD_NAMED,  /* behind #ifndef, before #define */
  GUARD_OPEN,   /* behind both */
  GUARD_CLOSED, /* behind #endif: nothing may follow */
  GUARD_LATE    /* something came first: no guard may begin any more */
} guard;

typedef struct reader {
  m2k_arena *arena;
  m2k_store *store;
  m2k_errors *errors;
  unsigned before;  /* errors when reading began */
  const char *file; /* in the arena */
  const char *text;
  size_t len, pos;
  guard guard;
  const char *guard_name;
  size_t guard_pos;
  /* A position whose line is known, so that lines are counted once. */
  size_t counted;
  uint32_t line;
  size_t line_start;
} reader;

static m2k_loc loc_at(reader *r, size_t pos) {
  if (pos < r->counted) {
    r->counted = r->line_start = 0;
    r->line = 1;
  }
  for (; r->counted < pos; r->counted++)
    if (r->text[r->counted] == '\n') {
      r->line++;
      r->line_start = r->counted + 1;
    }
  return (m2k_loc){.file = r->file,
                   .line = r->line,
                   .col = (uint32_t)(pos - r->line_start) + 1};
}

static unsigned error_count(const reader *r) {
  return r->errors->count - r->before;
}

static int peek(const reader *r, size_t ahead) {
  return ahead < r->len - r->pos ? (unsigned char)r->text[r->pos + ahead] : 0;
}

static bool at(const reader *r, const char *word) {
  size_t n = strlen(word);
  return r->len - r->pos >= n && memcmp(r->text + r->pos, word, n) == 0;
}

static bool is_word(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

static size_t word_len(const reader *r) {
  size_t n = 0;
  while (is_word(peek(r, n)))
    n++;
  return n;
}

static bool take_word(reader *r, const char *word) {
  size_t n = word_len(r);
  if (n != strlen(word) || !at(r, word))
    return false;
  r->pos += n;
  return true;
}

/* What stands at `pos`, for messages: a word, or one character. */
static const char *found(reader *r) {
  if (r->pos >= r->len)
    return "the end of the file";
  if (peek(r, 0) == '\n' || peek(r, 0) == '\r')
    return "the end of the line";
  size_t n = word_len(r);
  if (n == 0)
    for (n = 1; (peek(r, n) & 0xC0) == 0x80; n++)
      ;
  int c = peek(r, 0);
  if (c < ' ' || c == 0x7F)
    return m2k_printf(r->arena, "byte 0x%02x", (unsigned)c);
  return m2k_printf(r->arena, "'%.*s'", n > 60 ? 60 : (int)n, r->text + r->pos);
}

static bool expected(reader *r, const char *what) {
  m2k_error(r->errors, loc_at(r, r->pos), "expected %s, found %s", what,
            found(r));
  return false;
}

/* Blanks and comments, of this line or of all; false when a comment is not
 * closed. */
static bool skip_space(reader *r, bool lines) {
  for (;;) {
    int c = peek(r, 0);
    bool block = c == '/' && peek(r, 1) == '*';
    if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' ||
        (c == '\n' && lines)) {
      r->pos++;
    } else if (c == '\\' && peek(r, 1) == '\n') {
      r->pos += 2;
    } else if (c == '/' && peek(r, 1) == '/') {
      const char *end = memchr(r->text + r->pos, '\n', r->len - r->pos);
      r->pos = end ? (size_t)(end - r->text) : r->len;
    } else if (block) {
      size_t start = r->pos;
      for (r->pos += 2; r->pos < r->len && !at(r, "*/"); r->pos++)
        ;
      if (r->pos >= r->len) {
        m2k_error(r->errors, loc_at(r, start),
                  "comment is not closed: expected '*/'");
        return false;
      }
      r->pos += 2;
    } else
      return true;
  }
}

static void skip_line(reader *r) {
  const char *end = memchr(r->text + r->pos, '\n', r->len - r->pos);
  r->pos = end ? (size_t)(end - r->text) + 1 : r->len;
}

static bool end_of_directive(reader *r) {
  if (!skip_space(r, false))
    return false;
  if (r->pos < r->len && peek(r, 0) != '\n')
    return expected(r, "the end of the line");
  return true;
}

static const char *guard_word(reader *r) {
  size_t n = word_len(r);
  if (n == 0 || (peek(r, 0) >= '0' && peek(r, 0) <= '9')) {
    expected(r, "the name of an include guard");
    return NULL;
  }
  const char *name = m2k_strndup(r->arena, r->text + r->pos, n);
  r->pos += n;
  return name;
}

static bool read_ifndef(reader *r, size_t start) {
  if (r->guard != GUARD_NONE) {
    m2k_error(r->errors, loc_at(r, start),
              "'#ifndef' in the middle: expected an include guard around the "
              "whole header");
    return false;
  }
  r->guard_name = guard_word(r);
  if (!r->guard_name)
    return false;
  r->guard = GUARD_NAMED;
  r->guard_pos = start;
  return true;
}

static bool read_define(reader *r, size_t start) {
  if (r->guard != GUARD_NAMED) {
    m2k_error(r->errors, loc_at(r, start),
              "'#define' of something else than an include guard: expected it "
              "directly after '#ifndef'");
    return false;
  }
  size_t name_pos = r->pos;
  const char *name = guard_word(r);
  if (!name)
    return false;
  r->guard = GUARD_OPEN;
  if (strcmp(name, r->guard_name) == 0)
    return true;
  m2k_error(r->errors, loc_at(r, name_pos),
            "include guard '%s': expected '%s', as '#ifndef' has it", name,
            r->guard_name);
  return false;
}

static bool read_endif(reader *r, size_t start) {
  if (r->guard == GUARD_OPEN) {
    r->guard = GUARD_CLOSED;
    return true;
  }
  m2k_error(r->errors, loc_at(r, start),
            "'#endif' without an open include guard: expected '#ifndef' before "
            "it");
  return false;
}

static bool read_directive(reader *r) {
  size_t start = r->pos++;
  if (!skip_space(r, false))
    return false;
  size_t word = r->pos;
  if (take_word(r, "ifndef"))
    return skip_space(r, false) && read_ifndef(r, start) && end_of_directive(r);
  if (take_word(r, "define"))
    return skip_space(r, false) && read_define(r, start) && end_of_directive(r);
  if (take_word(r, "endif"))
    return read_endif(r, start) && end_of_directive(r);
  if (take_word(r, "include")) {
    if (!skip_space(r, false))
      return false;
    if (!at(r, "<m2k.h>"))
      return expected(r, "'<m2k.h>', the only header to include");
    r->pos += strlen("<m2k.h>");
  } else if (take_word(r, "pragma")) {
    if (!skip_space(r, false))
      return false;
    if (!take_word(r, "once"))
      return expected(r, "'once'");
  } else {
    r->pos = word;
    return expected(r, "ifndef, define, endif, include or pragma after '#'");
  }
  return end_of_directive(r);
}

/* On to what may be the next macro, after one that is not closed. */
static void skip_to_macro(reader *r) {
  while (r->pos < r->len && !m2k_macro_begins(r->text, r->len, r->pos))
    r->pos++;
}

static bool read_macro(reader *r, size_t start) {
  size_t open = r->pos, arg_len = 0;
  if (!skip_space(r, true))
    return false;
  if (peek(r, 0) != '(')
    return expected(r, "'('");
  open = r->pos++;
  if (!m2k_macro_argument(r->text + r->pos, r->len - r->pos, &arg_len)) {
    m2k_error(r->errors, loc_at(r, open),
              "'(' is not closed: expected ')' before the next '__m2k_iface' "
              "or the end of the file");
    skip_to_macro(r);
    return true;
  }
  m2k_loc place = loc_at(r, start), begin = loc_at(r, r->pos);
  m2k_clause_text text = {.text = r->text + r->pos,
                          .len = arg_len,
                          .file = r->file,
                          .line = begin.line,
                          .col = begin.col,
                          .exact = true};
  const m2k_case *c = m2k_case_parse(r->arena, &text, true, place, r->errors);
  if (c)
    m2k_store_add(r->store, c);
  r->pos += arg_len + 1;
  if (!skip_space(r, true))
    return false;
  r->pos += peek(r, 0) == ';';
  return true;
}

/* One item; false after an error behind which the line is to be skipped. */
static bool read_item(reader *r) {
  if (r->guard == GUARD_CLOSED)
    return expected(r, "nothing but comments after the include guard");
  if (r->guard == GUARD_NAMED && peek(r, 0) != '#') {
    r->guard = GUARD_OPEN;
    return expected(
        r, m2k_printf(r->arena, "'#define %s' after '#ifndef'", r->guard_name));
  }
  size_t start = r->pos;
  if (peek(r, 0) == '#')
    return read_directive(r);
  if (take_word(r, "__m2k_iface_for")) {
    if (r->guard == GUARD_NONE)
      r->guard = GUARD_LATE;
    return read_macro(r, start);
  }
  if (take_word(r, "__m2k_iface")) {
    m2k_error(r->errors, loc_at(r, start),
              "'__m2k_iface' without a declaration: expected "
              "'__m2k_iface_for' in a header");
    return false;
  }
  return expected(r, "'__m2k_iface_for(…)', '#include <m2k.h>', an include "
                     "guard or a comment");
}

int m2k_header_parse(m2k_arena *arena, const char *file, const char *text,
                     size_t len, m2k_store *store, m2k_errors *errors) {
  static const char bom[] = "\xEF\xBB\xBF";
  reader r = {.arena = arena,
              .store = store,
              .errors = errors,
              .before = errors->count,
              .file = m2k_strdup(arena, file),
              .text = text,
              .len = len,
              .line = 1};
  if (at(&r, bom))
    r.pos = strlen(bom);
  bool closed = true;
  while ((closed = skip_space(&r, true)) && r.pos < r.len &&
         error_count(&r) < MAX_ERRORS)
    if (!read_item(&r))
      skip_line(&r);
  bool open = r.guard == GUARD_NAMED || r.guard == GUARD_OPEN;
  if (open && closed && error_count(&r) < MAX_ERRORS)
    m2k_error(errors, loc_at(&r, r.guard_pos),
              "include guard is not closed: expected '#endif'");
  return error_count(&r) ? -1 : 0;
}

void m2k_header_print(const m2k_store *store, m2k_str *out) {
  m2k_str_add(out, "#pragma once\n#include <m2k.h>\n");
  for (uint32_t i = 0; i < m2k_store_len(store); i++) {
    m2k_str_add(out, "\n");
    m2k_case_print_macro(m2k_store_case(store, i), out);
  }
}
