/*
 * The objects that a kernel can address, and what is known of them before it
 * runs.
 */
#include "passes/base/bug.h"
#include "passes/sym/engine.h"
#include "passes/sym/trace.h"

/* Keys of m2k_exec.locals. */
enum { KEY_LOCAL = 1, KEY_GLOBAL = 2, KEY_FIELD = 3 };
static uint64_t key(uint32_t kind, uint32_t index, uint64_t offset) {
  return (uint64_t)kind << 60 | (uint64_t)index << 32 | offset;
}

uint32_t m2k_region_new(m2k_exec *x, m2k_region region) {
  uint32_t id = x->sum->regions.len;
  M2K_ASSERT(id < 1u << 20);
  /* Shared and local addresses are used in 32 bits, too: their windows are
   * small (PTX ISA, "State Spaces"). */
  bool window = region.space == M2K_REGION_SHARED ||
                region.space == M2K_REGION_DYNAMIC ||
                region.space == M2K_REGION_LOCAL;
  region.base = m2k_sym_range(x->bank, region.name,
                              (m2k_range){0, (m2k_i128)1 << (window ? 24 : 47),
                                          region.align ? region.align : 1, 0},
                              M2K_OWNER_BASE | id);
  if (region.size == M2K_NO_TERM)
    region.size = m2k_sym(x->bank, region.name, 0, (m2k_i128)1 << 47,
                          M2K_OWNER_SIZE | id);
  m2k_vec_push(&x->sum->regions, region);
  m2k_vec_resize(&x->logs, id + 1);
  return id;
}

static bool known(m2k_exec *x, uint64_t k, uint32_t *region) {
  uint64_t hit;
  if (!m2k_map_get(x->locals, k, &hit))
    return false;
  *region = (uint32_t)hit;
  return true;
}

static uint32_t dynamic_region(m2k_exec *x) {
  if (x->sum->dynamic == M2K_NONE)
    x->sum->dynamic =
        m2k_region_new(x, (m2k_region){.space = M2K_REGION_DYNAMIC,
                                       .name = "dynamic shared memory",
                                       .size = M2K_NO_TERM,
                                       .align = 16,
                                       .written = true});
  return x->sum->dynamic;
}

uint32_t m2k_region_of_global(m2k_exec *x, uint32_t global) {
  uint32_t id;
  uint64_t k = key(KEY_GLOBAL, global, 0);
  if (known(x, k, &id))
    return id;
  const m2k_global *g = &x->fn->module->globals[global];
  if (g->addrspace == 3 && g->size == 0)
    id = dynamic_region(x);
  else
    id = m2k_region_new(
        x, (m2k_region){.space = g->addrspace == 3 ? M2K_REGION_SHARED
                                                   : M2K_REGION_CONSTANT,
                        .index = global,
                        .name = g->display ? g->display : g->name,
                        .size = g->size || !g->is_external
                                    ? m2k_const(x->bank, (m2k_i128)g->size)
                                    : M2K_NO_TERM,
                        .align = g->align,
                        .written = x->all_written || !g->is_constant});
  m2k_map_put(x->locals, k, id);
  return id;
}

uint32_t m2k_region_of_alloca(m2k_exec *x, uint32_t inst) {
  uint32_t id;
  uint64_t k = key(KEY_LOCAL, inst, 0);
  if (known(x, k, &id))
    return id;
  const m2k_inst *in = &x->fn->insts[inst];
  const char *name = m2k_value_of(x->fn, in->result)->name;
  id = m2k_region_new(x, (m2k_region){.space = M2K_REGION_LOCAL,
                                      .index = inst,
                                      .name = name ? name : "local variable",
                                      .size = m2k_const(x->bank, in->imm[0]),
                                      .align = in->align,
                                      .written = true});
  m2k_map_put(x->locals, k, id);
  return id;
}

