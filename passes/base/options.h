/*
 * Options, all from one table (options.def). Later settings win over earlier
 * ones, so the order is: m2k_options_init, m2k_options_read_environment, then
 * the arguments. Lists append. Warning control (W...) is the plugin's own and
 * never comes here. An m2k_options is written while the command line is read
 * and only read afterwards; derived state must not grow here.
 */
#ifndef M2K_BASE_OPTIONS_H
#define M2K_BASE_OPTIONS_H

#include "passes/base/arena.h"
#include "passes/base/str.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* M2K_DUMP_SUMMARY and so on: bits of m2k_options.dump. */
enum {
#define M2K_DUMP(name, word, help) M2K_DUMP_BIT_##name,
#include "passes/base/options_dump.def"
#undef M2K_DUMP
  M2K_DUMP_BITS
};
enum {
#define M2K_DUMP(name, word, help) M2K_DUMP_##name = 1 << M2K_DUMP_BIT_##name,
#include "passes/base/options_dump.def"
#undef M2K_DUMP
};

/* M2K_FAULT_CRASH and so on: bits of m2k_options.fault. */
enum {
#define M2K_FAULT(name, word, help) M2K_FAULT_BIT_##name,
#include "passes/base/options_fault.def"
#undef M2K_FAULT
  M2K_FAULT_BITS
};
enum {
#define M2K_FAULT(name, word, help)                                            \
  M2K_FAULT_##name = 1 << M2K_FAULT_BIT_##name,
#include "passes/base/options_fault.def"
#undef M2K_FAULT
};

/* Texts in order of appearance, borrowed from the arena. */
typedef struct m2k_option_list {
  const char **at;
  uint32_t len;
} m2k_option_list;

#define M2K_OPTION_TYPE_FLAG bool
#define M2K_OPTION_TYPE_TEXT const char *
#define M2K_OPTION_TYPE_LIST m2k_option_list
#define M2K_OPTION_TYPE_COUNT uint64_t
#define M2K_OPTION_TYPE_BYTES uint64_t
#define M2K_OPTION_TYPE_DUMP uint32_t
#define M2K_OPTION_TYPE_TRACE uint32_t /* see trace.h */
#define M2K_OPTION_TYPE_FAULT uint32_t

typedef struct m2k_options {
#define M2K_OPTION(kind, field, name, init, arg, help)                         \
  M2K_OPTION_TYPE_##kind field;
#include "passes/base/options.def"
#undef M2K_OPTION
  m2k_arena *arena; /* holds all texts; outlives the options */
} m2k_options;

/* The defaults of the table. */
void m2k_options_init(m2k_options *options, m2k_arena *arena);

/*
 * Applies one argument, `NAME` or `NAME=VALUE` without any prefix. Returns 0,
 * or -1 with the reason appended to `why` ("unknown option 'dmup', did you
 * mean 'dump'?") and the options unchanged.
 */
int m2k_options_parse(m2k_options *options, const char *argument, m2k_str *why);

/*
 * Applies every environment variable of the table that is set and not empty.
 * A flag is on unless its value is 0; a list is separated by `:`. Returns 0, or
 * -1 with the first error in `why`, which then names the variable.
 */
int m2k_options_read_environment(m2k_options *options, m2k_str *why);

/* The help text, each option behind `prefix` (such as "-fplugin-arg-m2k-"). */
void m2k_options_help(m2k_str *out, const char *prefix);

/* "m2k 0.1.0", without a newline. */
const char *m2k_version_text(void);

#ifdef __cplusplus
}
#endif
#endif
