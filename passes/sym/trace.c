/*
 * Which objects an IR pointer may be computed from, without executing: used to
 * know beforehand what a loop or the kernel may write.
 */
#include "passes/sym/trace.h"

typedef struct tracer {
  const m2k_fn *fn;
  void (*found)(void *, m2k_base);
  void *data;
  m2k_map *seen; /* values on the way */
} tracer;

static void trace(tracer *t, m2k_val v, bool exact, int64_t offset);

static void trace_inst(tracer *t, const m2k_inst *in, bool exact,
                       int64_t offset) {
  switch (in->op) {
  case M2K_OP_GEP:
    for (uint32_t i = 1; i < in->op_count; i++)
      exact = exact && m2k_value_of(t->fn, in->ops[i])->kind == M2K_VALUE_INT;
    if (exact) {
      offset += in->imm[0];
      for (uint32_t i = 1; i < in->op_count; i++)
        offset += in->imm[i] * (int64_t)m2k_value_of(t->fn, in->ops[i])->lo;
    }
    trace(t, in->ops[0], exact, offset);
    return;
  case M2K_OP_ADDRSPACECAST:
  case M2K_OP_BITCAST:
  case M2K_OP_FREEZE:
    trace(t, in->ops[0], exact, offset);
    return;
  case M2K_OP_PHI:
    for (uint32_t i = 0; i < in->op_count; i++)
      trace(t, in->ops[i], false, 0);
    return;
  case M2K_OP_SELECT:
    trace(t, in->ops[1], exact, offset);
    trace(t, in->ops[2], exact, offset);
    return;
  case M2K_OP_ALLOCA:
    t->found(t->data, (m2k_base){M2K_BASE_LOCAL, (uint32_t)(in - t->fn->insts),
                                 exact, offset});
    return;
  case M2K_OP_LOAD:
    t->found(t->data, (m2k_base){M2K_BASE_LOADED, 0, false, 0});
    return;
  default:
    t->found(t->data, (m2k_base){M2K_BASE_UNKNOWN, 0, false, 0});
  }
}

static void trace(tracer *t, m2k_val v, bool exact, int64_t offset) {
  const m2k_value *value = m2k_value_of(t->fn, v);
  uint64_t hit;
  switch (value->kind) {
  case M2K_VALUE_ARG:
    t->found(t->data, (m2k_base){M2K_BASE_PARAM, value->index, exact, offset});
    return;
  case M2K_VALUE_GLOBAL:
    t->found(t->data, (m2k_base){M2K_BASE_GLOBAL, value->index, exact, offset});
    return;
  case M2K_VALUE_NULL:
  case M2K_VALUE_UNDEF:
    return;
  case M2K_VALUE_INST:
    if (m2k_map_get(t->seen, v, &hit))
      return;
    m2k_map_put(t->seen, v, 1);
    trace_inst(t, &t->fn->insts[value->index], exact, offset);
    return;
  default:
    t->found(t->data, (m2k_base){M2K_BASE_UNKNOWN, 0, false, 0});
  }
}

void m2k_trace_bases(const m2k_fn *fn, m2k_val pointer,
                     void (*found)(void *data, m2k_base base), void *data) {
  tracer t = {fn, found, data, m2k_map_new()};
  trace(&t, pointer, true, 0);
  m2k_map_free(t.seen);
}

bool m2k_written_pointer(const m2k_inst *in, m2k_val *pointer) {
  switch (in->op) {
  case M2K_OP_STORE:
    *pointer = in->ops[1];
    return true;
  case M2K_OP_ATOMICRMW:
  case M2K_OP_CMPXCHG:
  case M2K_OP_MEMCPY:
  case M2K_OP_MEMSET:
    *pointer = in->ops[0];
    return true;
  default:
    return false;
  }
}
