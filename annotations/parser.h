/*
 * Inside of the parser; only parse*.c, lex.c and resolve.c include this. The
 * state of reading one case: a lexer with one token of lookahead, and the
 * clauses so far in growing arrays, which become the case's at the end.
 * A function that returns false or null has reported an error.
 */
#ifndef M2K_ANNOTATIONS_PARSER_H
#define M2K_ANNOTATIONS_PARSER_H

#include "annotations/parse.h"
#include "passes/base/map.h"
#include "passes/base/vec.h"

enum {
  M2K_PARSE_MAX_OPERATORS = 1000, /* in one expression: bounds tree height */
  M2K_PARSE_MAX_CLAUSES = 4096,   /* parameters are compared pairwise */
  M2K_PARSE_MAX_ITEMS = 65536,    /* in one set */
  M2K_PARSE_MAX_RANK = 64,
  M2K_PARSE_MAX_TEMPLATE_ARGS = 256
};

typedef enum m2k_token_kind {
  M2K_TOKEN_END,
  M2K_TOKEN_BAD, /* message says why; reported when it is in the way */
  M2K_TOKEN_WORD,
  M2K_TOKEN_INT,      /* value */
  M2K_TOKEN_FLOAT,    /* number */
  M2K_TOKEN_STRING,   /* text, unescaped */
  M2K_TOKEN_POSITION, /* @N, value */
  M2K_TOKEN_PUNCT     /* length 1 or 2, compare with m2k_at */
} m2k_token_kind;

typedef struct m2k_token {
  m2k_token_kind kind;
  uint32_t offset, len;
  m2k_i128 value;
  double number;
  const char *text;
  const char *message;
  uint32_t message_offset; /* of the offending byte */
} m2k_token;

typedef struct m2k_lexer {
  const char *text;
  uint32_t len, pos;
  m2k_token token; /* the next one */
  int parens;      /* open ones before it */
} m2k_lexer;

/* A mention of a symbol, resolved when all are declared. */
typedef struct m2k_mention {
  m2k_expr *expr;
  uint32_t template_arg; /* that is a type if no symbol, its number + 1; or 0 */
} m2k_mention;

/* Mentions [begin, end) stand in the set of a symbol. */
typedef struct m2k_mention_range {
  uint32_t begin, end;
} m2k_mention_range;

typedef struct m2k_parser {
  m2k_arena *arena;
  m2k_errors *errors;
  unsigned nerrors;
  m2k_lexer lex;
  m2k_case *c;
  unsigned depth, operators;
  const char *index_name; /* of the list clause that is being read, or null */
  uint32_t nclauses;
  bool symbols_lost;   /* by an error: undeclared ones are no second error */
  m2k_map *symbol_map; /* name → number */
  M2K_VEC(m2k_symbol) symbols;
  M2K_VEC(m2k_mention_range) symbol_mentions;
  M2K_VEC(m2k_tensor_clause) tensors;
  M2K_VEC(m2k_scalar_clause) scalars;
  M2K_VEC(const m2k_expr *) assumes;
  M2K_VEC(m2k_template_arg) template_args;
  M2K_VEC(m2k_mention) mentions;
  M2K_VEC(const m2k_path_step *) indices; /* list indices, for name clashes */
} m2k_parser;

typedef M2K_VEC(const m2k_expr *) m2k_vec_expr;

/* lex.c. Start reads the first token; next the one after the present one. */
void m2k_lex_start(m2k_parser *p, const m2k_clause_text *text);
void m2k_lex_next(m2k_parser *p);
/* Is the next token this punctuation, or this word? */
bool m2k_at(const m2k_parser *p, const char *punct);
bool m2k_at_word(const m2k_parser *p, const char *word);
/* Reads it if it is next. */
bool m2k_take(m2k_parser *p, const char *punct);
bool m2k_take_word(m2k_parser *p, const char *word);
char *m2k_token_copy(m2k_parser *p); /* spelling, in the arena */

/* check_text.c: bytes that no token may hold. False after an error. */
bool m2k_check_text(m2k_parser *p, const m2k_clause_text *text);

/* parse.c */
bool m2k_parse_fail(m2k_parser *p, uint32_t offset, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected WHAT, found …"; a bad token's own message instead. */
bool m2k_parse_expected(m2k_parser *p, const char *what);
bool m2k_parse_punct(m2k_parser *p, const char *punct);
/* Reads `,` (true, *more true) or `close` (true, *more false). */
bool m2k_parse_more(m2k_parser *p, const char *close, bool *more);

/* parse_expr.c */
const m2k_expr *m2k_parse_expr(m2k_parser *p);
const m2k_expr *m2k_parse_cond(m2k_parser *p);
bool m2k_parse_integer(m2k_parser *p, const char *what, m2k_i128 *value);
/* The word is one of the language's, which cannot name a symbol. */
bool m2k_at_reserved(const m2k_parser *p);

/* parse_set.c */
bool m2k_parse_set(m2k_parser *p, m2k_set *set);
bool m2k_parse_range(m2k_parser *p, const m2k_expr **lo, const m2k_expr **hi);
/* `EXPR, … close`, the items in the arena; at most `max`. */
bool m2k_parse_exprs(m2k_parser *p, const char *close, uint32_t max,
                     const char *what, const m2k_expr *const **items,
                     uint32_t *count);

/* parse_tensor.c */
bool m2k_parse_param(m2k_parser *p, bool range_allowed, m2k_param_ref *param);
/* Has it no clause yet? */
bool m2k_check_param(m2k_parser *p, const m2k_param_ref *param);
bool m2k_parse_tensor(m2k_parser *p, uint32_t offset);

/* parse_clause.c: one function per clause, between its parentheses. `offset`
 * is that of the clause's name. */
bool m2k_parse_symbols(m2k_parser *p, bool fixed);
bool m2k_parse_scalar(m2k_parser *p, uint32_t offset);
bool m2k_parse_assume(m2k_parser *p);
bool m2k_parse_label(m2k_parser *p, uint32_t offset);
bool m2k_parse_template(m2k_parser *p, uint32_t offset);
bool m2k_parse_launch(m2k_parser *p, uint32_t offset);

/* resolve.c: symbols, after the last clause. */
void m2k_resolve(m2k_parser *p);

#endif
