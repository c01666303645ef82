/*
 * A path's memory: per region the cells that were written, newest first.
 */
#include "passes/sym/host_state.h"

uint32_t m2k_host_region_new(m2k_host *h, m2k_host_region_kind kind,
                             uint32_t index, const char *name, uint64_t size) {
  uint32_t id = m2k_region_new(
      &h->x, (m2k_region){.space = M2K_REGION_FOREIGN,
                          .index = index,
                          .name = name ? name : "object",
                          .size = m2k_const(h->x.bank, (m2k_i128)size),
                          .align = 16,
                          .written = true});
  m2k_host_region r = {kind, index};
  m2k_vec_resize(&h->regions, id + 1);
  h->regions.at[id] = r;
  return id;
}

m2k_sval m2k_host_address(m2k_host *h, uint32_t region, uint64_t offset) {
  m2k_term o = m2k_const(h->x.bank, (m2k_i128)offset);
  return m2k_sval_ptr(&h->x, region, o, o);
}

/* The place of a single known address in host memory. */
static bool place(m2k_host *h, const m2k_alt *a, uint64_t *offset) {
  m2k_i128 c;
  if (a->region == M2K_NONE || !m2k_is_const(h->x.bank, a->m, &c) || c < 0)
    return false;
  *offset = (uint64_t)c;
  return true;
}

static m2k_sval initial(m2k_host *h, uint32_t region, uint64_t offset,
                        uint64_t bytes) {
  if (h->regions.at[region].kind != M2K_HOST_GLOBAL)
    return (m2k_sval){0};
  const m2k_global *g = &h->module->globals[h->regions.at[region].index];
  if (!g->init_known || offset + bytes > g->size || bytes > 8)
    return (m2k_sval){0};
  uint64_t bits = 0;
  for (uint64_t i = 0; g->init && i < bytes; i++)
    bits |= (uint64_t)g->init[offset + i] << (8 * i);
  return m2k_sval_restart(&h->x, m2k_const(h->x.bank, (m2k_i128)bits),
                          (uint32_t)(8 * bytes));
}

static m2k_sval part_of(m2k_host *h, const m2k_host_cell *c, uint64_t offset,
                        uint64_t bytes) {
  if (c->value.kind == M2K_SVAL_NONE ||
      (c->offset == offset && c->size == bytes))
    return c->value;
  if (c->value.kind == M2K_SVAL_BOOL)
    return (m2k_sval){0};
  return m2k_sval_part(&h->x, c->value, offset - c->offset, bytes);
}

static m2k_sval read_at(m2k_host *h, const m2k_host_cell *cell, uint32_t region,
                        uint64_t offset, uint64_t bytes) {
  for (const m2k_host_cell *c = cell; c; c = c->older) {
    if (c->size <= UINT64_MAX - c->offset &&
        (offset >= c->offset + c->size || c->offset >= offset + bytes))
      continue;
    if (c->offset <= offset && offset + bytes <= c->offset + c->size)
      return part_of(h, c, offset, bytes);
    if (bytes < 2 || bytes % 2)
      return (m2k_sval){0};
    m2k_sval lo = read_at(h, cell, region, offset, bytes / 2);
    m2k_sval hi = read_at(h, cell, region, offset + bytes / 2, bytes / 2);
    if (lo.kind != M2K_SVAL_INT || hi.kind != M2K_SVAL_INT)
      return (m2k_sval){0};
    m2k_term t = m2k_add(h->x.bank, m2k_sval_unsigned(&h->x, lo),
                         m2k_scale(h->x.bank, m2k_sval_unsigned(&h->x, hi),
                                   (m2k_i128)1 << (4 * bytes)));
    return m2k_sval_restart(&h->x, t, (uint32_t)(8 * bytes));
  }
  return initial(h, region, offset, bytes);
}

m2k_sval m2k_host_read_bytes(m2k_host *h, const m2k_host_cell *const *memory,
                             uint32_t regions, m2k_sval at, uint64_t bytes) {
  m2k_sval v = {0};
  for (uint32_t i = 0; at.kind == M2K_SVAL_PTR && i < at.count; i++) {
    uint64_t offset;
    uint32_t region = at.alts[i].region;
    if (!place(h, &at.alts[i], &offset))
      return (m2k_sval){0};
    m2k_sval one = read_at(h, region < regions ? memory[region] : NULL, region,
                           offset, bytes);
    if (one.kind == M2K_SVAL_NONE || (i && one.kind != v.kind))
      return (m2k_sval){0};
    v = i ? m2k_sval_ite(&h->x, at.alts[i].guard, one, v) : one;
  }
  return v;
}

static m2k_sval moved(m2k_host *h, m2k_sval at, uint64_t by) {
  m2k_alt *alts = M2K_NEW_N(h->x.arena, m2k_alt, at.count + 1);
  for (uint32_t i = 0; i < at.count; i++) {
    alts[i] = at.alts[i];
    alts[i].m = m2k_offset(h->x.bank, alts[i].m, (m2k_i128)by);
    alts[i].e = m2k_offset(h->x.bank, alts[i].e, (m2k_i128)by);
  }
  at.alts = alts;
  return at;
}

static uint64_t element_offset(m2k_host *h, const m2k_type_info *ti,
                               uint32_t i) {
  return ti->kind == M2K_TY_STRUCT ? ti->offsets[i]
                                   : i * h->module->types[ti->elem].alloc_size;
}

