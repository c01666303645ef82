/* The objects of a run, and a thread's arguments and local memory. */
#include "passes/replay/machine.h"

/* A base that has just the alignment asked for, and no more. */
static uint64_t base_of(uint32_t id, uint64_t align) {
  uint64_t base = (uint64_t)id << M2K_ADDRESS_SHIFT;
  return align >= 256 || !align ? base : base + align;
}

m2k_rv m2k_address(const m2k_object *object, uint32_t id, int64_t offset) {
  m2k_rv v = {.bits = object->base + (uint64_t)offset, .prov = id};
  v.exact = (m2k_i128)object->base + offset;
  return v;
}

m2k_object *m2k_object_of(m2k_thread *t, uint32_t id) {
  const m2k_run *run = t->run;
  if (id == 0 || id >= run->object_count)
    return NULL;
  return id < run->first_local ? &run->objects[id]
                               : &t->locals[id - run->first_local];
}

static void setup_regions(m2k_run *run) {
  for (uint32_t i = 0; i < run->in->region_count; i++) {
    const m2k_replay_region *r = &run->in->regions[i];
    m2k_object *o = &run->objects[i + 1];
    o->base = r->null ? 0 : base_of(i + 1, r->align);
    o->size = r->null ? 0 : r->size;
    o->space = M2K_SPACE_GLOBAL;
    o->index = i;
    o->null = r->null;
    o->region = r;
    o->words = m2k_memory_words(&run->memory, r);
  }
}

static void setup_globals(m2k_run *run) {
  const m2k_module *module = run->fn->module;
  for (uint32_t i = 0; i < module->global_count; i++) {
    const m2k_global *g = &module->globals[i];
    m2k_object *o = &run->objects[run->first_global + i];
    bool shared = g->addrspace == 3;
    o->base = base_of(run->first_global + i, 0);
    o->size = g->size;
    o->space = shared ? M2K_SPACE_SHARED : M2K_SPACE_CONSTANT;
    o->index = i;
    o->tracked = shared;
    /* A variable that the host may set is not known by its initialiser. */
    o->undefined = shared || !g->is_constant;
    o->init = g->init;
  }
  m2k_object *dynamic = &run->objects[run->dynamic];
  dynamic->base = base_of(run->dynamic, 0);
  dynamic->size = run->in->dynamic_shared;
  dynamic->space = M2K_SPACE_DYNAMIC;
  dynamic->tracked = dynamic->undefined = true;
}

void m2k_setup_objects(m2k_run *run) {
  const m2k_fn *fn = run->fn;
  run->first_global = run->in->region_count + 1;
  run->dynamic = run->first_global + fn->module->global_count;
  run->first_local = run->dynamic + 1;
  run->object_count = run->first_local + fn->param_count;
  run->alloca_id = M2K_NEW_N(run->arena, uint32_t, fn->inst_count);
  for (uint32_t i = 0; i < fn->inst_count; i++)
    if (fn->insts[i].op == M2K_OP_ALLOCA) {
      run->alloca_id[i] = run->object_count++;
      m2k_vec_push(&run->allocas, i);
    }
  run->objects = M2K_NEW_N(run->arena, m2k_object, run->first_local);
  run->memory.arena = run->arena;
  setup_regions(run);
  setup_globals(run);
}

static m2k_rv argument(m2k_run *run, const m2k_replay_arg *arg,
                       unsigned width) {
  if (arg->kind == M2K_REPLAY_ARG_POINTER)
    return m2k_address(&run->objects[arg->region + 1], arg->region + 1,
                       arg->offset);
  return m2k_rv_fresh(arg->bits, width);
}

static void setup_byval(m2k_thread *t, const m2k_replay_arg *arg,
                        m2k_object *o) {
  m2k_run *run = t->run;
  for (uint32_t i = 0; i < arg->field_count; i++) {
    const m2k_replay_field *f = &arg->fields[i];
    unsigned size = f->arg->kind == M2K_REPLAY_ARG_POINTER ? 8 : f->size;
    if (!size || size > 8 || f->offset + size > o->size)
      continue;
    m2k_rv v = argument(run, f->arg, size * 8);
    m2k_memory_store(&run->memory, o, f->offset, size * 8, &v);
  }
}

static void setup_locals(m2k_thread *t) {
  m2k_run *run = t->run;
  const m2k_fn *fn = run->fn;
  for (uint32_t i = 0; i < fn->param_count; i++) {
    m2k_object *o = &t->locals[i];
    m2k_memory_reset(&run->memory, o);
    o->base = base_of(run->first_local + i, 0);
    o->size = fn->params[i].byval_size;
    o->space = M2K_SPACE_PARAM;
    o->index = i;
    o->tracked = true;
  }
  for (uint32_t k = 0; k < run->allocas.len; k++) {
    uint32_t i = run->allocas.at[k], id = run->alloca_id[i];
    m2k_object *o = &t->locals[id - run->first_local];
    m2k_memory_reset(&run->memory, o);
    o->base = base_of(id, 0);
    o->size = (uint64_t)fn->insts[i].imm[0];
    o->space = M2K_SPACE_LOCAL;
    o->index = i;
    o->tracked = o->undefined = true;
  }
}

void m2k_setup_thread(m2k_run *run, m2k_thread *t) {
  const m2k_fn *fn = run->fn;
  setup_locals(t);
  memcpy(t->frame, run->consts, run->const_slots * sizeof *t->frame);
  for (uint32_t i = 0; i < fn->param_count; i++) {
    const m2k_param *p = &fn->params[i];
    const m2k_leaves *leaves = m2k_leaves_of(run, p->type);
    m2k_rv *to = &t->frame[run->slot_of[p->value]];
    if (p->byval_size) {
      to[0] = m2k_address(&t->locals[i], run->first_local + i, 0);
      setup_byval(t, &run->in->args[i], &t->locals[i]);
      continue;
    }
    for (uint32_t k = 0; k < leaves->len; k++)
      to[k] = k ? m2k_rv_undef()
                : argument(run, &run->in->args[i], leaves->at[0].bits);
  }
  t->pc = 0;
  t->block = 0;
  t->misled = (m2k_misled){0, 0};
  t->state = M2K_THREAD_RUN;
}
