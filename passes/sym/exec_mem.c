/*
 * Memory instructions: every access becomes an event, with its path condition
 * and both offsets.
 */
#include "passes/sym/engine.h"

m2k_event *m2k_event_add(m2k_exec *x, m2k_event_kind kind) {
  m2k_event ev = {.kind = kind,
                  .inst = x->inst,
                  .region = M2K_NONE,
                  .path = x->path[x->block],
                  .machine = m2k_const(x->bank, 0),
                  .exact = m2k_const(x->bank, 0),
                  .size = m2k_const(x->bank, 0),
                  .align = 1,
                  .value = M2K_NO_TERM,
                  .phase = x->phase,
                  .ledger = M2K_NONE};
  m2k_vec_push(&x->sum->events, ev);
  return &m2k_vec_last(&x->sum->events);
}

static m2k_event *access_event(m2k_exec *x, const m2k_inst *in,
                               m2k_event_kind kind, const m2k_alt *alt,
                               m2k_term size, uint32_t operand) {
  m2k_event *ev = m2k_event_add(x, kind);
  ev->operand = operand;
  ev->region = alt->region;
  ev->path = m2k_and(x->bank, ev->path, alt->guard);
  ev->machine = m2k_swrap(x->bank, alt->m, 64);
  ev->exact = alt->e;
  ev->size = size;
  ev->align = in->align ? in->align : 1;
  return ev;
}

/* An access through a pointer whose origin was lost. */
static void unknown_access(m2k_exec *x, m2k_loss loss, const char *detail,
                           uint32_t operand) {
  m2k_event *ev = m2k_event_add(x, M2K_EVENT_UNKNOWN);
  ev->operand = operand;
  ev->ledger = m2k_ledger_add(x, loss, M2K_NO_TERM, detail);
}

static bool usable(m2k_sval p) { return p.kind == M2K_SVAL_PTR && p.count > 0; }

static m2k_sval load(m2k_exec *x, const m2k_inst *in) {
  m2k_sval p = m2k_op_value(x, in, 0), v = {0};
  bool fresh = (in->flags & (M2K_INST_VOLATILE | M2K_INST_ATOMIC)) != 0;
  if (!usable(p)) {
    unknown_access(x, M2K_LOSS_LOADED_POINTER, NULL, 0);
    return m2k_sval_lost(x, in->type, M2K_LOSS_LOADED_POINTER, NULL);
  }
  m2k_term size =
      m2k_const(x->bank, (m2k_i128)m2k_type_of(x->fn, in->type)->size);
  for (uint32_t i = 0; i < p.count; i++) {
    access_event(x, in, M2K_EVENT_READ, &p.alts[i], size, 0);
    m2k_sval part = m2k_memory_read(x, &p.alts[i], in->type, fresh);
    v = i ? m2k_sval_ite(x, p.alts[i].guard, part, v) : part;
  }
  return v;
}

static void store(m2k_exec *x, const m2k_inst *in) {
  m2k_sval v = m2k_op_value(x, in, 0), p = m2k_op_value(x, in, 1);
  uint64_t size = m2k_type_of(x->fn, in->type)->size;
  if (!usable(p)) {
    unknown_access(x, M2K_LOSS_LOADED_POINTER, NULL, 0);
    m2k_memory_havoc_all(x);
    return;
  }
  for (uint32_t i = 0; i < p.count; i++) {
    m2k_event *ev = access_event(x, in, M2K_EVENT_WRITE, &p.alts[i],
                                 m2k_const(x->bank, (m2k_i128)size), 0);
    if (v.kind == M2K_SVAL_INT)
      ev->value = m2k_sval_signed(x, v);
    m2k_memory_write(x, &p.alts[i], v, size, ev->path);
  }
}

static m2k_sval atomic(m2k_exec *x, const m2k_inst *in) {
  m2k_sval p = m2k_op_value(x, in, 0);
  m2k_type result = m2k_value_of(x->fn, in->result)->type;
  uint64_t size = m2k_type_of(x->fn, in->type)->size;
  if (!usable(p)) {
    unknown_access(x, M2K_LOSS_LOADED_POINTER, NULL, 0);
    m2k_memory_havoc_all(x);
  }
  for (uint32_t i = 0; i < p.count; i++) {
    m2k_event *ev = access_event(x, in, M2K_EVENT_ATOMIC, &p.alts[i],
                                 m2k_const(x->bank, (m2k_i128)size), 0);
    m2k_memory_write(x, &p.alts[i], (m2k_sval){0}, size, ev->path);
  }
  m2k_memory_advance(x);
  return m2k_sval_lost(x, result, M2K_LOSS_ATOMIC, NULL);
}

