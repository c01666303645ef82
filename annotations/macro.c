#include "annotations/parse.h"

#include <string.h>

/* Skips what starts at `i` if it is a string or a comment. */
static size_t skip_opaque(const char *s, size_t len, size_t i) {
  if (s[i] == '"') {
    for (i++; i < len && s[i] != '"' && s[i] != '\n'; i++)
      if (s[i] == '\\')
        i++;
    return i < len ? i + 1 : len;
  }
  if (s[i] != '/' || i + 1 >= len)
    return i;
  if (s[i + 1] == '/') {
    const char *end = memchr(s + i, '\n', len - i);
    return end ? (size_t)(end - s) : len;
  }
  if (s[i + 1] != '*')
    return i;
  for (i += 2; i < len; i++)
    if (s[i] == '*' && i + 1 < len && s[i + 1] == '/')
      return i + 2;
  return len;
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

bool m2k_macro_begins(const char *text, size_t len, size_t i) {
  static const char plain[] = "__m2k_iface", target[] = "__m2k_iface_for";
  size_t end = i;
  if (i > 0 && is_word(text[i - 1]))
    return false;
  while (end < len && is_word(text[end]))
    end++;
  size_t n = end - i;
  if (!(n == sizeof plain - 1 && memcmp(text + i, plain, n) == 0) &&
      !(n == sizeof target - 1 && memcmp(text + i, target, n) == 0))
    return false;
  while (end < len && (text[end] == ' ' || text[end] == '\t' ||
                       text[end] == '\n' || text[end] == '\r'))
    end++;
  return end < len && text[end] == '(';
}

bool m2k_macro_argument(const char *text, size_t len, size_t *arg_len) {
  size_t depth = 0;
  for (size_t i = 0; i < len;) {
    size_t next = skip_opaque(text, len, i);
    if (next != i) {
      i = next;
      continue;
    }
    if (text[i] == ')' && depth == 0) {
      *arg_len = i;
      return true;
    }
    depth += text[i] == '(';
    depth -= text[i] == ')';
    if (m2k_macro_begins(text, len, i))
      return false;
    i++;
  }
  return false;
}

bool m2k_annotation_text(const char *annotation, bool *with_target,
                         const char **text) {
  static const char plain[] = "m2k.iface:", target[] = "m2k.iface_for:";
  size_t n = sizeof target - 1;
  *with_target = strncmp(annotation, target, n) == 0;
  if (!*with_target) {
    n = sizeof plain - 1;
    if (strncmp(annotation, plain, n) != 0)
      return false;
  }
  *text = annotation + n;
  return true;
}
