/* Loads, stores, local arrays and the faults that preparation found. */
#include "passes/replay/machine.h"

static bool executable(m2k_run *run, const m2k_leaves *leaves) {
  for (uint32_t i = 0; i < leaves->len; i++)
    if (leaves->at[i].kind == M2K_TY_OTHER) {
      m2k_stop(run, M2K_REPLAY_UNSUPPORTED, "access of an unknown type");
      return false;
    }
  return true;
}

static void load(m2k_thread *t, const m2k_step *s) {
  m2k_access a;
  m2k_run *run = t->run;
  const m2k_leaves *leaves = m2k_leaves_of(run, s->ir->type);
  uint64_t size = m2k_type_of(run->fn, s->ir->type)->size;
  m2k_rv *to = &t->frame[s->dst];
  if (!executable(run, leaves))
    return;
  if (!m2k_access_check(t, s, 0, &t->frame[s->a], size, false, &a)) {
    /* anything may lie there; zero is as good as any, and the run can go on */
    for (uint32_t i = 0; i < leaves->len; i++)
      to[i] = m2k_rv_fresh(0, leaves->at[i].bits);
    return;
  }
  for (uint32_t i = 0; i < leaves->len; i++) {
    to[i] = m2k_memory_load(a.object, a.offset + leaves->at[i].offset,
                            leaves->at[i].bits, a.shared_with_others);
    if (s->packed && !to[i].prov)
      to[i].flags |= M2K_RV_PACKED;
  }
}

static void store(m2k_thread *t, const m2k_step *s) {
  m2k_access a;
  m2k_run *run = t->run;
  const m2k_leaves *leaves = m2k_leaves_of(run, s->ir->type);
  uint64_t size = m2k_type_of(run->fn, s->ir->type)->size;
  const m2k_rv *from = &t->frame[s->a];
  if (!executable(run, leaves) ||
      !m2k_access_check(t, s, 0, &t->frame[s->b], size, true, &a))
    return;
  for (uint32_t i = 0; i < leaves->len; i++)
    m2k_memory_store(&run->memory, a.object, a.offset + leaves->at[i].offset,
                     leaves->at[i].bits, &from[i]);
}

static void alloca_object(m2k_thread *t, const m2k_step *s) {
  m2k_run *run = t->run;
  uint32_t id = run->alloca_id[s->inst];
  m2k_object *o = m2k_object_of(t, id);
  m2k_memory_reset(&run->memory, o);
  t->frame[s->dst] = m2k_address(o, id, 0);
}

void m2k_exec_memory(m2k_thread *t, const m2k_step *s) {
  if (s->op == M2K_OP_LOAD)
    load(t, s);
  else if (s->op == M2K_OP_STORE)
    store(t, s);
  else
    alloca_object(t, s);
}

void m2k_exec_event(m2k_thread *t, const m2k_step *s) {
  const int64_t *imm = s->ir->imm;
  if (imm[0] != 1) { /* the path ends */
    t->state = M2K_THREAD_DONE;
    return;
  }
  m2k_fault f = {.kind = M2K_FAULT_OUT_OF_BOUNDS, .inst = s->inst};
  f.space = M2K_SPACE_LOCAL;
  f.region = M2K_NONE; /* preparation has taken the object apart */
  f.machine_offset = f.exact_offset = imm[1];
  f.size = (uint64_t)imm[2];
  f.is_write = imm[3] != 0;
  f.is_atomic = imm[3] == 2;
  f.region_size = (uint64_t)imm[4];
  f.wrapped.inst = f.decider.inst = M2K_NONE;
  m2k_fault_add(t, &f);
}
