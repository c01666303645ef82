#include "interface/poly.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

typedef struct parser {
  const char *text, *pos;
  m2k_poly_name *symbol;
  void *data;
  const char *what, *at; /* the first error */
  unsigned depth;
} parser;

static bool fail(parser *p, const char *at, const char *what) {
  if (!p->what) {
    p->what = what;
    p->at = at;
  }
  return false;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         is_digit(c);
}

static void skip_space(parser *p) {
  while (*p->pos == ' ')
    p->pos++;
}

static bool take(parser *p, char c) {
  skip_space(p);
  if (*p->pos != c)
    return false;
  p->pos++;
  return true;
}

static bool parse_integer(parser *p, m2k_poly *out) {
  const char *start = p->pos;
  m2k_i128 value = 0;
  for (; is_digit(*p->pos); p->pos++)
    if (__builtin_mul_overflow(value, (m2k_i128)10, &value) ||
        __builtin_add_overflow(value, (m2k_i128)(*p->pos - '0'), &value))
      return fail(p, start, "number does not fit 128 bits");
  m2k_poly_int(out, value);
  return true;
}

static bool parse_number(parser *p, m2k_poly *out) {
  const char *start = p->pos, *end = start;
  while (is_digit(*end))
    end++;
  if (*end == '.' || *end == 'e' || *end == 'E') {
    char *behind = NULL;
    double value = strtod(start, &behind);
    p->pos = behind;
    if (!m2k_poly_double(out, value))
      return fail(p, start,
                  "number near no small fraction: expected one whose "
                  "denominator is at most 65536");
  } else if (!parse_integer(p, out))
    return false;
  if (is_word(*p->pos) || *p->pos == '.')
    return fail(p, start, "malformed number");
  return true;
}

static bool parse_sum(parser *p, m2k_poly *out);

static bool parse_primary(parser *p, m2k_poly *out) {
  skip_space(p);
  const char *start = p->pos;
  if (is_digit(*start) || (*start == '.' && is_digit(start[1])))
    return parse_number(p, out);
  if (take(p, '('))
    return parse_sum(p, out) &&
           (take(p, ')') || fail(p, p->pos, "expected ')'"));
  while (is_word(*p->pos))
    p->pos++;
  if (p->pos == start)
    return fail(p, start, "expected a number, a symbol or '('");
  uint32_t symbol = 0;
  if (!p->symbol(p->data, start, (size_t)(p->pos - start), &symbol))
    return fail(p, start,
                "symbol without a range: expected s, b, or one of symRanges");
  m2k_poly_symbol(out, symbol);
  return true;
}

static bool parse_unary(parser *p, m2k_poly *out) {
  if (++p->depth > MAX_DEPTH)
    return fail(p, p->pos, "nested too deeply: expected at most 64 levels");
  bool minus = take(p, '-');
  bool ok = minus || take(p, '+') ? parse_unary(p, out) : parse_primary(p, out);
  p->depth--;
  if (ok && minus)
    m2k_poly_negate(out);
  return ok;
}

static bool parse_product(parser *p, m2k_poly *out) {
  m2k_poly other;
  if (!parse_unary(p, out))
    return false;
  for (;;) {
    bool times = take(p, '*');
    const char *at = p->pos;
    if (!times && !take(p, '/'))
      return true;
    if (!parse_unary(p, &other))
      return false;
    if (times && !m2k_poly_mul(out, &other))
      return fail(p, at, "product too large");
    if (!times && !m2k_poly_div(out, &other))
      return fail(p, at,
                  "malformed division: expected one by a number that "
                  "is not 0");
  }
}

static bool parse_sum(parser *p, m2k_poly *out) {
  m2k_poly other;
  if (!parse_product(p, out))
    return false;
  for (;;) {
    bool minus = take(p, '-');
    const char *at = p->pos;
    if (!minus && !take(p, '+'))
      return true;
    if (!parse_product(p, &other))
      return false;
    if (minus)
      m2k_poly_negate(&other);
    if (!m2k_poly_add(out, &other))
      return fail(p, at, "sum too large");
  }
}

bool m2k_poly_parse(const char *text, m2k_poly_name *symbol, void *data,
                    m2k_poly *p, const char **what, size_t *at) {
  parser state = {.text = text, .pos = text, .symbol = symbol, .data = data};
  bool ok = parse_sum(&state, p);
  skip_space(&state);
  if (ok && *state.pos)
    ok = fail(&state, state.pos, "expected an operator or the end");
  if (!ok) {
    *what = state.what;
    *at = (size_t)(state.at - text);
  }
  return ok;
}
