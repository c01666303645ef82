/*
 * Source places. A place is a file, a line and a column (both from 1; 0 means
 * unknown). `inlined_at` leads outwards through the calls into which the code
 * was inlined; null at the outermost function.
 */
#ifndef M2K_BASE_LOC_H
#define M2K_BASE_LOC_H

#include <stdint.h>

typedef struct m2k_loc m2k_loc;
struct m2k_loc {
  const char *file;
  uint32_t line, col;
  const char *function; /* name of the enclosing function, or null */
  const m2k_loc *inlined_at;
};

#endif
