#include "passes/report/json_io.h"
#include "passes/base/bug.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void json_io_fail(json_io *io, const char *key, const char *expected) {
  if (!io->failed && io->why)
    m2k_str_addf(io->why, "'%s' is not %s", key, expected);
  io->failed = true;
}

static void set(json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0)
    m2k_bug("cannot write '%s'", key);
}

/* Source text may hold any bytes, JSON only UTF-8. */
static json_t *text_value(const char *text) {
  json_t *value = json_string(text);
  if (value)
    return value;
  m2k_str ascii = {0};
  m2k_str_add(&ascii, text);
  for (size_t i = 0; i < ascii.len; i++)
    if ((unsigned char)ascii.at[i] >= 0x80)
      ascii.at[i] = '?';
  value = json_string(m2k_str_text(&ascii));
  m2k_str_free(&ascii);
  return value;
}

void json_io_text(json_io *io, json_t *object, const char *key,
                  const char **text, bool required) {
  if (io->writing) {
    if (*text || required)
      set(object, key, text_value(*text ? *text : ""));
    return;
  }
  const json_t *value = json_object_get(object, key);
  if (!value && !required)
    return;
  if (!json_is_string(value)) {
    json_io_fail(io, key, "a text");
    *text = "";
    return;
  }
  *text = m2k_strdup(io->arena, json_string_value(value));
}

static uint64_t read_number(json_io *io, const json_t *value, const char *key,
                            uint64_t max) {
  json_int_t number = json_integer_value(value);
  if (json_is_integer(value) && number >= 0 && (uint64_t)number <= max)
    return (uint64_t)number;
  json_io_fail(io, key, "a number in range");
  return 0;
}

void json_io_u64(json_io *io, json_t *object, const char *key, uint64_t *n) {
  if (!io->writing)
    *n = read_number(io, json_object_get(object, key), key, INT64_MAX);
  else if (*n > INT64_MAX)
    m2k_bug("'%s' too large for JSON", key);
  else
    set(object, key, json_integer((json_int_t)*n));
}

void json_io_u32(json_io *io, json_t *object, const char *key, uint32_t *n) {
  if (io->writing)
    set(object, key, json_integer(*n));
  else
    *n = (uint32_t)read_number(io, json_object_get(object, key), key,
                               UINT32_MAX);
}

/* False unless `text` is a decimal integer of 128 bits. */
static bool parse_i128(const char *text, m2k_i128 *n) {
  bool negative = *text == '-';
  text += negative;
  if (!isdigit((unsigned char)*text))
    return false;
  m2k_i128 value = 0;
  for (; isdigit((unsigned char)*text); text++) {
    /* Downwards, since the most negative number has no positive twin. */
    if (__builtin_mul_overflow(value, (m2k_i128)10, &value) ||
        __builtin_sub_overflow(value, (m2k_i128)(*text - '0'), &value))
      return false;
  }
  if (!negative && __builtin_sub_overflow((m2k_i128)0, value, &value))
    return false;
  *n = value;
  return *text == 0;
}

void json_io_i128(json_io *io, json_t *object, const char *key, m2k_i128 *n) {
  if (io->writing) {
    char buf[48];
    set(object, key, json_string(m2k_i128_text(*n, buf)));
    return;
  }
  const char *text = json_string_value(json_object_get(object, key));
  if (!text || !parse_i128(text, n))
    json_io_fail(io, key, "a decimal integer in quotes");
}

void json_io_u32x3(json_io *io, json_t *object, const char *key, uint32_t *n) {
  if (io->writing) {
    set(object, key,
        json_pack("[I,I,I]", (json_int_t)n[0], (json_int_t)n[1],
                  (json_int_t)n[2]));
    return;
  }
  const json_t *array = json_object_get(object, key);
  if (json_array_size(array) != 3) {
    json_io_fail(io, key, "an array of three numbers");
    return;
  }
  for (unsigned i = 0; i < 3; i++)
    n[i] = (uint32_t)read_number(io, json_array_get(array, i), key, UINT32_MAX);
}

void json_io_enum(json_io *io, json_t *object, const char *key, unsigned *value,
                  json_io_word *word, unsigned count) {
  if (io->writing) {
    set(object, key, json_string(word(*value)));
    return;
  }
  const char *text = json_string_value(json_object_get(object, key));
  for (unsigned i = 0; text && i < count; i++)
    if (strcmp(text, word(i)) == 0) {
      *value = i;
      return;
    }
  json_io_fail(io, key, "a known word");
}

json_t *json_io_object(json_io *io, json_t *object, const char *key,
                       bool required) {
  if (io->writing) {
    json_t *member = json_object();
    set(object, key, member);
    return member;
  }
  json_t *member = json_object_get(object, key);
  if (json_is_object(member))
    return member;
  if (member || required)
    json_io_fail(io, key, "an object");
  return NULL;
}

json_t *json_io_array(json_io *io, json_t *object, const char *key,
                      uint32_t *len) {
  if (io->writing) {
    json_t *array = json_array();
    set(object, key, array);
    return array;
  }
  json_t *array = json_object_get(object, key);
  *len = 0;
  if (!json_is_array(array))
    json_io_fail(io, key, "an array");
  else
    *len = (uint32_t)json_array_size(array);
  return array;
}

json_t *json_io_element(json_io *io, json_t *array, uint32_t i) {
  if (io->writing) {
    json_t *element = json_object();
    if (json_array_append_new(array, element) != 0)
      m2k_bug("cannot write element %u", i);
    return element;
  }
  json_t *element = json_array_get(array, i);
  if (json_is_object(element))
    return element;
  json_io_fail(io, "element", "an object");
  return NULL;
}
