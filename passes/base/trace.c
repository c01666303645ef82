#include "passes/base/trace.h"

#include <stdarg.h>

static const char *const area_words[] = {
#define M2K_TRACE_AREA(name, word, help) word,
#include "passes/base/trace.def"
#undef M2K_TRACE_AREA
};

const char *m2k_trace_area_word(m2k_trace_area area) {
  return area_words[area];
}

void m2k_trace_print(const m2k_trace *trace, m2k_trace_area area,
                     const char *fmt, ...) {
  FILE *out = trace && trace->out ? trace->out : stderr;
  va_list args;
  va_start(args, fmt);
  fprintf(out, "m2k: %s: ", area_words[area]);
  vfprintf(out, fmt, args);
  fputc('\n', out);
  va_end(args);
}
