#include "annotations/parser.h"

/* The length of the UTF-8 sequence at `s`, 0 when it is none: truncated,
 * overlong, a surrogate, or beyond U+10FFFF. */
static size_t sequence_len(const unsigned char *s, size_t len) {
  if (s[0] < 0x80)
    return 1;
  size_t n = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
  if (s[0] < 0xC2 || s[0] > 0xF4 || n > len)
    return 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xC0) != 0x80)
      return 0;
  bool wrong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ||
               (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F);
  return wrong ? 0 : n;
}

/* Blanks as C has them, from tab to carriage return, are no control bytes. */
static bool is_control(unsigned char c) {
  return c < '\t' || (c > '\r' && c < ' ') || c == 0x7F;
}

bool m2k_check_text(m2k_parser *p, const m2k_clause_text *text) {
  if (text->len > M2K_CLAUSE_MAX_LEN)
    return m2k_parse_fail(p, 0, "interface of %zu bytes: expected at most %d",
                          text->len, (int)M2K_CLAUSE_MAX_LEN);
  const unsigned char *s = (const unsigned char *)text->text;
  for (size_t i = 0, n = 0; i < text->len; i += n) {
    n = sequence_len(s + i, text->len - i);
    if (n == 0)
      return m2k_parse_fail(p, (uint32_t)i, "byte 0x%02x: expected UTF-8 text",
                            s[i]);
    if (is_control(s[i]))
      return m2k_parse_fail(p, (uint32_t)i,
                            "control byte 0x%02x: expected text", s[i]);
  }
  return true;
}
