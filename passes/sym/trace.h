/*
 * Static provenance of IR pointers (no symbolic values). Private to sym.
 */
#ifndef M2K_SYM_TRACE_H
#define M2K_SYM_TRACE_H

#include "passes/base/map.h"
#include "passes/ir/ir.h"

typedef enum m2k_base_kind {
  M2K_BASE_LOCAL,  /* index = ALLOCA's instruction number */
  M2K_BASE_GLOBAL, /* index = module global */
  M2K_BASE_PARAM,  /* index = parameter */
  M2K_BASE_LOADED, /* a pointer read from memory */
  M2K_BASE_UNKNOWN
} m2k_base_kind;

typedef struct m2k_base {
  m2k_base_kind kind;
  uint32_t index;
  bool exact; /* offset is the constant byte offset from the object */
  int64_t offset;
} m2k_base;

/* Calls `found` for every object that `pointer` may be computed from. */
void m2k_trace_bases(const m2k_fn *fn, m2k_val pointer,
                     void (*found)(void *data, m2k_base base), void *data);

/* True when the instruction writes memory through *pointer. */
bool m2k_written_pointer(const m2k_inst *in, m2k_val *pointer);

#endif
