/*
 * Contents of memory. Local and shared regions keep a log of this thread's
 * stores, in order of execution, each with its path condition; a read walks it
 * backwards. Global regions keep only an epoch, which names what a load reads:
 * loads of one offset in one epoch are one term.
 */
#include "passes/sym/engine.h"

static m2k_sval load_value(m2k_exec *x, uint32_t region, m2k_term offset,
                           m2k_type type, uint32_t epoch);

static m2k_term load_term(m2k_exec *x, uint32_t region, m2k_term offset,
                          uint32_t bytes, uint32_t epoch) {
  m2k_i128 half = (m2k_i128)1 << (8 * bytes - 1);
  m2k_term t =
      m2k_apply(x->bank, M2K_APP_LOAD, m2k_load_param(region, bytes, epoch),
                &offset, 1, -half, half - 1);
  m2k_space space = x->sum->regions.at[region].space;
  if (space == M2K_REGION_SHARED || space == M2K_REGION_DYNAMIC)
    m2k_vec_push(&x->shared_loads, t);
  return t;
}

static m2k_sval load_aggregate(m2k_exec *x, uint32_t region, m2k_term offset,
                               const m2k_type_info *ti, uint32_t epoch) {
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, ti->count ? ti->count : 1);
  for (uint32_t i = 0; i < ti->count; i++) {
    bool is_struct = ti->kind == M2K_TY_STRUCT;
    m2k_type et = is_struct ? ti->fields[i] : ti->elem;
    const m2k_type_info *ei = m2k_type_of(x->fn, et);
    uint64_t at =
        is_struct ? ti->offsets[i]
                  : i * (ti->kind == M2K_TY_VECTOR ? ei->size : ei->alloc_size);
    elems[i] = load_value(x, region, m2k_offset(x->bank, offset, (m2k_i128)at),
                          et, epoch);
  }
  return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = ti->count};
}

static m2k_sval load_wide(m2k_exec *x, uint32_t region, m2k_term offset,
                          uint64_t bytes, uint32_t epoch) {
  uint32_t n = (uint32_t)(bytes + 3) / 4;
  m2k_sval *limbs = M2K_NEW_N(x->arena, m2k_sval, n);
  for (uint32_t i = 0; i < n; i++)
    limbs[i] = m2k_sval_restart(
        x,
        load_term(x, region, m2k_offset(x->bank, offset, 4 * (m2k_i128)i), 4,
                  epoch),
        32);
  return (m2k_sval){.kind = M2K_SVAL_WIDE,
                    .width = (uint32_t)(8 * bytes),
                    .elems = limbs,
                    .count = n};
}

static m2k_sval load_value(m2k_exec *x, uint32_t region, m2k_term offset,
                           m2k_type type, uint32_t epoch) {
  const m2k_type_info *ti = m2k_type_of(x->fn, type);
  switch (ti->kind) {
  case M2K_TY_INT: {
    if (ti->bits > 64)
      return load_wide(x, region, offset, ti->size, epoch);
    m2k_term t = load_term(x, region, offset, (uint32_t)ti->size, epoch);
    if (ti->bits == 1)
      return m2k_sval_bool(x, m2k_eq(x->bank,
                                     m2k_mod(x->bank, t, m2k_const(x->bank, 2)),
                                     m2k_const(x->bank, 1)));
    return m2k_sval_restart(x, t, ti->bits);
  }
  case M2K_TY_PTR:
    return (m2k_sval){.kind = M2K_SVAL_PTR, .width = 64};
  case M2K_TY_VECTOR:
  case M2K_TY_ARRAY:
  case M2K_TY_STRUCT:
    return load_aggregate(x, region, offset, ti, epoch);
  default: {
    m2k_term bits = load_term(x, region, offset, (uint32_t)ti->size, epoch);
    return m2k_sval_float(
        x, m2k_opaque_float(x, m2k_tag(M2K_TAG_BITS, 0, 0), &bits, 1),
        ti->bits);
  }
  }
}

/* ---- the store log ---- */