m2k_sval m2k_host_read(m2k_host *h, const m2k_host_cell *const *memory,
                       uint32_t regions, m2k_sval at, m2k_type type) {
  m2k_type_info ti = h->module->types[type];
  if (ti.kind == M2K_TY_STRUCT || ti.kind == M2K_TY_ARRAY ||
      ti.kind == M2K_TY_VECTOR) {
    m2k_sval *elems = M2K_NEW_N(h->x.arena, m2k_sval, ti.count ? ti.count : 1);
    for (uint32_t i = 0; i < ti.count; i++)
      elems[i] = m2k_host_read(
          h, memory, regions, moved(h, at, element_offset(h, &ti, i)),
          ti.kind == M2K_TY_STRUCT ? ti.fields[i] : ti.elem);
    return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = ti.count};
  }
  m2k_sval v = {0};
  if (ti.size >= 1 && ti.size <= 8)
    v = m2k_host_read_bytes(h, memory, regions, at, ti.size);
  if (v.kind == M2K_SVAL_NONE)
    return m2k_sval_opaque(&h->x, type);
  if (ti.kind == M2K_TY_INT && ti.bits == 1 && v.kind == M2K_SVAL_INT)
    return m2k_sval_bool(&h->x, m2k_ne(h->x.bank, m2k_sval_unsigned(&h->x, v),
                                       m2k_const(h->x.bank, 0)));
  if (ti.kind == M2K_TY_INT && v.kind == M2K_SVAL_BOOL && ti.bits > 1) {
    m2k_term t = m2k_sval_unsigned(&h->x, v);
    return m2k_sval_int(&h->x, t, t, ti.bits);
  }
  return m2k_recast(&h->x, v, type);
}

static void push(m2k_host *h, uint32_t region, uint64_t offset, uint64_t size,
                 m2k_sval value) {
  m2k_host_path *p = h->path ? h->path : h->initial;
  if (region >= p->memory.len)
    m2k_vec_resize(&p->memory, region + 1);
  m2k_host_cell *c = M2K_NEW(h->x.arena, m2k_host_cell);
  *c = (m2k_host_cell){p->memory.at[region], offset, size, value};
  p->memory.at[region] = c;
}

void m2k_host_write(m2k_host *h, m2k_sval at, uint64_t by, m2k_sval value,
                    uint64_t size) {
  for (uint32_t i = 0; at.kind == M2K_SVAL_PTR && i < at.count; i++) {
    uint64_t offset;
    if (at.alts[i].region == M2K_NONE)
      continue;
    if (at.count > 1 || !place(h, &at.alts[i], &offset))
      push(h, at.alts[i].region, 0, INT64_MAX, (m2k_sval){0});
    else
      push(h, at.alts[i].region, offset + by, size, value);
  }
}

void m2k_host_write_typed(m2k_host *h, m2k_sval at, uint64_t offset,
                          m2k_sval value, m2k_type type) {
  m2k_type_info ti = h->module->types[type];
  if (value.kind != M2K_SVAL_AGG) {
    m2k_host_write(h, at, offset, value, ti.size);
    return;
  }
  for (uint32_t i = 0; i < ti.count && i < value.count; i++)
    m2k_host_write_typed(h, at, offset + element_offset(h, &ti, i),
                         value.elems[i],
                         ti.kind == M2K_TY_STRUCT ? ti.fields[i] : ti.elem);
}

/* Cells from the oldest on, as far as they lie in the range. */
static void copy_cells(m2k_host *h, const m2k_host_cell *c, uint32_t to,
                       uint64_t to_offset, uint64_t from, uint64_t size) {
  if (!c)
    return;
  copy_cells(h, c->older, to, to_offset, from, size);
  if (c->offset >= from && c->offset + c->size <= from + size)
    push(h, to, to_offset + c->offset - from, c->size, c->value);
  else if (c->offset < from + size && from < c->offset + c->size) {
    uint64_t lo = c->offset > from ? c->offset : from;
    uint64_t hi =
        c->offset + c->size < from + size ? c->offset + c->size : from + size;
    push(h, to, to_offset + lo - from, hi - lo, part_of(h, c, lo, hi - lo));
  }
}

void m2k_host_copy(m2k_host *h, m2k_sval to, m2k_sval from, uint64_t size) {
  uint64_t a, b;
  if (to.kind != M2K_SVAL_PTR || to.count != 1 || from.kind != M2K_SVAL_PTR ||
      from.count != 1 || !place(h, &to.alts[0], &a) ||
      !place(h, &from.alts[0], &b) || size > 1 << 16) {
    m2k_host_forget(h, to);
    return;
  }
  uint32_t source = from.alts[0].region, target = to.alts[0].region;
  const m2k_host_path *p = h->path;
  const m2k_host_cell *cells =
      source < p->memory.len ? p->memory.at[source] : NULL;
  push(h, target, a, size, (m2k_sval){0});
  if (h->regions.at[source].kind == M2K_HOST_GLOBAL)
    for (uint64_t i = 0; i < size; i++)
      push(h, target, a + i, 1, initial(h, source, b + i, 1));
  copy_cells(h, cells, target, a, b, size);
}

void m2k_host_forget(m2k_host *h, m2k_sval at) {
  for (uint32_t i = 0; at.kind == M2K_SVAL_PTR && i < at.count; i++)
    if (at.alts[i].region != M2K_NONE)
      push(h, at.alts[i].region, 0, INT64_MAX, (m2k_sval){0});
}
