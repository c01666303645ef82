#include "passes/base/str.h"
#include "passes/base/bug.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(m2k_str *str, size_t more) {
  if (str->len + more + 1 <= str->cap)
    return;
  size_t cap = str->cap ? str->cap * 2 : 64;
  while (cap < str->len + more + 1)
    cap *= 2;
  str->at = realloc(str->at, cap);
  if (!str->at)
    m2k_bug("out of memory");
  str->cap = cap;
}

void m2k_str_add_n(m2k_str *str, const char *text, size_t len) {
  reserve(str, len);
  memcpy(str->at + str->len, text, len);
  str->len += len;
  str->at[str->len] = 0;
}

void m2k_str_add(m2k_str *str, const char *text) {
  m2k_str_add_n(str, text, strlen(text));
}

void m2k_str_addf(m2k_str *str, const char *fmt, ...) {
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  int len = vsnprintf(NULL, 0, fmt, args);
  va_end(args);
  if (len < 0)
    m2k_bug("bad format '%s'", fmt);
  reserve(str, (size_t)len);
  vsnprintf(str->at + str->len, (size_t)len + 1, fmt, again);
  va_end(again);
  str->len += (size_t)len;
}

const char *m2k_str_text(const m2k_str *str) { return str->at ? str->at : ""; }

void m2k_str_clear(m2k_str *str) {
  str->len = 0;
  if (str->at)
    str->at[0] = 0;
}

void m2k_str_free(m2k_str *str) {
  free(str->at);
  *str = (m2k_str){0};
}

bool m2k_starts_with(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool m2k_ends_with(const char *text, const char *suffix) {
  size_t n = strlen(text), m = strlen(suffix);
  return n >= m && strcmp(text + n - m, suffix) == 0;
}

char *m2k_read_file(const char *path, size_t *len) {
  FILE *in = fopen(path, "rb");
  if (!in)
    return NULL;
  m2k_str text = {0};
  char buf[16 * 1024];
  size_t got;
  while ((got = fread(buf, 1, sizeof buf, in)) > 0)
    m2k_str_add_n(&text, buf, got);
  int failed = ferror(in) ? (errno ? errno : EIO) : 0;
  fclose(in);
  if (failed) {
    m2k_str_free(&text);
    errno = failed;
    return NULL;
  }
  if (!text.at)
    m2k_str_add(&text, "");
  if (len)
    *len = text.len;
  return text.at;
}

const char *m2k_i128_text(m2k_i128 value, char *buf) {
  char *at = buf + 47;
  bool negative = value < 0;
  m2k_u128 rest = negative ? -(m2k_u128)value : (m2k_u128)value;
  *at = 0;
  do {
    *--at = (char)('0' + (int)(rest % 10));
    rest /= 10;
  } while (rest);
  if (negative)
    *--at = '-';
  return at;
}

const char *m2k_double_text(double value, char *buf) {
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(buf, 48, "%.*g", digits, value);
    if (strtod(buf, NULL) == value)
      break;
  }
  if (!strpbrk(buf, ".e"))
    strcat(buf, ".0");
  return buf;
}