typedef enum overlap { APART, INSIDE, UNCLEAR } overlap;

static overlap compare_places(m2k_exec *x, const m2k_cell *cell,
                              m2k_term offset, uint64_t size, uint64_t *at) {
  if (cell->offset == M2K_NO_TERM)
    return UNCLEAR;
  m2k_term diff = m2k_sub(x->bank, offset, cell->offset);
  m2k_range r = m2k_range_of(x->bank, diff);
  if (r.lo >= (m2k_i128)cell->size || r.hi + (m2k_i128)size <= 0)
    return APART;
  if (r.lo == r.hi && r.lo >= 0 &&
      r.lo + (m2k_i128)size <= (m2k_i128)cell->size &&
      cell->value.kind != M2K_SVAL_NONE) {
    *at = (uint64_t)r.lo;
    return INSIDE;
  }
  return UNCLEAR;
}

static m2k_sval unknown_read(m2k_exec *x, uint32_t region, m2k_term offset,
                             m2k_type type) {
  m2k_sval v = load_value(x, region, offset, type, ++x->unique);
  if (v.kind == M2K_SVAL_INT) {
    bool local = x->sum->regions.at[region].space == M2K_REGION_LOCAL;
    m2k_ledger_add(x, local ? M2K_LOSS_LOCAL_MEMORY : M2K_LOSS_SHARED_MEMORY,
                   v.m, NULL);
  }
  return v;
}

static m2k_sval cell_part(m2k_exec *x, const m2k_cell *cell, uint64_t at,
                          m2k_type type) {
  const m2k_type_info *ti = m2k_type_of(x->fn, type);
  if (ti->kind == M2K_TY_PTR && cell->value.kind == M2K_SVAL_PTR)
    return cell->value;
  if (ti->kind == M2K_TY_FLOAT && at == 0 &&
      cell->value.kind == M2K_SVAL_FLOAT && cell->value.width == ti->bits)
    return cell->value;
  m2k_sval part = m2k_sval_part(x, cell->value, at, ti->size);
  return part.kind == M2K_SVAL_NONE ? part : m2k_recast(x, part, type);
}

/* Walks the log backwards from entry `from` (exclusive). */
static m2k_sval read_log(m2k_exec *x, uint32_t region, uint32_t from,
                         m2k_term offset, m2k_type type) {
  m2k_log *log = &x->logs.at[region];
  uint64_t size = m2k_type_of(x->fn, type)->size;
  m2k_term now = x->path[x->block];
  bool shared = x->sum->regions.at[region].space != M2K_REGION_LOCAL;
  for (uint32_t i = from; i-- > 0;) {
    m2k_cell cell = log->cells.at[i];
    uint64_t at;
    overlap o = compare_places(x, &cell, offset, size, &at);
    if (o == APART || m2k_excludes_syntactically(x->bank, now, cell.path))
      continue;
    /* After a barrier another thread may have replaced what was stored. */
    if (o == UNCLEAR || (shared && cell.phase != x->phase))
      return unknown_read(x, region, offset, type);
    m2k_sval v = cell_part(x, &cell, at, type);
    if (v.kind == M2K_SVAL_NONE)
      return unknown_read(x, region, offset, type);
    if (m2k_implies_syntactically(x->bank, now, cell.path))
      return v;
    return m2k_sval_ite(x, cell.path, v, read_log(x, region, i, offset, type));
  }
  return unknown_read(x, region, offset, type);
}

/* ---- constants and by-value parameters ---- */

static m2k_sval read_constant(m2k_exec *x, const m2k_alt *at, m2k_term offset,
                              m2k_type type) {
  m2k_region *r = &x->sum->regions.at[at->region];
  const m2k_global *g = &x->fn->module->globals[r->index];
  const m2k_type_info *ti = m2k_type_of(x->fn, type);
  m2k_i128 c;
  if (g->is_constant && g->init_known && ti->kind == M2K_TY_INT &&
      ti->bits <= 64 && m2k_is_const(x->bank, offset, &c) && c >= 0 &&
      (uint64_t)c + ti->size <= g->size) {
    uint64_t bits = 0;
    for (uint64_t i = 0; g->init && i < ti->size; i++)
      bits |= (uint64_t)g->init[(uint64_t)c + i] << (8 * i);
    return m2k_sval_restart(x, m2k_const(x->bank, (m2k_i128)bits), ti->bits);
  }
  return load_value(x, at->region, offset, type,
                    g->is_constant ? 0 : x->logs.at[at->region].epoch);
}

