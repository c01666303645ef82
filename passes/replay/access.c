/* Where an address points, and what is a fault; see replay.h. */
#include "passes/replay/machine.h"

static bool is_shared(const m2k_object *o) {
  return o->space == M2K_SPACE_SHARED || o->space == M2K_SPACE_DYNAMIC;
}

/* Distance from the object's start. Addresses of shared memory are also used
 * in 32 bits (PTX ISA, "State Spaces": the shared window). */
static m2k_i128 offset_of(const m2k_object *o, m2k_i128 address) {
  m2k_i128 base = (m2k_i128)o->base;
  if (is_shared(o) && address >= 0 && address >> 32 == 0)
    base = (m2k_i128)(o->base & 0xffffffff);
  return address - base;
}

static m2k_i128 machine_offset(const m2k_object *o, uint64_t address) {
  if (is_shared(o) && address >> 32 == 0)
    return offset_of(o, (m2k_i128)address);
  return (m2k_i128)(int64_t)(address - o->base);
}

static bool inside(const m2k_object *o, m2k_i128 offset, uint64_t size) {
  return offset >= 0 && offset + (m2k_i128)size <= (m2k_i128)o->size;
}

/* An address without provenance points to the object that lies there. */
static uint32_t object_id(const m2k_run *run, const m2k_rv *address) {
  if (address->prov)
    return address->prov;
  uint64_t id = address->bits >> M2K_ADDRESS_SHIFT;
  return id < run->object_count ? (uint32_t)id : 0;
}

static m2k_wrapped wrap_at(const m2k_run *run, uint32_t wrap) {
  return wrap ? run->wraps.at[wrap] : (m2k_wrapped){.inst = M2K_NONE};
}

/* What wrapped on the way to this address, and on the way to this access. */
static void blame(const m2k_thread *t, const m2k_rv *address, m2k_fault *f) {
  bool wrapped = f->machine_offset != f->exact_offset;
  uint32_t at = address->wrap_u ? address->wrap_u : address->wrap_s;
  f->wrapped = wrap_at(t->run, wrapped ? at : 0);
  f->decider =
      wrap_at(t->run, address->decider ? address->decider : t->misled.decider);
}

void m2k_fault_add(m2k_thread *t, const m2k_fault *fault) {
  m2k_run *run = t->run;
  unsigned side = fault->operand ? 4 : 0;
  uint8_t bit = (uint8_t)(1u << ((unsigned)fault->kind + side));
  if (run->fault_seen[fault->inst] & bit)
    return;
  run->fault_seen[fault->inst] |= bit;
  m2k_vec_push(&run->faults, *fault);
  m2k_fault *added = &m2k_vec_last(&run->faults);
  memcpy(added->block_idx, run->block_idx, sizeof added->block_idx);
  memcpy(added->thread_idx, t->tid, sizeof added->thread_idx);
  uint32_t stop_at = run->in->stop_at;
  if (stop_at == M2K_NONE ||
      (stop_at && stop_at == fault->inst + 1 &&
       run->in->stop_operand == fault->operand &&
       (!run->in->stop_kind || run->in->stop_kind == 1u + fault->kind)))
    m2k_stop(run, M2K_REPLAY_DONE, "the fault was met");
}

static void add_null(m2k_thread *t, m2k_fault *f, const m2k_rv *address) {
  f->kind = M2K_FAULT_NULL;
  f->space = M2K_SPACE_GLOBAL;
  f->region = M2K_NONE;
  f->machine_offset = (m2k_i128)address->bits;
  f->exact_offset = address->exact;
  blame(t, address, f);
  m2k_fault_add(t, f);
}

/* No object lies at the address. Near zero it is a null pointer; anything else
 * came from a number that says nothing to us. */
static bool no_object(m2k_thread *t, m2k_fault *f, const m2k_rv *address) {
  if (address->bits >> M2K_ADDRESS_SHIFT == 0)
    add_null(t, f, address);
  else
    m2k_stop(t->run, M2K_REPLAY_UNSUPPORTED,
             "instruction %u: an address of no known object", f->inst);
  return false;
}

bool m2k_access_check(m2k_thread *t, const m2k_step *s, uint32_t operand,
                      const m2k_rv *address, uint64_t size, bool is_write,
                      m2k_access *out) {
  m2k_run *run = t->run;
  if (m2k_rv_is_undef(address)) {
    m2k_stop_undefined(t, s, "address");
    return false;
  }
  m2k_fault f = {.inst = s->inst, .operand = operand, .size = size};
  f.is_write = is_write;
  f.is_atomic = s->op == M2K_OP_ATOMICRMW || s->op == M2K_OP_CMPXCHG;
  m2k_object *o = m2k_object_of(t, object_id(run, address));
  if (!o)
    return no_object(t, &f, address);
  m2k_i128 machine = machine_offset(o, address->bits);
  m2k_i128 exact = offset_of(o, address->exact);
  bool exact_in = !(address->flags & M2K_RV_HUGE) && inside(o, exact, size);
  if (inside(o, machine, size) && (!exact_in || exact == machine)) {
    bool shared = is_shared(o);
    *out = (m2k_access){.object = o, .offset = (uint64_t)machine};
    out->shared_with_others =
        shared ? run->others_shared : o->written && run->others_global;
    return true;
  }
  f.kind = exact_in && exact != machine ? M2K_FAULT_INDEX_OVERFLOW
           : o->null                    ? M2K_FAULT_NULL
                                        : M2K_FAULT_OUT_OF_BOUNDS;
  f.space = o->space;
  f.region = o->index;
  f.machine_offset = machine;
  f.exact_offset = exact;
  f.region_size = o->size;
  blame(t, address, &f);
  m2k_fault_add(t, &f);
  return false;
}
