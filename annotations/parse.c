#include "annotations/parser.h"

#include "passes/base/str.h"

bool m2k_parse_fail(m2k_parser *p, uint32_t offset, const char *fmt, ...) {
  if (p->nerrors++ >= M2K_CLAUSE_MAX_ERRORS)
    return false;
  va_list args;
  va_start(args, fmt);
  const char *message = m2k_vprintf(p->arena, fmt, args);
  va_end(args);
  m2k_error(p->errors, m2k_case_loc(p->c, offset), "%s", message);
  return false;
}

static const char *found(m2k_parser *p) {
  const m2k_token *t = &p->lex.token;
  if (t->kind == M2K_TOKEN_END)
    return "the end of the interface";
  if (t->len > 60)
    return m2k_printf(p->arena, "'%.*s…'", 40, p->lex.text + t->offset);
  return m2k_printf(p->arena, "'%s'", m2k_token_copy(p));
}

bool m2k_parse_expected(m2k_parser *p, const char *what) {
  const m2k_token *t = &p->lex.token;
  if (t->kind == M2K_TOKEN_BAD)
    return m2k_parse_fail(p, t->message_offset, "%s", t->message);
  return m2k_parse_fail(p, t->offset, "expected %s, found %s", what, found(p));
}

bool m2k_parse_punct(m2k_parser *p, const char *punct) {
  if (m2k_take(p, punct))
    return true;
  return m2k_parse_expected(p, m2k_printf(p->arena, "'%s'", punct));
}

bool m2k_parse_more(m2k_parser *p, const char *close, bool *more) {
  *more = m2k_take(p, ",");
  if (*more || m2k_take(p, close))
    return true;
  return m2k_parse_expected(p, m2k_printf(p->arena, "',' or '%s'", close));
}

/* Clauses by name. The order is that of the error message. */
typedef enum clause_kind {
  CLAUSE_USER,
  CLAUSE_FIXED,
  CLAUSE_TENSOR,
  CLAUSE_SCALAR,
  CLAUSE_ASSUME,
  CLAUSE_LAUNCH,
  CLAUSE_TEMPLATE,
  CLAUSE_CASE,
  CLAUSE_COUNT
} clause_kind;

static const char *const clause_names[] = {"user",     "fixed",  "tensor",
                                           "scalar",   "assume", "launch",
                                           "template", "case"};

static clause_kind clause_at(const m2k_parser *p) {
  unsigned kind = 0;
  while (kind < CLAUSE_COUNT && !m2k_at_word(p, clause_names[kind]))
    kind++;
  return (clause_kind)kind;
}

static bool parse_body(m2k_parser *p, clause_kind kind, uint32_t offset) {
  switch (kind) {
  case CLAUSE_USER:
  case CLAUSE_FIXED:
    return m2k_parse_symbols(p, kind == CLAUSE_FIXED);
  case CLAUSE_TENSOR:
    return m2k_parse_tensor(p, offset);
  case CLAUSE_SCALAR:
    return m2k_parse_scalar(p, offset);
  case CLAUSE_ASSUME:
    return m2k_parse_assume(p);
  case CLAUSE_LAUNCH:
    return m2k_parse_launch(p, offset);
  case CLAUSE_TEMPLATE:
    return m2k_parse_template(p, offset);
  case CLAUSE_CASE:
    return m2k_parse_label(p, offset);
  case CLAUSE_COUNT:
    break;
  }
  return false;
}

#define EXPECTED_CLAUSES                                                       \
  "user, fixed, tensor, scalar, assume, launch, template or case"

static bool parse_clause(m2k_parser *p) {
  uint32_t offset = p->lex.token.offset;
  if (p->lex.token.kind != M2K_TOKEN_WORD)
    return m2k_parse_expected(p, "a clause (" EXPECTED_CLAUSES ")");
  clause_kind kind = clause_at(p);
  p->symbols_lost |= kind == CLAUSE_COUNT;
  if (kind == CLAUSE_COUNT)
    return m2k_parse_fail(
        p, offset, "unknown clause %s: expected " EXPECTED_CLAUSES, found(p));
  if (++p->nclauses > M2K_PARSE_MAX_CLAUSES)
    return m2k_parse_fail(p, offset, "too many clauses: expected at most %d",
                          (int)M2K_PARSE_MAX_CLAUSES);
  m2k_lex_next(p);
  p->depth = 0;
  p->index_name = NULL;
  uint32_t mentions = p->mentions.len;
  bool ok = m2k_parse_punct(p, "(") && parse_body(p, kind, offset);
  p->symbols_lost |= !ok && (kind == CLAUSE_USER || kind == CLAUSE_FIXED);
  /* A faulty clause has been reported; what it mentions is no second error. */
  if (!ok)
    p->mentions.len = mentions;
  return ok;
}

