#include "annotations/parser.h"

#include "passes/base/str.h"

static bool declare(m2k_parser *p, const m2k_symbol *symbol) {
  uint64_t earlier = 0;
  if (m2k_map_get_str(p->symbol_map, symbol->name, &earlier))
    return m2k_parse_fail(p, symbol->offset,
                          "symbol '%s' declared twice: expected another name",
                          symbol->name);
  m2k_map_put_str(p->symbol_map, symbol->name, p->symbols.len);
  return true;
}

bool m2k_parse_symbols(m2k_parser *p, bool fixed) {
  for (bool more = true; more;) {
    m2k_symbol symbol = {.fixed = fixed, .offset = p->lex.token.offset};
    if (p->lex.token.kind != M2K_TOKEN_WORD || m2k_at_reserved(p))
      return m2k_parse_expected(p, "a symbol's name");
    symbol.name = m2k_token_copy(p);
    if (!declare(p, &symbol))
      return false;
    m2k_lex_next(p);
    m2k_mention_range mentions = {.begin = p->mentions.len};
    bool ok = m2k_take_word(p, "in") ? m2k_parse_set(p, &symbol.set)
                                     : m2k_parse_expected(p, "'in' and a set");
    mentions.end = p->mentions.len;
    /* Kept even if its set is faulty: its mentions are no errors then. */
    m2k_vec_push(&p->symbols, symbol);
    m2k_vec_push(&p->symbol_mentions, mentions);
    if (!ok || !m2k_parse_more(p, ")", &more))
      return false;
  }
  return true;
}

/* `1.5`, `-1e-5`; *is false, and nothing read, when it is no such thing. */
static bool parse_float(m2k_parser *p, m2k_clause_value *value, bool *is) {
  m2k_lexer here = p->lex;
  bool minus = m2k_take(p, "-");
  const m2k_token *t = &p->lex.token;
  *is = t->kind == M2K_TOKEN_FLOAT;
  if (!*is) {
    p->lex = here;
    return true;
  }
  value->kind = M2K_CLAUSE_FLOAT;
  value->text = minus ? m2k_printf(p->arena, "-%s", t->text) : t->text;
  value->number = minus ? -t->number : t->number;
  if (value->number - value->number != 0)
    return m2k_parse_fail(p, t->offset,
                          "number too large: expected a finite double");
  m2k_lex_next(p);
  return true;
}

static bool parse_value(m2k_parser *p, m2k_clause_value *value) {
  bool is_float = false;
  *value = (m2k_clause_value){.offset = p->lex.token.offset};
  if (!parse_float(p, value, &is_float))
    return false;
  if (is_float)
    return true;
  value->truth = m2k_at_word(p, "true");
  if (value->truth || m2k_at_word(p, "false")) {
    value->kind = M2K_CLAUSE_BOOL;
    m2k_lex_next(p);
    return true;
  }
  if (p->lex.token.kind == M2K_TOKEN_STRING) {
    value->kind = M2K_CLAUSE_STRING;
    value->text = p->lex.token.text;
    m2k_lex_next(p);
    return true;
  }
  if (p->lex.token.kind == M2K_TOKEN_PUNCT && !m2k_at(p, "-") &&
      !m2k_at(p, "("))
    return m2k_parse_expected(
        p, "a value (an integer, a symbol, a number, true, false or a string)");
  value->kind = M2K_CLAUSE_EXPR;
  value->expr = m2k_parse_expr(p);
  return value->expr != NULL;
}

bool m2k_parse_scalar(m2k_parser *p, uint32_t offset) {
  m2k_scalar_clause scalar = {.offset = offset};
  if (!m2k_parse_param(p, false, &scalar.param) ||
      !m2k_check_param(p, &scalar.param))
    return false;
  if (m2k_take_word(p, "in")) {
    scalar.value.kind = M2K_CLAUSE_SET;
    scalar.value.offset = p->lex.token.offset;
    if (!m2k_parse_set(p, &scalar.value.set))
      return false;
  } else if (m2k_take(p, "=")) {
    if (!parse_value(p, &scalar.value))
      return false;
  } else
    return m2k_parse_expected(p, "'=' and a value, or 'in' and a set");
  m2k_vec_push(&p->scalars, scalar);
  return m2k_parse_punct(p, ")");
}

bool m2k_parse_assume(m2k_parser *p) {
  const m2k_expr *cond = m2k_parse_cond(p);
  if (!cond)
    return false;
  m2k_vec_push(&p->assumes, cond);
  return m2k_parse_punct(p, ")");
}

bool m2k_parse_label(m2k_parser *p, uint32_t offset) {
  const m2k_token *t = &p->lex.token;
  if (p->c->label)
    return m2k_parse_fail(p, offset, "clause 'case' twice: expected it once");
  if (t->kind != M2K_TOKEN_STRING)
    return m2k_parse_expected(p, "a label in double quotes");
  if (!*t->text)
    return m2k_parse_fail(p, t->offset, "empty label: expected a name");
  p->c->label = t->text;
  m2k_lex_next(p);
  return m2k_parse_punct(p, ")");
}

/* A type's name as C++ writes it, words and `::`, behind which the argument
 * ends. False, with the tokens read, when it is an expression instead. */
