#include "interface/json_print.h"

#include "annotations/print.h"
#include "passes/base/bug.h"

#include <stdlib.h>

void m2k_json_set(json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0)
    m2k_bug("cannot write '%s'", key);
}

void m2k_json_append(json_t *array, json_t *value) {
  if (json_array_append_new(array, value) != 0)
    m2k_bug("cannot write a list");
}

json_t *m2k_json_text(m2k_str *text) {
  json_t *value = json_string(m2k_str_text(text));
  m2k_str_free(text);
  return value;
}

json_t *m2k_json_expr(const m2k_expr *expr) {
  if (expr->kind == M2K_EXPR_INT && expr->value >= INT64_MIN &&
      expr->value <= INT64_MAX)
    return json_integer((json_int_t)expr->value);
  m2k_str text = {0};
  m2k_expr_print(expr, &text);
  return m2k_json_text(&text);
}

/* Digits that tell the number from its neighbours. */
static size_t digits_of(double number) {
  char buf[48];
  size_t digits = 0;
  m2k_double_text(number, buf);
  for (const char *at = buf; *at && *at != 'e'; at++)
    digits += *at >= '0' && *at <= '9' && (digits || *at != '0');
  return digits ? digits : 1;
}

void m2k_json_print(json_t *value, const json_t *number, m2k_str *out) {
  size_t digits =
      json_is_real(number) ? digits_of(json_real_value(number)) : 17;
  char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits));
  if (!text)
    m2k_bug("cannot write JSON");
  m2k_str_add(out, text);
  free(text);
  json_decref(value);
}