/* One side of memcpy or memset; returns its single alternative or null. */
static const m2k_alt *block_access(m2k_exec *x, const m2k_inst *in,
                                   uint32_t operand, m2k_event_kind kind,
                                   m2k_term size) {
  m2k_sval p = m2k_op_value(x, in, operand);
  if (!usable(p)) {
    unknown_access(x, M2K_LOSS_LOADED_POINTER, NULL, operand);
    if (kind == M2K_EVENT_WRITE)
      m2k_memory_havoc_all(x);
    return NULL;
  }
  for (uint32_t i = 0; i < p.count; i++) {
    access_event(x, in, kind, &p.alts[i], size, operand)->align = 1;
    if (kind == M2K_EVENT_WRITE && p.count > 1 && p.alts[i].region != M2K_NONE)
      m2k_memory_havoc(x, p.alts[i].region);
  }
  return p.count == 1 && p.alts[0].region != M2K_NONE ? &p.alts[0] : NULL;
}

static void write_block(m2k_exec *x, const m2k_alt *to, m2k_sval value,
                        m2k_i128 size, bool known) {
  if (known && size <= 64 && value.kind != M2K_SVAL_NONE)
    m2k_memory_write(x, to, value, (uint64_t)size, x->path[x->block]);
  else if (known && size < INT32_MAX)
    m2k_memory_write(x, to, (m2k_sval){0}, (uint64_t)size, x->path[x->block]);
  else
    m2k_memory_havoc(x, to->region);
}

static void copy_block(m2k_exec *x, const m2k_inst *in) {
  m2k_term size = m2k_sval_unsigned(x, m2k_op_value(x, in, 2));
  m2k_i128 n;
  bool known = m2k_is_const(x->bank, size, &n);
  const m2k_alt *from = block_access(x, in, 1, M2K_EVENT_READ, size);
  m2k_sval value = {0};
  if (from && known && n <= 64)
    value = m2k_memory_read_bytes(x, from, (uint64_t)n);
  const m2k_alt *to = block_access(x, in, 0, M2K_EVENT_WRITE, size);
  if (to)
    write_block(x, to, value, n, known);
}

static void set_block(m2k_exec *x, const m2k_inst *in) {
  m2k_term size = m2k_sval_unsigned(x, m2k_op_value(x, in, 2));
  m2k_i128 n, byte;
  bool known = m2k_is_const(x->bank, size, &n);
  m2k_sval value = {0};
  if (known && n > 0 && n <= 64 &&
      m2k_is_const(x->bank, m2k_op_value(x, in, 1).m, &byte) && byte == 0) {
    uint32_t limbs = (uint32_t)((n + 3) / 4);
    m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, limbs);
    for (uint32_t i = 0; i < limbs; i++)
      elems[i] = m2k_sval_const(x, 0, 32);
    value = (m2k_sval){.kind = M2K_SVAL_WIDE,
                       .width = (uint32_t)(8 * n),
                       .elems = elems,
                       .count = limbs};
  }
  const m2k_alt *to = block_access(x, in, 0, M2K_EVENT_WRITE, size);
  if (to)
    write_block(x, to, value, n, known);
}

/* A fault that preparation already knew (the conventions of a prepared module
 * are in passes/ir/shim.h): imm = {kind, offset, size, is_write, bytes of the
 * object}; kind 1 is an access, 2 the end of a function that returns a value,
 * 3 a place that the source promises not to reach. */
static void prepared_fault(m2k_exec *x, const m2k_inst *in) {
  enum { ACCESS = 1, FALLS_OFF = 2 };
  if (in->imm[0] == FALLS_OFF)
    m2k_event_add(x, M2K_EVENT_FALL_OFF);
  if (in->imm[0] != ACCESS)
    return;
  m2k_region region = {.space = M2K_REGION_LOCAL,
                       .index = x->inst,
                       .name = in->text && in->text[0] ? in->text
                                                       : "local variable",
                       .size = m2k_const(x->bank, in->imm[4]),
                       .align = 1,
                       .written = true};
  m2k_term offset = m2k_const(x->bank, in->imm[1]);
  m2k_alt alt = {.guard = m2k_true(x->bank),
                 .region = m2k_region_new(x, region),
                 .m = offset,
                 .e = offset};
  access_event(x, in,
               in->imm[3] == 2 ? M2K_EVENT_ATOMIC
               : in->imm[3]    ? M2K_EVENT_WRITE
                               : M2K_EVENT_READ,
               &alt, m2k_const(x->bank, in->imm[2]), 0);
}

m2k_sval m2k_sx_memory(m2k_exec *x, const m2k_inst *in) {
  switch (in->op) {
  case M2K_OP_LOAD:
    return load(x, in);
  case M2K_OP_STORE:
    store(x, in);
    break;
  case M2K_OP_ATOMICRMW:
  case M2K_OP_CMPXCHG:
    return atomic(x, in);
  case M2K_OP_MEMCPY:
    copy_block(x, in);
    break;
  case M2K_OP_MEMSET:
    set_block(x, in);
    break;
  case M2K_OP_EVENT:
    prepared_fault(x, in);
    break;
  case M2K_OP_ALLOCA: {
    m2k_term zero = m2k_const(x->bank, 0);
    return m2k_sval_ptr(x, m2k_region_of_alloca(x, x->inst), zero, zero);
  }
  default:
    break;
  }
  return (m2k_sval){0};
}
