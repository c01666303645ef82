#include "passes/base/bug.h"
#include "passes/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void m2k_bug_at(const char *file, int line, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  fprintf(stderr, "m2k: internal fault at %s:%d: ", file, line);
  vfprintf(stderr, fmt, args);
  fputc('\n', stderr);
  va_end(args);
  abort();
}

void m2k_error(m2k_errors *errors, m2k_loc loc, const char *fmt, ...) {
  char text[1024];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  errors->count++;
  if (errors->report)
    errors->report(errors->data, loc, text);
}

void m2k_errors_to_stream(void *stream, m2k_loc loc, const char *message) {
  FILE *out = stream;
  if (loc.file && loc.line)
    fprintf(out, "%s:%u:%u: error: %s\n", loc.file, loc.line, loc.col, message);
  else if (loc.file)
    fprintf(out, "%s: error: %s\n", loc.file, message);
  else
    fprintf(out, "error: %s\n", message);
}
