#include "annotations/parser.h"

/* The words of a list and its `close` become an array in the arena. */
bool m2k_parse_exprs(m2k_parser *p, const char *close, uint32_t max,
                     const char *what, const m2k_expr *const **items,
                     uint32_t *count) {
  m2k_vec_expr list = {0};
  bool more = !m2k_take(p, close), ok = true;
  while (ok && more) {
    if (list.len == max)
      ok = m2k_parse_fail(p, p->lex.token.offset,
                          "too many %s: expected at most %u", what, max);
    const m2k_expr *e = ok ? m2k_parse_expr(p) : NULL;
    ok = e && m2k_parse_more(p, close, &more);
    if (ok)
      m2k_vec_push(&list, e);
  }
  const m2k_expr **copy = M2K_NEW_N(p->arena, const m2k_expr *, list.len);
  for (uint32_t i = 0; i < list.len; i++)
    copy[i] = list.at[i];
  *items = copy;
  *count = list.len;
  m2k_vec_free(&list);
  return ok;
}

bool m2k_parse_range(m2k_parser *p, const m2k_expr **lo, const m2k_expr **hi) {
  *lo = m2k_parse_expr(p);
  if (!*lo)
    return false;
  if (!m2k_at(p, ".."))
    return m2k_parse_expected(p, "'..' and the upper end of the range");
  m2k_lex_next(p);
  *hi = m2k_parse_expr(p);
  return *hi != NULL;
}

static bool parse_step(m2k_parser *p, m2k_set *set) {
  uint32_t offset = p->lex.token.offset;
  set->step = m2k_parse_expr(p);
  if (!set->step)
    return false;
  if (set->step->kind == M2K_EXPR_INT && set->step->value < 1)
    return m2k_parse_fail(p, offset, "step below 1: expected a positive one");
  return true;
}

bool m2k_parse_set(m2k_parser *p, m2k_set *set) {
  const m2k_token *t = &p->lex.token;
  *set = (m2k_set){.offset = t->offset};
  if (m2k_take(p, "{")) {
    set->kind = M2K_SET_LIST;
    return m2k_parse_exprs(p, "}", M2K_PARSE_MAX_ITEMS, "elements", &set->items,
                           &set->nitems);
  }
  if (t->kind == M2K_TOKEN_WORD &&
      m2k_inttype_find(p->lex.text + t->offset, t->len, &set->type)) {
    set->kind = M2K_SET_TYPE;
    m2k_lex_next(p);
    return true;
  }
  set->kind = M2K_SET_RANGE;
  if (!m2k_parse_range(p, &set->lo, &set->hi))
    return false;
  return !m2k_take_word(p, "step") || parse_step(p, set);
}