static bool read_type(m2k_parser *p, m2k_str *text, unsigned *words) {
  bool after_word = false;
  for (;; m2k_lex_next(p)) {
    bool word = p->lex.token.kind == M2K_TOKEN_WORD;
    if (!word && !m2k_at(p, "::"))
      return after_word && (m2k_at(p, ",") || m2k_at(p, ")"));
    if (!word && text->len && !after_word)
      return false;
    if (word && after_word)
      m2k_str_add(text, " ");
    m2k_str_add_n(text, p->lex.text + p->lex.token.offset, p->lex.token.len);
    *words += word;
    after_word = word;
  }
}

/* A template's VALUE may be a type. One word is a symbol if such a one is
 * declared, which is known at the end only. */
static bool parse_type(m2k_parser *p, m2k_clause_value *value) {
  m2k_lexer here = p->lex;
  m2k_str text = {0};
  unsigned words = 0;
  if (m2k_at_word(p, "true") || m2k_at_word(p, "false") ||
      !read_type(p, &text, &words)) {
    p->lex = here;
    m2k_str_free(&text);
    return false;
  }
  *value =
      (m2k_clause_value){.kind = M2K_CLAUSE_TYPE, .offset = here.token.offset};
  value->text = m2k_strdup(p->arena, m2k_str_text(&text));
  m2k_str_free(&text);
  if (words == 1 && here.token.kind == M2K_TOKEN_WORD) {
    m2k_expr *e = M2K_NEW(p->arena, m2k_expr);
    e->kind = M2K_EXPR_SYMBOL;
    e->offset = value->offset;
    e->name = value->text;
    m2k_vec_push(
        &p->mentions,
        (m2k_mention){.expr = e, .template_arg = p->template_args.len + 1});
  }
  return true;
}

static bool parse_template_arg(m2k_parser *p) {
  m2k_template_arg arg = {.offset = p->lex.token.offset};
  if (p->lex.token.kind != M2K_TOKEN_WORD)
    return m2k_parse_expected(p, "a template parameter's name");
  if (p->template_args.len == M2K_PARSE_MAX_TEMPLATE_ARGS)
    return m2k_parse_fail(p, arg.offset,
                          "too many template arguments: expected at most %d",
                          (int)M2K_PARSE_MAX_TEMPLATE_ARGS);
  arg.name = m2k_token_copy(p);
  for (uint32_t i = 0; i < p->template_args.len; i++)
    if (strcmp(p->template_args.at[i].name, arg.name) == 0)
      return m2k_parse_fail(p, arg.offset,
                            "template parameter '%s' twice: expected it once",
                            arg.name);
  m2k_lex_next(p);
  if (!m2k_take(p, "="))
    return m2k_parse_expected(p, "'=' and a value");
  if (!parse_type(p, &arg.value) && !parse_value(p, &arg.value))
    return false;
  m2k_vec_push(&p->template_args, arg);
  return true;
}

bool m2k_parse_template(m2k_parser *p, uint32_t offset) {
  if (p->template_args.len)
    return m2k_parse_fail(p, offset,
                          "clause 'template' twice: expected it once");
  for (bool more = true; more;)
    if (!parse_template_arg(p) || !m2k_parse_more(p, ")", &more))
      return false;
  return true;
}

static bool parse_dimensions(m2k_parser *p, const char *what,
                             const m2k_expr *dims[3]) {
  const m2k_expr *const *items = NULL;
  uint32_t count = 0;
  if (!m2k_parse_punct(p, "["))
    return false;
  if (m2k_at(p, "]"))
    return m2k_parse_fail(p, p->lex.token.offset,
                          "no %s: expected 1 to 3 of them", what);
  if (!m2k_parse_exprs(p, "]", 3, what, &items, &count))
    return false;
  for (uint32_t i = 0; i < count; i++)
    dims[i] = items[i];
  return true;
}

static bool parse_launch_part(m2k_parser *p, m2k_launch_clause *launch) {
  uint32_t offset = p->lex.token.offset;
  bool grid = m2k_at_word(p, "grid"), block = m2k_at_word(p, "block");
  if (!grid && !block && !m2k_at_word(p, "shared"))
    return m2k_parse_expected(p, "grid, block or shared");
  const char *name = m2k_token_copy(p);
  if (grid ? launch->grid[0] : block ? launch->block[0] : launch->shared)
    return m2k_parse_fail(p, offset, "'%s' twice: expected it once", name);
  m2k_lex_next(p);
  if (!m2k_parse_punct(p, "="))
    return false;
  if (grid)
    return parse_dimensions(p, "grid dimensions", launch->grid);
  if (block)
    return parse_dimensions(p, "block dimensions", launch->block);
  return (launch->shared = m2k_parse_expr(p)) != NULL;
}

bool m2k_parse_launch(m2k_parser *p, uint32_t offset) {
  if (p->c->launch)
    return m2k_parse_fail(p, offset, "clause 'launch' twice: expected it once");
  m2k_launch_clause *launch = M2K_NEW(p->arena, m2k_launch_clause);
  launch->offset = offset;
  p->c->launch = launch;
  for (bool more = true; more;)
    if (!parse_launch_part(p, launch) || !m2k_parse_more(p, ")", &more))
      return false;
  if (!launch->grid[0] || !launch->block[0])
    return m2k_parse_fail(p, offset,
                          "launch without '%s': expected both grid and block",
                          launch->grid[0] ? "block" : "grid");
  return true;
}