static m2k_sval read_param(m2k_exec *x, const m2k_alt *at, m2k_term offset,
                           m2k_type type) {
  const m2k_type_info *ti = m2k_type_of(x->fn, type);
  m2k_i128 c;
  if (ti->kind == M2K_TY_PTR && m2k_is_const(x->bank, offset, &c) && c >= 0) {
    m2k_term zero = m2k_const(x->bank, 0);
    return m2k_sval_ptr(
        x,
        m2k_region_of_field(x, x->sum->regions.at[at->region].index,
                            (uint64_t)c),
        zero, zero);
  }
  return load_value(x, at->region, offset, type, 0);
}

m2k_sval m2k_memory_read(m2k_exec *x, const m2k_alt *at, m2k_type type,
                         bool is_volatile) {
  if (at->region == M2K_NONE)
    return m2k_sval_opaque(x, type);
  m2k_term offset = m2k_swrap(x->bank, at->m, 64);
  switch (x->sum->regions.at[at->region].space) {
  case M2K_REGION_LOCAL:
  case M2K_REGION_SHARED:
  case M2K_REGION_DYNAMIC:
    if (is_volatile)
      return unknown_read(x, at->region, offset, type);
    return read_log(x, at->region, x->logs.at[at->region].cells.len, offset,
                    type);
  case M2K_REGION_CONSTANT:
    return read_constant(x, at, offset, type);
  case M2K_REGION_PARAM:
    return read_param(x, at, offset, type);
  default: {
    bool written = x->sum->regions.at[at->region].written;
    uint32_t epoch = is_volatile ? ++x->unique
                     : written   ? x->logs.at[at->region].epoch
                                 : 0;
    return load_value(x, at->region, offset, type, epoch);
  }
  }
}

static m2k_type int32_type(const m2k_module *module) {
  for (m2k_type t = 0; t < module->type_count; t++)
    if (module->types[t].kind == M2K_TY_INT && module->types[t].bits == 32)
      return t;
  return M2K_NONE;
}

/* Four bytes at a time, as far as the log knows them. */
static m2k_sval read_limbs(m2k_exec *x, uint32_t region, m2k_term offset,
                           uint64_t size) {
  m2k_type type = int32_type(x->fn->module);
  uint32_t n = (uint32_t)(size / 4);
  if (size % 4 || type == M2K_NONE)
    return (m2k_sval){0};
  m2k_sval *limbs = M2K_NEW_N(x->arena, m2k_sval, n);
  for (uint32_t i = 0; i < n; i++)
    limbs[i] = read_log(x, region, x->logs.at[region].cells.len,
                        m2k_offset(x->bank, offset, 4 * (m2k_i128)i), type);
  return (m2k_sval){.kind = M2K_SVAL_WIDE,
                    .width = (uint32_t)(8 * size),
                    .elems = limbs,
                    .count = n};
}

m2k_sval m2k_memory_read_bytes(m2k_exec *x, const m2k_alt *at, uint64_t size) {
  if (at->region == M2K_NONE || size == 0 || size > 64)
    return (m2k_sval){0};
  m2k_term offset = m2k_swrap(x->bank, at->m, 64);
  m2k_region *r = &x->sum->regions.at[at->region];
  m2k_log *log = &x->logs.at[at->region];
  bool logged = r->space == M2K_REGION_LOCAL || r->space == M2K_REGION_SHARED ||
                r->space == M2K_REGION_DYNAMIC;
  if (!logged)
    return load_wide(x, at->region, offset, size, r->written ? log->epoch : 0);
  uint64_t part;
  if (log->cells.len) {
    m2k_cell *last = &m2k_vec_last(&log->cells);
    if (compare_places(x, last, offset, size, &part) == INSIDE &&
        m2k_implies_syntactically(x->bank, x->path[x->block], last->path))
      return m2k_sval_part(x, last->value, part, size);
  }
  return read_limbs(x, at->region, offset, size);
}

