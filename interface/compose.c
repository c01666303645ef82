#include "interface/compose.h"

#include "annotations/parse.h"
#include "annotations/print.h"

void m2k_compose_start(m2k_compose *c, m2k_json_doc *doc) {
  m2k_str_clear(&c->text);
  m2k_vec_clear(&c->pieces);
  c->doc = doc;
  c->failed = false;
}

void m2k_compose_free(m2k_compose *c) {
  m2k_str_free(&c->text);
  m2k_vec_free(&c->pieces);
}

void m2k_compose_add(m2k_compose *c, const char *words) {
  m2k_str_add(&c->text, words);
}

static void begin_piece(m2k_compose *c, const m2k_json_path *path,
                        bool verbatim) {
  m2k_vec_push(&c->pieces, (m2k_compose_piece){.begin = (uint32_t)c->text.len,
                                               .path = path,
                                               .verbatim = verbatim});
}

void m2k_compose_at(m2k_compose *c, const m2k_json_path *path,
                    const char *words) {
  begin_piece(c, path, false);
  m2k_str_add(&c->text, words);
}

/* Could the text end the place that it is put into? */
static bool stays_within(const char *text) {
  static const char opening[] = "([{";
  char wanted[64];
  size_t depth = 0;
  for (const char *at = text; *at; at++) {
    const char *opens = strchr(opening, *at);
    if (opens && depth == sizeof wanted)
      return false;
    if (opens)
      wanted[depth++] = ")]}"[opens - opening];
    else if (strchr(")]}", *at) && (depth == 0 || wanted[--depth] != *at))
      return false;
    else if (strchr("\"\\#;", *at) || (*at == ',' && depth == 0) ||
             (*at == '/' && (at[1] == '/' || at[1] == '*')))
      return false;
  }
  return depth == 0;
}

void m2k_compose_verbatim(m2k_compose *c, const m2k_json_path *path,
                          const char *text, const char *what) {
  begin_piece(c, path, true);
  if (!stays_within(text))
    c->failed = !m2k_json_fail(c->doc, path,
                               "malformed text '%.60s': expected "
                               "%s",
                               text, what);
  m2k_str_add(&c->text, text);
}

void m2k_compose_expr(m2k_compose *c, const m2k_json_path *path,
                      const json_t *value) {
  if (json_is_string(value)) {
    m2k_compose_verbatim(c, path, json_string_value(value), "an expression");
  } else if (json_is_integer(value)) {
    begin_piece(c, path, false);
    m2k_str_addf(&c->text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
  } else {
    c->failed = !m2k_json_fail(c->doc, path,
                               "%s: expected an integer, or an expression in "
                               "a string",
                               m2k_json_kind(value));
  }
}

void m2k_compose_string(m2k_compose *c, const m2k_json_path *path,
                        const char *text) {
  begin_piece(c, path, true);
  m2k_string_print(text, &c->text);
}

/* The text is one line, so the column says which piece is meant. */
static void hear(void *data, m2k_loc loc, const char *message) {
  m2k_compose *c = data;
  size_t offset = loc.col ? loc.col - 1 : 0;
  const m2k_compose_piece *piece = c->pieces.len ? c->pieces.at : NULL;
  for (uint32_t i = 0; i < c->pieces.len; i++)
    if (c->pieces.at[i].begin <= offset)
      piece = &c->pieces.at[i];
  size_t inside = piece && piece->verbatim ? offset - piece->begin : 0;
  loc = m2k_json_loc(c->doc, piece ? piece->path : NULL, inside);
  m2k_error(c->doc->errors, loc, "%s", message);
}

const m2k_case *m2k_compose_finish(m2k_compose *c, const m2k_json_path *place) {
  if (c->failed)
    return NULL;
  m2k_errors errors = {.report = hear, .data = c};
  m2k_clause_text text = {.text = m2k_str_text(&c->text),
                          .len = c->text.len,
                          .file = c->doc->file,
                          .line = 1,
                          .col = 1,
                          .exact = true};
  m2k_loc loc = m2k_json_loc(c->doc, place, 0);
  const m2k_case *read =
      m2k_case_parse(c->doc->arena, &text, true, loc, &errors);
  if (!read)
    return NULL;
  m2k_case *placed = M2K_NEW(c->doc->arena, m2k_case);
  *placed = *read;
  placed->text.exact = false; /* offsets are no places in the file */
  placed->text.line = loc.line;
  placed->text.col = loc.col;
  return placed;
}
