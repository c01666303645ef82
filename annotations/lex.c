#include "annotations/parser.h"

#include "passes/base/str.h"

/* Words, numbers and strings as in C, as the macro's argument went through a C
 * preprocessor or looks as if it would. */

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

static bool is_word_start(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(int c) { return is_word_start(c) || is_digit(c); }

/* The byte at pos + ahead, 0 behind the end. */
static int peek(const m2k_lexer *lex, uint32_t ahead) {
  return ahead < lex->len - lex->pos
             ? (unsigned char)lex->text[lex->pos + ahead]
             : 0;
}

static bool skip_comment(m2k_lexer *lex) {
  bool line = peek(lex, 1) == '/';
  lex->pos += 2;
  while (lex->pos < lex->len) {
    if (line && peek(lex, 0) == '\n')
      return true;
    if (!line && peek(lex, 0) == '*' && peek(lex, 1) == '/') {
      lex->pos += 2;
      return true;
    }
    lex->pos++;
  }
  return line;
}

/* False when a comment is not closed. */
static bool skip_space(m2k_lexer *lex) {
  for (;;) {
    int c = peek(lex, 0);
    if (c == ' ' || (c >= '\t' && c <= '\r'))
      lex->pos++;
    else if (c == '\\' && (peek(lex, 1) == '\n' || peek(lex, 1) == '\r'))
      lex->pos++;
    else if (c == '/' && (peek(lex, 1) == '/' || peek(lex, 1) == '*')) {
      uint32_t start = lex->pos;
      if (!skip_comment(lex)) {
        lex->pos = start;
        return false;
      }
    } else
      return true;
  }
}

static void bad(m2k_lexer *lex, uint32_t offset, const char *message) {
  lex->token.kind = M2K_TOKEN_BAD;
  lex->token.message = message;
  lex->token.message_offset = offset;
}

static int digit_value(int c, int base) {
  int d = is_digit(c)            ? c - '0'
          : c >= 'a' && c <= 'f' ? c - 'a' + 10
          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                 : 99;
  return d < base ? d : -1;
}

/* Digits and suffix of an integer; false when it does not fit. */
static bool lex_digits(m2k_lexer *lex, int base, m2k_i128 *value) {
  bool fits = true;
  int d = 0;
  *value = 0;
  for (; (d = digit_value(peek(lex, 0), base)) >= 0; lex->pos++)
    fits = fits && !__builtin_mul_overflow(*value, (m2k_i128)base, value) &&
           !__builtin_add_overflow(*value, (m2k_i128)d, value);
  int c = peek(lex, 0);
  int shift = c == 'K' ? 10 : c == 'M' ? 20 : c == 'G' ? 30 : 0;
  if (shift)
    lex->pos++;
  fits = fits && !__builtin_mul_overflow(*value, (m2k_i128)1 << shift, value);
  return fits;
}

/* Skips what still belongs to the word that went wrong. */
static void bad_word(m2k_lexer *lex, uint32_t start, const char *message) {
  while (is_word(peek(lex, 0)))
    lex->pos++;
  bad(lex, start, message);
}

static void lex_float(m2k_parser *p, uint32_t start) {
  m2k_lexer *lex = &p->lex;
  while (is_digit(peek(lex, 0)))
    lex->pos++;
  if (peek(lex, 0) == '.')
    lex->pos++;
  while (is_digit(peek(lex, 0)))
    lex->pos++;
  if (peek(lex, 0) == 'e' || peek(lex, 0) == 'E') {
    uint32_t sign = peek(lex, 1) == '+' || peek(lex, 1) == '-';
    if (!is_digit(peek(lex, 1 + sign))) {
      bad_word(lex, start, "exponent without digits");
      return;
    }
    lex->pos += 1 + sign;
    while (is_digit(peek(lex, 0)))
      lex->pos++;
  }
  if (is_word(peek(lex, 0)) || peek(lex, 0) == '.') {
    bad_word(lex, start, "malformed number: expected nothing after its digits");
    return;
  }
  lex->token.kind = M2K_TOKEN_FLOAT;
  lex->token.text = m2k_strndup(p->arena, lex->text + start, lex->pos - start);
  lex->token.number = strtod(lex->token.text, NULL);
}

/* `0..5` is an integer and a `..`, `0.5` and `1e5` are no integers. */
static bool is_float(const m2k_lexer *lex) {
  uint32_t i = 0;
  while (is_digit(peek(lex, i)))
    i++;
  int c = peek(lex, i);
  return (c == '.' && peek(lex, i + 1) != '.') || c == 'e' || c == 'E';
}

static void lex_number(m2k_parser *p) {
  m2k_lexer *lex = &p->lex;
  uint32_t start = lex->pos;
  bool zero = peek(lex, 0) == '0' && is_digit(peek(lex, 1));
  bool hex =
      peek(lex, 0) == '0' && (peek(lex, 1) == 'x' || peek(lex, 1) == 'X');
  if (!hex && is_float(lex)) {
    lex_float(p, start);
    return;
  }
  if (hex)
    lex->pos += 2;
  uint32_t digits = lex->pos;
  bool fits = lex_digits(lex, hex ? 16 : 10, &lex->token.value);
  lex->token.kind = M2K_TOKEN_INT;
  if (lex->pos == digits)
    bad_word(lex, start, "hexadecimal number without digits");
  else if (is_word(peek(lex, 0)))
    bad_word(lex, lex->pos,
             "malformed number: expected a suffix K, M or G, "
             "or nothing, after the digits");
  else if (zero)
    bad(lex, start, "number with a leading zero: octal is not supported");
  else if (!fits)
    bad(lex, start, "number does not fit 128 bits");
}

static int unescape(int c) {
  return c == 'n' ? '\n' : c == 't' ? '\t' : c == '"' || c == '\\' ? c : 0;
}

static void lex_string(m2k_parser *p) {
  m2k_lexer *lex = &p->lex;
  uint32_t start = lex->pos++;
  m2k_str out = {0};
  uint32_t wrong = 0;
  for (; peek(lex, 0) != '"'; lex->pos++) {
    int c = peek(lex, 0);
    if (c == 0 || c == '\n' || c == '\r') {
      bad(lex, start, "string is not closed");
      m2k_str_free(&out);
      return;
    }
    if (c == '\\' && peek(lex, 1)) {
      lex->pos++;
      c = unescape(peek(lex, 0));
      if (!c && !wrong)
        wrong = lex->pos - 1;
    }
    char byte = (char)c;
    m2k_str_add_n(&out, &byte, 1);
  }
  lex->pos++;
  lex->token.kind = M2K_TOKEN_STRING;
  lex->token.text = m2k_strndup(p->arena, m2k_str_text(&out), out.len);
  if (wrong)
    bad(lex, wrong,
        "unknown escape in a string: expected \\\\, \\\", \\n or \\t");
  m2k_str_free(&out);
}

static void lex_position(m2k_lexer *lex) {
  uint32_t start = lex->pos++;
  uint32_t digits = lex->pos;
  m2k_i128 value = 0;
  for (; is_digit(peek(lex, 0)); lex->pos++)
    value = value < 1000000 ? value * 10 + (peek(lex, 0) - '0') : value;
  if (lex->pos == digits || is_word(peek(lex, 0))) {
    bad_word(lex, start, "expected a parameter's position, from 0, after '@'");
    return;
  }
  lex->token.kind = M2K_TOKEN_POSITION;
  lex->token.value = value;
}

static void lex_punct(m2k_parser *p) {
  static const char doubles[] = "==!=<=>=&&||..**::";
  static const char singles[] = "()[]{},.=!<>+-*/%";
  m2k_lexer *lex = &p->lex;
  int c = peek(lex, 0);
  lex->token.kind = M2K_TOKEN_PUNCT;
  for (const char *d = doubles; *d; d += 2)
    if (c == d[0] && peek(lex, 1) == d[1]) {
      lex->pos += 2;
      return;
    }
  uint32_t start = lex->pos++;
  if (strchr(singles, c))
    return;
  while ((peek(lex, 0) & 0xC0) == 0x80)
    lex->pos++;
  bad(lex, start,
      m2k_printf(p->arena, "unexpected character '%.*s'",
                 (int)(lex->pos - start), lex->text + start));
}

static void lex_token(m2k_parser *p) {
  m2k_lexer *lex = &p->lex;
  memset(&lex->token, 0, sizeof lex->token);
  bool closed = skip_space(lex);
  lex->token.offset = lex->pos;
  int c = peek(lex, 0);
  if (!closed) {
    bad(lex, lex->pos, "comment is not closed");
    lex->pos = lex->len;
  } else if (lex->pos >= lex->len) {
    lex->token.kind = M2K_TOKEN_END;
  } else if (is_word_start(c)) {
    lex->token.kind = M2K_TOKEN_WORD;
    while (is_word(peek(lex, 0)))
      lex->pos++;
  } else if (is_digit(c) || (c == '.' && is_digit(peek(lex, 1)))) {
    lex_number(p);
  } else if (c == '"') {
    lex_string(p);
  } else if (c == '@') {
    lex_position(lex);
  } else {
    lex_punct(p);
  }
  lex->token.len = lex->pos - lex->token.offset;
}

void m2k_lex_start(m2k_parser *p, const m2k_clause_text *text) {
  p->lex = (m2k_lexer){.text = text->text, .len = (uint32_t)text->len};
  lex_token(p);
}

void m2k_lex_next(m2k_parser *p) {
  if (m2k_at(p, "("))
    p->lex.parens++;
  else if (m2k_at(p, ")"))
    p->lex.parens--;
  if (p->lex.token.kind != M2K_TOKEN_END)
    lex_token(p);
}

static bool is_spelled(const m2k_parser *p, m2k_token_kind kind,
                       const char *text) {
  const m2k_token *t = &p->lex.token;
  return t->kind == kind && strlen(text) == t->len &&
         memcmp(p->lex.text + t->offset, text, t->len) == 0;
}

bool m2k_at(const m2k_parser *p, const char *punct) {
  return is_spelled(p, M2K_TOKEN_PUNCT, punct);
}

bool m2k_at_word(const m2k_parser *p, const char *word) {
  return is_spelled(p, M2K_TOKEN_WORD, word);
}

bool m2k_take(m2k_parser *p, const char *punct) {
  bool yes = m2k_at(p, punct);
  if (yes)
    m2k_lex_next(p);
  return yes;
}

bool m2k_take_word(m2k_parser *p, const char *word) {
  bool yes = m2k_at_word(p, word);
  if (yes)
    m2k_lex_next(p);
  return yes;
}

char *m2k_token_copy(m2k_parser *p) {
  const m2k_token *t = &p->lex.token;
  return m2k_strndup(p->arena, p->lex.text + t->offset, t->len);
}
