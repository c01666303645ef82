#include "plugin/m2k_cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int m2k_usage_error(const char *command, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  fprintf(stderr, "%s: error: ", command);
  vfprintf(stderr, fmt, args);
  fprintf(stderr, "\nsee '%s --help'\n", command);
  va_end(args);
  return M2K_EXIT_USAGE;
}

static bool write_all(int fd, const m2k_str *text) {
  for (size_t done = 0; done < text->len;) {
    ssize_t n = write(fd, text->at + done, text->len - done);
    if (n < 0 && errno != EINTR)
      return false;
    done += n > 0 ? (size_t)n : 0;
  }
  return true;
}

static bool failed(const char *path) {
  fprintf(stderr, "m2k: error: cannot write '%s': %s\n", path, strerror(errno));
  return false;
}

bool m2k_write_output(const char *path, const m2k_str *text) {
  if (!path)
    return write_all(STDOUT_FILENO, text) || failed("<stdout>");
  struct stat info;
  /* What is no file, a pipe or a terminal, cannot be replaced. */
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
    FILE *out = fopen(path, "w");
    bool ok = out && write_all(fileno(out), text);
    ok = out && fclose(out) == 0 && ok;
    return ok || failed(path);
  }
  m2k_str name = {0};
  m2k_str_addf(&name, "%s.XXXXXX", path);
  int fd = mkstemp(name.at);
  mode_t mask = umask(0);
  umask(mask);
  bool ok = fd >= 0 && fchmod(fd, 0666 & ~mask) == 0 && write_all(fd, text);
  ok = fd >= 0 && close(fd) == 0 && ok;
  ok = ok && rename(name.at, path) == 0;
  if (!ok) {
    failed(path);
    if (fd >= 0)
      unlink(name.at);
  }
  m2k_str_free(&name);
  return ok;
}

void m2k_notes_to_stream(void *stream, m2k_loc loc, const char *message) {
  fprintf(stream, "%s:%u:%u: note: %s\n", loc.file, loc.line, loc.col, message);
}

/* Does the argument name this flag? *value is what follows in it, or null. */
static bool names_flag(const char *arg, const m2k_flag *flag,
                       const char **value) {
  size_t n = strlen(flag->name);
  *value = NULL;
  if (strncmp(arg, flag->name, n) == 0 && (arg[n] == 0 || arg[n] == '=')) {
    *value = arg[n] ? arg + n + 1 : NULL;
    return true;
  }
  if (!flag->letter || arg[0] != '-' || arg[1] != flag->letter)
    return false;
  *value = arg[2] ? arg + 2 : NULL;
  return true;
}

static m2k_arg_kind take_value(m2k_args *args, const m2k_flag *flag,
                               const char **value) {
  if (!flag->value && *value) {
    m2k_usage_error(args->command, "option '%s' takes no value", flag->name);
    return M2K_ARG_ERROR;
  }
  if (flag->value && !*value) {
    if (args->at == args->argc) {
      m2k_usage_error(args->command, "option '%s' without its value",
                      flag->name);
      return M2K_ARG_ERROR;
    }
    *value = args->argv[args->at++];
  }
  return M2K_ARG_FLAG;
}

m2k_arg_kind m2k_args_next(m2k_args *args, const m2k_flag *flags,
                           unsigned nflags, unsigned *flag,
                           const char **value) {
  if (args->at == args->argc)
    return M2K_ARG_END;
  const char *arg = args->argv[args->at++];
  *value = arg;
  if (args->operands_only || arg[0] != '-' || arg[1] == 0)
    return M2K_ARG_OPERAND;
  if (strcmp(arg, "--") == 0) {
    args->operands_only = true;
    return m2k_args_next(args, flags, nflags, flag, value);
  }
  for (*flag = 0; *flag < nflags; ++*flag)
    if (names_flag(arg, &flags[*flag], value))
      return take_value(args, &flags[*flag], value);
  m2k_usage_error(args->command, "unknown option '%s'", arg);
  return M2K_ARG_ERROR;
}
