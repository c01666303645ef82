#include "annotations/parser.h"

static const uint64_t REPORTED = UINT32_MAX;

static void undeclared(m2k_parser *p, const m2k_expr *e) {
  if (p->symbols_lost)
    return;
  m2k_parse_fail(p, e->offset,
                 "undeclared symbol '%s': expected one of a user or fixed "
                 "clause",
                 e->name);
  /* Once is enough. */
  m2k_map_put_str(p->symbol_map, e->name, REPORTED);
}

static void resolve_mention(m2k_parser *p, const m2k_mention *mention) {
  uint64_t symbol = 0;
  m2k_expr *e = mention->expr;
  if (!m2k_map_get_str(p->symbol_map, e->name, &symbol)) {
    if (!mention->template_arg)
      undeclared(p, e);
    return;
  }
  e->symbol = (uint32_t)symbol;
  if (mention->template_arg && mention->template_arg <= p->template_args.len &&
      symbol != REPORTED) {
    m2k_clause_value *value =
        &p->template_args.at[mention->template_arg - 1].value;
    value->kind = M2K_CLAUSE_EXPR;
    value->text = NULL;
    value->expr = e;
  }
}

static void check_indices(m2k_parser *p) {
  uint64_t symbol = 0;
  for (uint32_t i = 0; i < p->indices.len; i++) {
    const m2k_path_step *step = p->indices.at[i];
    if (m2k_map_get_str(p->symbol_map, step->name, &symbol) &&
        symbol != REPORTED)
      m2k_parse_fail(p, step->offset,
                     "index '%s' is a symbol already: expected another name",
                     step->name);
  }
}

/* Depth first over the symbols that sets name, without recursion: a chain may
 * be as long as the text. */
typedef struct visit {
  uint32_t symbol, next; /* mention to follow */
} visit;

enum { NEW, OPEN, DONE };

static bool find_cycle(m2k_parser *p, uint32_t start, unsigned char *state) {
  M2K_VEC(visit) stack = {0};
  bool found = false;
  m2k_vec_push(&stack, (visit){start, p->symbol_mentions.at[start].begin});
  state[start] = OPEN;
  while (stack.len && !found) {
    visit *top = &m2k_vec_last(&stack);
    if (top->next == p->symbol_mentions.at[top->symbol].end) {
      state[top->symbol] = DONE;
      stack.len--;
      continue;
    }
    const m2k_expr *e = p->mentions.at[top->next++].expr;
    if (e->symbol >= p->symbols.len)
      continue;
    if (state[e->symbol] == OPEN) {
      found = true;
      m2k_parse_fail(p, e->offset,
                     "the set of symbol '%s' depends on the symbol itself: "
                     "expected other symbols",
                     e->name);
    } else if (state[e->symbol] == NEW) {
      state[e->symbol] = OPEN;
      m2k_vec_push(&stack,
                   (visit){e->symbol, p->symbol_mentions.at[e->symbol].begin});
    }
  }
  m2k_vec_free(&stack);
  return found;
}

void m2k_resolve(m2k_parser *p) {
  check_indices(p);
  for (uint32_t i = 0; i < p->mentions.len; i++)
    resolve_mention(p, &p->mentions.at[i]);
  /* Without errors every mention has its symbol. */
  if (p->nerrors)
    return;
  unsigned char *state = m2k_alloc(p->arena, p->symbols.len);
  for (uint32_t i = 0; i < p->symbols.len; i++)
    if (state[i] == NEW && find_cycle(p, i, state))
      return;
}
