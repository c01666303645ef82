/*
 * Atomics. Where threads that do not run take part, the old value and what is
 * left in memory are undefined.
 */
#include "passes/replay/machine.h"

static m2k_rv number(uint64_t old, uint64_t v, m2k_rmw op, unsigned width) {
  int64_t so = m2k_signed(old, width), sv = m2k_signed(v, width);
  uint64_t r;
  switch (op) {
  case M2K_RMW_XCHG:
    r = v;
    break;
  case M2K_RMW_ADD:
    r = old + v;
    break;
  case M2K_RMW_SUB:
    r = old - v;
    break;
  case M2K_RMW_AND:
    r = old & v;
    break;
  case M2K_RMW_NAND:
    r = ~(old & v);
    break;
  case M2K_RMW_OR:
    r = old | v;
    break;
  case M2K_RMW_XOR:
    r = old ^ v;
    break;
  case M2K_RMW_MAX:
    r = so > sv ? old : v;
    break;
  case M2K_RMW_MIN:
    r = so < sv ? old : v;
    break;
  case M2K_RMW_UMAX:
    r = old > v ? old : v;
    break;
  case M2K_RMW_UMIN:
    r = old < v ? old : v;
    break;
  case M2K_RMW_UINC: /* PTX ISA, "atom": inc */
    r = old >= v ? 0 : old + 1;
    break;
  case M2K_RMW_UDEC:
    r = old == 0 || old > v ? v : old - 1;
    break;
  default:
    return m2k_rv_undef();
  }
  return m2k_rv_fresh(r, width);
}

static m2k_rv real(uint64_t old, uint64_t v, m2k_rmw op, unsigned width,
                   m2k_type_kind kind) {
  double x = m2k_float_value(old, kind), y = m2k_float_value(v, kind);
  double r;
  switch (op) {
  case M2K_RMW_XCHG:
    return m2k_rv_fresh(v, width);
  case M2K_RMW_FADD:
    r = kind == M2K_TY_DOUBLE ? x + y : (double)((float)x + (float)y);
    break;
  case M2K_RMW_FSUB:
    r = kind == M2K_TY_DOUBLE ? x - y : (double)((float)x - (float)y);
    break;
  case M2K_RMW_FMAX:
    r = x >= y || y != y ? x : y;
    break;
  case M2K_RMW_FMIN:
    r = x <= y || y != y ? x : y;
    break;
  default:
    return m2k_rv_undef();
  }
  return m2k_rv_fresh(m2k_float_bits(r, kind), width);
}

/* Exchanging keeps a pointer's or number's shadow. */
static m2k_rv combine(const m2k_step *s, const m2k_rv *old, const m2k_rv *v,
                      const m2k_leaf *leaf) {
  m2k_rmw op = (m2k_rmw)s->ir->sub;
  if (op == M2K_RMW_XCHG)
    return *v;
  if (m2k_rv_is_undef(old) || m2k_rv_is_undef(v))
    return m2k_rv_undef();
  return m2k_is_float(leaf->kind)
             ? real(old->bits, v->bits, op, leaf->bits, leaf->kind)
             : number(old->bits, v->bits, op, leaf->bits);
}

static void rmw(m2k_thread *t, const m2k_step *s, const m2k_access *a,
                const m2k_leaves *leaves) {
  for (uint32_t i = 0; i < leaves->len; i++) {
    const m2k_leaf *leaf = &leaves->at[i];
    uint64_t at = a->offset + leaf->offset;
    m2k_rv old = m2k_memory_load(a->object, at, leaf->bits, false);
    m2k_rv next = combine(s, &old, &t->frame[s->b + i], leaf);
    if (a->shared_with_others)
      old = next = m2k_rv_undef();
    m2k_memory_store(&t->run->memory, a->object, at, leaf->bits, &next);
    t->frame[s->dst + i] = old;
  }
}

static void compare_exchange(m2k_thread *t, const m2k_step *s,
                             const m2k_access *a, const m2k_leaf *leaf) {
  m2k_rv old = m2k_memory_load(a->object, a->offset, leaf->bits, false);
  const m2k_rv *expected = &t->frame[s->b];
  m2k_rv next = t->frame[s->c], done = m2k_rv_undef();
  bool undef = a->shared_with_others || m2k_rv_is_undef(&old) ||
               m2k_rv_is_undef(expected);
  if (undef) {
    old = next = m2k_rv_undef();
  } else {
    done = m2k_rv_fresh(old.bits == expected->bits, 1);
    if (!done.bits)
      next = old;
  }
  m2k_memory_store(&t->run->memory, a->object, a->offset, leaf->bits, &next);
  t->frame[s->dst] = old;
  t->frame[s->dst + 1] = done;
}

void m2k_exec_atomic(m2k_thread *t, const m2k_step *s) {
  m2k_access a;
  m2k_run *run = t->run;
  const m2k_leaves *leaves = m2k_leaves_of(run, s->ir->type);
  uint64_t size = m2k_type_of(run->fn, s->ir->type)->size;
  m2k_undefine(t, s);
  if (!m2k_access_check(t, s, 0, &t->frame[s->a], size, true, &a))
    return;
  if (s->op == M2K_OP_ATOMICRMW)
    rmw(t, s, &a, leaves);
  else if (leaves->len == 1)
    compare_exchange(t, s, &a, &leaves->at[0]);
  else
    m2k_stop(run, M2K_REPLAY_UNSUPPORTED, "a wide compare-and-swap");
}