/* After an error: on to the next clause. `, CLAUSE (` occurs in no clause, so
 * it is a safe place at any depth of parentheses; where the parentheses of the
 * faulty clause balance, its end is one, too. False when nothing is left. */
static bool recover(m2k_parser *p) {
  bool closed = p->lex.parens <= 0 && m2k_at(p, ",");
  while (p->lex.token.kind != M2K_TOKEN_END) {
    if (m2k_take(p, ",")) {
      bool word = p->lex.token.kind == M2K_TOKEN_WORD;
      bool clause = clause_at(p) != CLAUSE_COUNT;
      m2k_lexer here = p->lex;
      if (word)
        m2k_lex_next(p);
      bool call = word && m2k_at(p, "(");
      p->lex = here;
      if (call && (clause || closed)) {
        p->lex.parens = 0;
        return true;
      }
      closed = false;
      continue;
    }
    bool paren = m2k_at(p, ")");
    m2k_lex_next(p);
    closed = paren && p->lex.parens <= 0;
  }
  return false;
}

static void parse_clauses(m2k_parser *p) {
  for (;;) {
    bool ok = parse_clause(p);
    if (ok && p->lex.token.kind == M2K_TOKEN_END)
      return;
    if (ok && m2k_take(p, ","))
      continue;
    if (ok)
      m2k_parse_expected(p, "',' or the end of the interface");
    if (p->nerrors >= M2K_CLAUSE_MAX_ERRORS ||
        p->nclauses > M2K_PARSE_MAX_CLAUSES || !recover(p))
      return;
  }
}

static bool is_qualified_name(const char *s) {
  if (m2k_starts_with(s, "::"))
    s += 2;
  for (;;) {
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz"
                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    if (n == 0 || strspn(s, "0123456789") != 0)
      return false;
    s += n;
    if (*s == '\0')
      return true;
    if (!m2k_starts_with(s, "::"))
      return false;
    s += 2;
  }
}

/* The function's name that `__m2k_iface_for` begins with, and its comma. */
static bool parse_target(m2k_parser *p) {
  const m2k_token *t = &p->lex.token;
  if (t->kind != M2K_TOKEN_STRING)
    return m2k_parse_expected(p, "a function's name in double quotes");
  if (!is_qualified_name(t->text))
    return m2k_parse_fail(p, t->offset,
                          "malformed function name %s: expected NAME or "
                          "NAMESPACE::NAME",
                          found(p));
  p->c->target = t->text;
  p->c->target_offset = t->offset;
  m2k_lex_next(p);
  return m2k_parse_punct(p, ",");
}

static void *to_arena(m2k_parser *p, const void *items, size_t size) {
  void *copy = m2k_alloc(p->arena, size);
  if (size)
    memcpy(copy, items, size);
  return copy;
}

#define TAKE_LIST(p, field)                                                    \
  ((p)->c->field =                                                             \
       to_arena((p), (p)->field.at, (p)->field.len * sizeof *(p)->field.at),   \
   (p)->c->n##field = (p)->field.len)

static void finish(m2k_parser *p) {
  TAKE_LIST(p, symbols);
  TAKE_LIST(p, tensors);
  TAKE_LIST(p, scalars);
  TAKE_LIST(p, assumes);
  TAKE_LIST(p, template_args);
}

static void release(m2k_parser *p) {
  m2k_map_free(p->symbol_map);
  m2k_vec_free(&p->symbols);
  m2k_vec_free(&p->symbol_mentions);
  m2k_vec_free(&p->tensors);
  m2k_vec_free(&p->scalars);
  m2k_vec_free(&p->assumes);
  m2k_vec_free(&p->template_args);
  m2k_vec_free(&p->mentions);
  m2k_vec_free(&p->indices);
}

const m2k_case *m2k_case_parse(m2k_arena *arena, const m2k_clause_text *text,
                               bool with_target, m2k_loc place,
                               m2k_errors *errors) {
  m2k_parser p = {.arena = arena, .errors = errors};
  p.c = M2K_NEW(arena, m2k_case);
  p.c->place = place;
  p.c->text = *text;
  p.symbol_map = m2k_map_new();
  if (m2k_check_text(&p, text)) {
    p.c->text.text = m2k_strndup(arena, text->text, text->len);
    m2k_lex_start(&p, &p.c->text);
    bool ok = !with_target || parse_target(&p);
    p.symbols_lost = !ok;
    if (ok || recover(&p))
      parse_clauses(&p);
    m2k_resolve(&p);
  }
  if (p.nerrors == 0)
    finish(&p);
  release(&p);
  return p.nerrors == 0 ? p.c : NULL;
}
