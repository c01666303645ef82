/*
 * What the sub-commands of the command-line tool `m2k` share: exit codes,
 * messages, output that is never half-written. The tool is C on the C layers;
 * it links neither clang nor the checker, which runs inside the compiler.
 */
#ifndef M2K_PLUGIN_M2K_CLI_H
#define M2K_PLUGIN_M2K_CLI_H

#include "passes/base/error.h"
#include "passes/base/str.h"

typedef enum m2k_exit {
  M2K_EXIT_OK = 0,
  M2K_EXIT_FAILED = 1,       /* findings, bad input, a difference */
  M2K_EXIT_NOT_ANALYSED = 2, /* a file or kernel */
  M2K_EXIT_USAGE = 64,
  M2K_EXIT_FAULT = 70 /* our own */
} m2k_exit;

/* A sub-command: argv[0] is its name. Returns the exit code. */
typedef int m2k_command(int argc, char **argv);
m2k_command m2k_iface_command, m2k_check_command;

/* Prints "m2k COMMAND: error: …" and where help is; returns M2K_EXIT_USAGE. */
int m2k_usage_error(const char *command, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes a text to the file `path`, null for the standard output. A file
 * appears whole or not at all. False after a message. */
bool m2k_write_output(const char *path, const m2k_str *text);

/* A sink for notes: "file:line:col: note: message" on a FILE*. */
void m2k_notes_to_stream(void *stream, m2k_loc loc, const char *message);

/*
 * Arguments of a command, options and operands mixed as GNU tools have them:
 * `--name=VALUE`, `--name VALUE`, `-x VALUE`, `-xVALUE`, `--` before operands
 * only.
 */
typedef struct m2k_flag {
  const char *name; /* "--report" */
  char letter;      /* 'o', or 0 */
  bool value;       /* takes one */
} m2k_flag;

typedef struct m2k_args {
  const char *command; /* for messages */
  char **argv;
  int argc, at;
  bool operands_only;
} m2k_args;

typedef enum m2k_arg_kind {
  M2K_ARG_END,
  M2K_ARG_FLAG,    /* number in the table, and its value */
  M2K_ARG_OPERAND, /* value */
  M2K_ARG_ERROR    /* reported; the exit code is M2K_EXIT_USAGE */
} m2k_arg_kind;

/* The next argument. Behind `--` everything is an operand. */
m2k_arg_kind m2k_args_next(m2k_args *args, const m2k_flag *flags,
                           unsigned nflags, unsigned *flag, const char **value);

#endif
