#include "annotations/parser.h"

/* Precedence climbing over the operators of expr.def. In an EXPR only the
 * arithmetic ones are operators; a COND takes them all and checks operands. */

static m2k_expr *new_leaf(m2k_parser *p, m2k_expr_kind kind) {
  m2k_expr *e = M2K_NEW(p->arena, m2k_expr);
  e->kind = kind;
  e->offset = p->lex.token.offset;
  return e;
}

static bool enter(m2k_parser *p, uint32_t offset) {
  if (++p->depth <= M2K_CLAUSE_MAX_DEPTH)
    return true;
  return m2k_parse_fail(p, offset,
                        "nested too deeply: expected at most %d "
                        "levels",
                        (int)M2K_CLAUSE_MAX_DEPTH);
}

/* base ** exponent, both not negative; false when it does not fit. */
static bool power(m2k_i128 base, m2k_i128 exponent, m2k_i128 *value) {
  *value = 1;
  if (base <= 1) {
    *value = exponent == 0 ? 1 : base;
    return true;
  }
  for (; exponent > 0; exponent--)
    if (__builtin_mul_overflow(*value, base, value))
      return false;
  return true;
}

bool m2k_parse_integer(m2k_parser *p, const char *what, m2k_i128 *value) {
  uint32_t offset = p->lex.token.offset;
  if (p->lex.token.kind != M2K_TOKEN_INT)
    return m2k_parse_expected(p, what);
  *value = p->lex.token.value;
  m2k_lex_next(p);
  if (!m2k_take(p, "**"))
    return true;
  if (p->lex.token.kind != M2K_TOKEN_INT)
    return m2k_parse_expected(p, "an integer after '**'");
  if (!power(*value, p->lex.token.value, value))
    return m2k_parse_fail(p, offset, "number does not fit 128 bits");
  m2k_lex_next(p);
  return true;
}

static const m2k_expr *parse_binding(m2k_parser *p, unsigned binding);

/* The operands of min, max and ceildiv. */
static const m2k_expr *parse_call(m2k_parser *p, m2k_expr_kind kind) {
  uint32_t offset = p->lex.token.offset;
  m2k_lex_next(p);
  unsigned arithmetic = m2k_expr_binding(M2K_EXPR_ADD);
  const m2k_expr *l = NULL, *r = NULL;
  if (!enter(p, offset) || !m2k_parse_punct(p, "(") ||
      !(l = parse_binding(p, arithmetic)) || !m2k_parse_punct(p, ",") ||
      !(r = parse_binding(p, arithmetic)) || !m2k_parse_punct(p, ")"))
    return NULL;
  p->depth--;
  return m2k_expr_node(p->arena, kind, l, r, offset);
}

bool m2k_at_reserved(const m2k_parser *p) {
  static const char *const words[] = {"min",  "max",  "ceildiv", "in",
                                      "step", "true", "false"};
  const m2k_token *t = &p->lex.token;
  m2k_inttype type = M2K_INTTYPE_int8;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (m2k_at_word(p, words[i]))
      return true;
  return t->kind == M2K_TOKEN_WORD &&
         m2k_inttype_find(p->lex.text + t->offset, t->len, &type);
}

static const m2k_expr *parse_name(m2k_parser *p) {
  for (unsigned k = 0; k < M2K_EXPR_COUNT; k++) {
    m2k_expr_kind kind = (m2k_expr_kind)k;
    bool call = m2k_expr_operands(kind) == 2 && !m2k_expr_binding(kind);
    if (call && m2k_at_word(p, m2k_expr_spelling(kind)))
      return parse_call(p, kind);
  }
  if (m2k_at_reserved(p)) {
    m2k_parse_expected(p, "an integer or a symbol");
    return NULL;
  }
  m2k_expr *e = new_leaf(p, M2K_EXPR_SYMBOL);
  e->name = m2k_token_copy(p);
  if (p->index_name && strcmp(p->index_name, e->name) == 0)
    e->kind = M2K_EXPR_INDEX;
  else
    m2k_vec_push(&p->mentions, (m2k_mention){.expr = e});
  m2k_lex_next(p);
  return e;
}

static const m2k_expr *parse_parens(m2k_parser *p, bool cond) {
  if (!enter(p, p->lex.token.offset))
    return NULL;
  m2k_lex_next(p);
  const m2k_expr *e =
      parse_binding(p, m2k_expr_binding(cond ? M2K_EXPR_OR : M2K_EXPR_ADD));
  if (!e || !m2k_parse_punct(p, ")"))
    return NULL;
  p->depth--;
  return e;
}

