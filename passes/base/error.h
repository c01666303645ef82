/*
 * Errors in the user's input. A reader reports through this sink and returns a
 * negative status; it never falls back to a default.
 */
#ifndef M2K_BASE_ERROR_H
#define M2K_BASE_ERROR_H

#include "passes/base/loc.h"

typedef struct m2k_errors {
  /* Called once per error. `loc` may have line 0. The message is lower case,
   * without a full stop, subject in quotes. */
  void (*report)(void *data, m2k_loc loc, const char *message);
  void *data;
  unsigned count;
} m2k_errors;

void m2k_error(m2k_errors *errors, m2k_loc loc, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A ready sink that prints "file:line:col: error: message" to a FILE*. */
void m2k_errors_to_stream(void *stream, m2k_loc loc, const char *message);

#endif
