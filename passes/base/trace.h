/*
 * Following the work as it happens: one line per event, prefixed by its area,
 * on the stream of the context. Costs one test where the area is off. Never a
 * place for results: what tests compare goes through dump= instead.
 */
#ifndef M2K_BASE_TRACE_H
#define M2K_BASE_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum m2k_trace_area {
#define M2K_TRACE_AREA(name, word, help) M2K_TRACE_##name,
#include "passes/base/trace.def"
#undef M2K_TRACE_AREA
  M2K_TRACE_AREAS
} m2k_trace_area;

typedef struct m2k_trace {
  uint32_t areas; /* bit 1 << area; as in m2k_options.trace */
  FILE *out;      /* borrowed; null means stderr */
} m2k_trace;

/* `trace` may be null: all areas off. */
static inline bool m2k_trace_on(const m2k_trace *trace, m2k_trace_area area) {
  return trace && (trace->areas >> (unsigned)area & 1u);
}

/* Prints "m2k: AREA: text\n" whether or not the area is on. */
void m2k_trace_print(const m2k_trace *trace, m2k_trace_area area,
                     const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Evaluates its arguments only when the area is on. */
#define m2k_trace_line(trace, area, ...)                                       \
  do {                                                                         \
    if (m2k_trace_on((trace), (area)))                                         \
      m2k_trace_print((trace), (area), __VA_ARGS__);                           \
  } while (0)

/* The word of an area, as trace= takes it. */
const char *m2k_trace_area_word(m2k_trace_area area);

#ifdef __cplusplus
}
#endif
#endif