static const m2k_expr *parse_primary(m2k_parser *p, bool cond) {
  if (p->lex.token.kind == M2K_TOKEN_WORD)
    return parse_name(p);
  if (m2k_at(p, "("))
    return parse_parens(p, cond);
  m2k_expr *e = new_leaf(p, M2K_EXPR_INT);
  const char *what =
      cond ? "a condition or an integer or a symbol" : "an integer or a symbol";
  return m2k_parse_integer(p, what, &e->value) ? e : NULL;
}

/* Operands have one type each: conditions for ! && ||, integers otherwise. */
static bool check_operand(m2k_parser *p, m2k_expr_kind kind, uint32_t offset,
                          const m2k_expr *operand) {
  bool wants_cond =
      kind == M2K_EXPR_NOT || kind == M2K_EXPR_AND || kind == M2K_EXPR_OR;
  if (wants_cond == m2k_expr_is_cond(operand->kind))
    return true;
  if (wants_cond)
    return m2k_parse_fail(p, offset,
                          "'%s' of an integer: expected a comparison",
                          m2k_expr_spelling(kind));
  return m2k_parse_fail(p, offset, "'%s' of a condition: expected an integer",
                        m2k_expr_spelling(kind));
}

static const m2k_expr *parse_unary(m2k_parser *p, bool cond) {
  uint32_t offset = p->lex.token.offset;
  bool minus = m2k_at(p, "-");
  if (!minus && !(cond && m2k_at(p, "!")))
    return parse_primary(p, cond);
  m2k_lex_next(p);
  if (!enter(p, offset))
    return NULL;
  const m2k_expr *e = parse_unary(p, cond);
  p->depth--;
  m2k_expr_kind kind = minus ? M2K_EXPR_NEG : M2K_EXPR_NOT;
  if (!e || !check_operand(p, kind, offset, e))
    return NULL;
  if (minus && e->kind == M2K_EXPR_INT) /* its value is never the smallest */
    return m2k_expr_int(p->arena, -e->value, offset);
  return m2k_expr_node(p->arena, kind, e, NULL, offset);
}

/* The binary operator that is next and binds at least so tightly. */
static bool operator_at(const m2k_parser *p, unsigned binding,
                        m2k_expr_kind *kind) {
  for (unsigned k = 0; k < M2K_EXPR_COUNT; k++) {
    *kind = (m2k_expr_kind)k;
    unsigned has = m2k_expr_binding(*kind);
    if (has && has >= binding && m2k_expr_operands(*kind) == 2 &&
        m2k_at(p, m2k_expr_spelling(*kind)))
      return true;
  }
  return false;
}

static const m2k_expr *parse_binding(m2k_parser *p, unsigned binding) {
  bool cond = binding < m2k_expr_binding(M2K_EXPR_ADD);
  m2k_expr_kind kind = M2K_EXPR_INT;
  const m2k_expr *l = parse_unary(p, cond);
  while (l && operator_at(p, binding, &kind)) {
    uint32_t offset = p->lex.token.offset;
    m2k_lex_next(p);
    if (++p->operators > M2K_PARSE_MAX_OPERATORS) {
      m2k_parse_fail(p, offset,
                     "expression too long: expected at most %d "
                     "operators",
                     (int)M2K_PARSE_MAX_OPERATORS);
      return NULL;
    }
    const m2k_expr *r = parse_binding(p, m2k_expr_binding(kind) + 1);
    if (!r || !check_operand(p, kind, offset, l) ||
        !check_operand(p, kind, offset, r))
      return NULL;
    l = m2k_expr_node(p->arena, kind, l, r, offset);
  }
  return l;
}

const m2k_expr *m2k_parse_expr(m2k_parser *p) {
  p->depth = p->operators = 0;
  return parse_binding(p, m2k_expr_binding(M2K_EXPR_ADD));
}

const m2k_expr *m2k_parse_cond(m2k_parser *p) {
  p->depth = p->operators = 0;
  uint32_t offset = p->lex.token.offset;
  const m2k_expr *e = parse_binding(p, m2k_expr_binding(M2K_EXPR_OR));
  if (e && !m2k_expr_is_cond(e->kind) && !m2k_at(p, ")")) {
    m2k_parse_expected(p, "a comparison");
    return NULL;
  }
  if (e && !m2k_expr_is_cond(e->kind)) {
    m2k_parse_fail(p, offset,
                   "an integer is no condition: expected a comparison");
    return NULL;
  }
  return e;
}
