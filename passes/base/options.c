#include "passes/base/options.h"
#include "passes/base/bug.h"
#include "passes/base/version.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum option_kind {
  FLAG,
  TEXT,
  LIST,
  COUNT,
  BYTES,
  DUMP,
  TRACE,
  FAULT
} option_kind;

typedef struct option_row {
  option_kind kind;
  size_t offset; /* of the field in m2k_options */
  const char *name, *arg, *help;
} option_row;

static const option_row rows[] = {
#define M2K_OPTION(kind, field, name, init, arg, help)                         \
  {kind, offsetof(m2k_options, field), name, arg, help},
#include "passes/base/options.def"
#undef M2K_OPTION
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct option_word {
  const char *text, *help;
} option_word;

static const option_word dump_words[] = {
#define M2K_DUMP(name, word, help) {word, help},
#include "passes/base/options_dump.def"
#undef M2K_DUMP
    {NULL, NULL}};
static const option_word trace_words[] = {
#define M2K_TRACE_AREA(name, word, help) {word, help},
#include "passes/base/trace.def"
#undef M2K_TRACE_AREA
    {NULL, NULL}};
static const option_word fault_words[] = {
#define M2K_FAULT(name, word, help) {word, help},
#include "passes/base/options_fault.def"
#undef M2K_FAULT
    {NULL, NULL}};

static const option_word *words_of(option_kind kind) {
  switch (kind) {
  case DUMP:
    return dump_words;
  case TRACE:
    return trace_words;
  case FAULT:
    return fault_words;
  default:
    return NULL;
  }
}

#define INIT_FLAG(value) (value) != 0
#define INIT_TEXT(value) value
#define INIT_LIST(value) {NULL, 0}
#define INIT_COUNT(value) value
#define INIT_BYTES(value) value
#define INIT_DUMP(value) value
#define INIT_TRACE(value) value
#define INIT_FAULT(value) value

void m2k_options_init(m2k_options *options, m2k_arena *arena) {
  *options = (m2k_options){
#define M2K_OPTION(kind, field, name, init, arg, help)                         \
  .field = INIT_##kind(init),
#include "passes/base/options.def"
#undef M2K_OPTION
      .arena = arena,
  };
}

/* Edits that turn one word into the other; words here are short. */
static unsigned edit_distance(const char *a, const char *b) {
  enum { MAX = 32 };
  size_t n = strlen(a), m = strlen(b);
  if (n >= MAX || m >= MAX)
    return MAX;
  unsigned cost[MAX];
  for (unsigned j = 0; j <= m; j++)
    cost[j] = j;
  for (size_t i = 1; i <= n; i++) {
    unsigned diagonal = cost[0];
    cost[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      unsigned above = cost[j];
      unsigned best = diagonal + (a[i - 1] != b[j - 1]);
      if (above + 1 < best)
        best = above + 1;
      if (cost[j - 1] + 1 < best)
        best = cost[j - 1] + 1;
      diagonal = above;
      cost[j] = best;
    }
  }
  return cost[m];
}

/* Keeps the nearest candidate that is close enough to be meant. */
static void consider(const char *text, const char *candidate,
                     const char **nearest, unsigned *best) {
  unsigned distance = edit_distance(text, candidate);
  if (distance < *best && distance <= strlen(text) / 3 + 1) {
    *best = distance;
    *nearest = candidate;
  }
}

static int unknown_option(const char *name, m2k_str *why) {
  const char *nearest = NULL;
  unsigned best = UINT32_MAX;
  for (unsigned i = 0; i < ROWS; i++)
    consider(name, rows[i].name, &nearest, &best);
  m2k_str_addf(why, "unknown option '%s'", name);
  if (nearest)
    m2k_str_addf(why, ", did you mean '%s'?", nearest);
  return -1;
}

static int unknown_word(const option_row *row, const char *text, m2k_str *why) {
  const option_word *words = words_of(row->kind);
  const char *nearest = NULL;
  unsigned best = UINT32_MAX;
  for (const option_word *w = words; w->text; w++)
    consider(text, w->text, &nearest, &best);
  m2k_str_addf(why, "unknown value '%s' of option '%s'", text, row->name);
  if (nearest) {
    m2k_str_addf(why, ", did you mean '%s'?", nearest);
    return -1;
  }
  m2k_str_add(why, ", expected");
  for (const option_word *w = words; w->text; w++)
    m2k_str_addf(why, "%s %s", w == words ? "" : ",", w->text);
  return -1;
}

static int parse_words(const option_row *row, const char *value,
                       uint32_t *field, m2k_arena *arena, m2k_str *why) {
  const option_word *words = words_of(row->kind);
  uint32_t bits = 0;
  for (const char *at = value;;) {
    size_t len = strcspn(at, ",");
    const char *text = m2k_strndup(arena, at, len);
    uint32_t i = 0;
    while (words[i].text && strcmp(words[i].text, text) != 0)
      i++;
    if (!words[i].text)
      return unknown_word(row, text, why);
    bits |= UINT32_C(1) << i;
    if (!at[len])
      break;
    at += len + 1;
  }
  *field |= bits;
  return 0;
}

static int parse_number(const option_row *row, const char *value,
                        uint64_t *field, m2k_str *why) {
  static const char suffixes[] = "KMGT";
  uint64_t number = 0;
  const char *at = value;
  bool fits = true;
  for (; isdigit((unsigned char)*at); at++)
    fits = fits && !__builtin_mul_overflow(number, UINT64_C(10), &number) &&
           !__builtin_add_overflow(number, (uint64_t)(*at - '0'), &number);
  bool good = at != value;
  const char *suffix = *at ? strchr(suffixes, *at) : NULL;
  if (suffix) {
    uint64_t unit = UINT64_C(1) << (10 * (suffix - suffixes + 1));
    fits = fits && !__builtin_mul_overflow(number, unit, &number);
    at++;
  }
  if (!good || *at) {
    m2k_str_addf(why,
                 "'%s' is no number, option '%s' expects one, with K, M, G or "
                 "T behind it for powers of 1024",
                 value, row->name);
    return -1;
  }
  /* Everything that is computed from an option stays in signed 64 bits. */
  if (!fits || number > INT64_MAX) {
    m2k_str_addf(why, "'%s' is too large for option '%s'", value, row->name);
    return -1;
  }
  *field = number;
  return 0;
}

static void append(m2k_option_list *list, const char *text, m2k_arena *arena) {
  const char **grown = M2K_NEW_N(arena, const char *, list->len + 1);
  if (list->len)
    memcpy(grown, list->at, list->len * sizeof *grown);
  grown[list->len++] = text;
  list->at = grown;
}

static int apply(m2k_options *options, const option_row *row, const char *value,
                 m2k_str *why) {
  void *field = (char *)options + row->offset;
  switch (row->kind) {
  case FLAG:
    *(bool *)field = true;
    return 0;
  case TEXT:
    *(const char **)field = m2k_strdup(options->arena, value);
    return 0;
  case LIST:
    append(field, m2k_strdup(options->arena, value), options->arena);
    return 0;
  case COUNT:
  case BYTES:
    return parse_number(row, value, field, why);
  case DUMP:
  case TRACE:
  case FAULT:
    return parse_words(row, value, field, options->arena, why);
  }
  m2k_bug("option of kind %d", (int)row->kind);
}

int m2k_options_parse(m2k_options *options, const char *argument,
                      m2k_str *why) {
  size_t len = strcspn(argument, "=");
  const char *name = m2k_strndup(options->arena, argument, len);
  const char *value = argument[len] ? argument + len + 1 : NULL;
  unsigned i = 0;
  while (i < ROWS && strcmp(rows[i].name, name) != 0)
    i++;
  if (i == ROWS)
    return unknown_option(name, why);
  if (rows[i].kind == FLAG && value) {
    m2k_str_addf(why, "option '%s' takes no value", name);
    return -1;
  }
  if (rows[i].kind != FLAG && (!value || !*value)) {
    m2k_str_addf(why, "option '%s' needs a value, as %s=%s", name, name,
                 rows[i].arg);
    return -1;
  }
  return apply(options, &rows[i], value, why);
}

static const char *variable_name(const option_row *row, char *buf,
                                 size_t size) {
  size_t n = 0;
  for (const char *at = "M2K_"; *at; at++)
    buf[n++] = *at;
  for (const char *at = row->name; *at && n + 1 < size; at++)
    buf[n++] = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
  buf[n] = 0;
  return buf;
}

static int apply_variable(m2k_options *options, const option_row *row,
                          const char *value, m2k_str *why) {
  if (row->kind == FLAG)
    return strcmp(value, "0") == 0 ? 0 : apply(options, row, NULL, why);
  if (row->kind != LIST)
    return apply(options, row, value, why);
  for (const char *at = value;;) {
    size_t len = strcspn(at, ":");
    if (len)
      append((m2k_option_list *)(void *)((char *)options + row->offset),
             m2k_strndup(options->arena, at, len), options->arena);
    if (!at[len])
      return 0;
    at += len + 1;
  }
}

int m2k_options_read_environment(m2k_options *options, m2k_str *why) {
  for (unsigned i = 0; i < ROWS; i++) {
    char name[64];
    const char *value = getenv(variable_name(&rows[i], name, sizeof name));
    if (!value || !*value)
      continue;
    m2k_str text = {0};
    int status = apply_variable(options, &rows[i], value, &text);
    if (status < 0)
      m2k_str_addf(why, "in %s: %s", name, m2k_str_text(&text));
    m2k_str_free(&text);
    if (status < 0)
      return status;
  }
  return 0;
}

const char *m2k_version_text(void) { return "m2k " M2K_VERSION; }

static void add_default(m2k_str *out, const option_row *row,
                        const m2k_options *options) {
  if (row->kind != COUNT && row->kind != BYTES)
    return;
  uint64_t value =
      *(const uint64_t *)(const void *)((const char *)options + row->offset);
  static const char suffixes[] = "\0KMGT";
  unsigned i = 0;
  while (value && value % 1024 == 0 && i + 1 < sizeof suffixes - 1) {
    value /= 1024;
    i++;
  }
  m2k_str_addf(out, " (default %" PRIu64, value);
  if (i)
    m2k_str_add_n(out, &suffixes[i], 1);
  m2k_str_add(out, ")");
}

void m2k_options_help(m2k_str *out, const char *prefix) {
  m2k_options defaults;
  m2k_options_init(&defaults, NULL);
  for (unsigned i = 0; i < ROWS; i++) {
    const option_row *row = &rows[i];
    char name[64];
    m2k_str_addf(out, "  %s%s%s%s\n", prefix, row->name, row->arg ? "=" : "",
                 row->arg ? row->arg : "");
    m2k_str_addf(out, "      %s", row->help);
    add_default(out, row, &defaults);
    m2k_str_addf(out, " [%s]\n", variable_name(row, name, sizeof name));
    for (const option_word *w = words_of(row->kind); w && w->text; w++)
      m2k_str_addf(out, "        %-10s %s\n", w->text, w->help);
  }
}