void m2k_memory_write(m2k_exec *x, const m2k_alt *at, m2k_sval value,
                      uint64_t size, m2k_term path) {
  if (at->region == M2K_NONE)
    return;
  m2k_log *log = &x->logs.at[at->region];
  m2k_space space = x->sum->regions.at[at->region].space;
  if (space == M2K_REGION_LOCAL || space == M2K_REGION_SHARED ||
      space == M2K_REGION_DYNAMIC) {
    m2k_cell cell = {.path = path,
                     .offset = m2k_swrap(x->bank, at->m, 64),
                     .size = size,
                     .value = value,
                     .phase = x->phase};
    m2k_vec_push(&log->cells, cell);
  } else {
    log->epoch = ++x->unique;
  }
}

void m2k_memory_havoc(m2k_exec *x, uint32_t region) {
  m2k_log *log = &x->logs.at[region];
  log->epoch = ++x->unique;
  m2k_cell cell = {
      .path = m2k_true(x->bank), .offset = M2K_NO_TERM, .phase = x->phase};
  m2k_vec_push(&log->cells, cell);
}

void m2k_memory_havoc_all(m2k_exec *x) {
  for (uint32_t r = 0; r < x->sum->regions.len; r++)
    if (x->sum->regions.at[r].space != M2K_REGION_PARAM)
      m2k_memory_havoc(x, r);
}

void m2k_memory_sync(m2k_exec *x) {
  x->phase++;
  m2k_memory_advance(x);
}

void m2k_memory_advance(m2k_exec *x) {
  for (uint32_t r = 0; r < x->sum->regions.len; r++)
    if (x->sum->regions.at[r].written)
      x->logs.at[r].epoch = ++x->unique;
}

/* ---- what other threads stored ---- */

/* The stores of `bytes` bytes to a region as one condition on the loaded term;
 * M2K_NO_TERM when some store has no integer value of that width. */
static m2k_term stored_by_some_thread(m2k_exec *x, m2k_term load) {
  enum { MAX_STORES = 6 };
  m2k_bank *bank = x->bank;
  uint64_t param = m2k_app_param(bank, load);
  uint32_t region = m2k_load_region(param), bytes = m2k_load_bytes(param);
  m2k_term any = m2k_false(bank);
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->sum->events.len; i++) {
    m2k_event ev = x->sum->events.at[i];
    m2k_i128 size;
    if (ev.region != region ||
        (ev.kind != M2K_EVENT_WRITE && ev.kind != M2K_EVENT_ATOMIC))
      continue;
    if (ev.value == M2K_NO_TERM || !m2k_is_const(bank, ev.size, &size) ||
        size != bytes || ++count > MAX_STORES)
      return M2K_NO_TERM;
    m2k_copy *copy = m2k_copy_thread(x, false);
    m2k_term stored = m2k_swrap(bank, m2k_copy_term(copy, ev.value), bytes * 8);
    m2k_term one =
        m2k_and(bank, m2k_copy_term(copy, ev.path), m2k_eq(bank, load, stored));
    m2k_copy_free(copy);
    any = m2k_or(bank, any, one);
  }
  return count ? any : M2K_NO_TERM;
}

void m2k_memory_link_shared(m2k_exec *x) {
  for (uint32_t i = 0; i < x->shared_loads.len; i++) {
    m2k_term load = x->shared_loads.at[i];
    if (m2k_fact_count(x->bank, load))
      continue;
    m2k_term fact = stored_by_some_thread(x, load);
    if (fact != M2K_NO_TERM)
      m2k_fact_add(x->bank, load, m2k_true(x->bank), fact);
  }
}