uint32_t m2k_region_of_field(m2k_exec *x, uint32_t param, uint64_t offset) {
  uint32_t id;
  uint64_t k = key(KEY_FIELD, param, offset);
  if (known(x, k, &id))
    return id;
  const char *name = x->fn->params[param].name;
  id = m2k_region_new(x, (m2k_region){.space = M2K_REGION_GLOBAL,
                                      .index = param,
                                      .path = (uint32_t)offset + 1,
                                      .name = m2k_printf(x->arena, "%s+%u",
                                                         name ? name : "param",
                                                         (unsigned)offset),
                                      .size = M2K_NO_TERM,
                                      .align = 1,
                                      .written = x->all_written});
  m2k_map_put(x->locals, k, id);
  return id;
}

/* ---- what may be written ---- */

static void mark_written(void *data, m2k_base base) {
  m2k_exec *x = data;
  if (base.kind == M2K_BASE_PARAM) {
    uint32_t r = x->sum->param_regions[base.index];
    if (r != M2K_NONE)
      x->sum->regions.at[r].written = true;
  } else if (base.kind == M2K_BASE_LOADED || base.kind == M2K_BASE_UNKNOWN) {
    x->all_written = true;
  }
}

void m2k_memory_scan(m2k_exec *x) {
  for (uint32_t i = 0; i < x->fn->inst_count; i++) {
    m2k_val p;
    const m2k_inst *in = &x->fn->insts[i];
    if (m2k_written_pointer(in, &p))
      m2k_trace_bases(x->fn, p, mark_written, x);
    if (m2k_sx_is_opaque(in))
      x->all_written = true;
  }
  if (x->all_written)
    for (uint32_t r = 0; r < x->sum->regions.len; r++)
      x->sum->regions.at[r].written = true;
}

/* ---- what a loop may write ---- */

static void havoc_base(void *data, m2k_base base) {
  m2k_exec *x = ((void **)data)[0];
  uint64_t *size = ((void **)data)[1];
  uint32_t r = M2K_NONE;
  switch (base.kind) {
  case M2K_BASE_LOCAL:
    r = m2k_region_of_alloca(x, base.index);
    break;
  case M2K_BASE_GLOBAL:
    r = m2k_region_of_global(x, base.index);
    break;
  case M2K_BASE_PARAM:
    r = x->sum->param_regions[base.index];
    break;
  default:
    m2k_memory_havoc_all(x);
    return;
  }
  if (r == M2K_NONE)
    return;
  if (base.exact && *size && base.kind == M2K_BASE_LOCAL) {
    m2k_cell cell = {.path = m2k_true(x->bank),
                     .offset = m2k_const(x->bank, base.offset),
                     .size = *size,
                     .phase = x->phase};
    m2k_vec_push(&x->logs.at[r].cells, cell);
    return;
  }
  m2k_memory_havoc(x, r);
}

void m2k_memory_havoc_loop(m2k_exec *x, uint32_t loop) {
  const m2k_fn *fn = x->fn;
  bool sync = false;
  for (uint32_t b = 0; b < fn->block_count; b++) {
    if (!m2k_in_loop(fn, b, loop))
      continue;
    for (uint32_t i = 0; i < fn->blocks[b].count; i++) {
      const m2k_inst *in = &fn->insts[fn->blocks[b].first + i];
      m2k_val p;
      uint64_t size = 0;
      if (in->op == M2K_OP_STORE || in->op == M2K_OP_ATOMICRMW ||
          in->op == M2K_OP_CMPXCHG)
        size = m2k_type_of(fn, in->type)->size;
      void *data[2] = {x, &size};
      if (m2k_written_pointer(in, &p))
        m2k_trace_bases(fn, p, havoc_base, data);
      sync = sync || m2k_sx_is_barrier(in);
      if (m2k_sx_is_opaque(in))
        m2k_memory_havoc_all(x);
    }
  }
  /* Other threads go on meanwhile: what the kernel writes may have changed. */
  m2k_memory_advance(x);
  if (sync)
    m2k_memory_sync(x);
}
