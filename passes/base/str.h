/*
 * A growing string buffer. `m2k_str s = {0};` is empty; s.at is
 * NUL-terminated after any append (null before the first one).
 */
#ifndef M2K_BASE_STR_H
#define M2K_BASE_STR_H

#include "passes/base/int128.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct m2k_str {
  char *at;
  size_t len, cap;
} m2k_str;

void m2k_str_add(m2k_str *str, const char *text);
void m2k_str_add_n(m2k_str *str, const char *text, size_t len);
void m2k_str_addf(m2k_str *str, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The text, "" when nothing was appended. */
const char *m2k_str_text(const m2k_str *str);
void m2k_str_clear(m2k_str *str);
void m2k_str_free(m2k_str *str);

bool m2k_starts_with(const char *text, const char *prefix);
bool m2k_ends_with(const char *text, const char *suffix);

/* Whole file as text in malloc'ed memory, or null with errno set. */
char *m2k_read_file(const char *path, size_t *len);

/* Decimal text of a 128-bit integer, in a buffer of at least 48 bytes. */
const char *m2k_i128_text(m2k_i128 value, char *buf);
/* The shortest decimal text that reads back as this finite double, always with
 * a point or an exponent, in a buffer of at least 48 bytes. */
const char *m2k_double_text(double value, char *buf);

#endif
