/*
 * Which objects the kernel may write: found from where the addresses of its
 * stores come from. What is written may also be written by threads that do
 * not run, so that reading it gives an undefined value there.
 */
#include "passes/replay/machine.h"

typedef struct search {
  m2k_run *run;
  uint8_t *seen; /* by value */
  bool lost;     /* some address comes from elsewhere */
} search;

static void mark_arg(search *s, const m2k_replay_arg *arg) {
  if (arg->kind == M2K_REPLAY_ARG_POINTER)
    s->run->objects[arg->region + 1].written = true;
  for (uint32_t i = 0;
       arg->kind == M2K_REPLAY_ARG_BYVAL && i < arg->field_count; i++)
    if (arg->fields[i].arg->kind == M2K_REPLAY_ARG_POINTER)
      mark_arg(s, arg->fields[i].arg);
}

/* A pointer loaded from a constant place of a by-value parameter is one field
 * of it; false for any other load. */
static bool mark_field(search *s, const m2k_inst *load) {
  const m2k_fn *fn = s->run->fn;
  const m2k_value *at = m2k_value_of(fn, load->ops[0]);
  int64_t offset = 0;
  while (at->kind == M2K_VALUE_INST) {
    const m2k_inst *def = &fn->insts[at->index];
    if (def->op != M2K_OP_GEP || def->op_count != 1)
      return false;
    offset += def->imm[0];
    at = m2k_value_of(fn, def->ops[0]);
  }
  if (at->kind != M2K_VALUE_ARG || !fn->params[at->index].byval_size)
    return false;
  const m2k_replay_arg *arg = &s->run->in->args[at->index];
  for (uint32_t i = 0; i < arg->field_count; i++)
    if (arg->fields[i].offset == (uint64_t)offset)
      mark_arg(s, arg->fields[i].arg);
  return true;
}

static void mark(search *s, m2k_val val) {
  const m2k_fn *fn = s->run->fn;
  const m2k_value *v = m2k_value_of(fn, val);
  if (s->seen[val])
    return;
  s->seen[val] = 1;
  if (v->kind == M2K_VALUE_ARG)
    mark_arg(s, &s->run->in->args[v->index]);
  else if (v->kind == M2K_VALUE_GLOBAL)
    s->run->objects[s->run->first_global + v->index].written = true;
  if (v->kind != M2K_VALUE_INST)
    return;
  const m2k_inst *i = &fn->insts[v->index];
  switch (i->op) {
  case M2K_OP_GEP:
  case M2K_OP_BITCAST:
  case M2K_OP_ADDRSPACECAST:
  case M2K_OP_FREEZE:
  case M2K_OP_PTRTOINT:
  case M2K_OP_INTTOPTR:
  case M2K_OP_AND: /* alignment of an address */
    mark(s, i->ops[0]);
    break;
  case M2K_OP_PHI:
    for (uint32_t k = 0; k < i->op_count; k++)
      mark(s, i->ops[k]);
    break;
  case M2K_OP_SELECT:
    mark(s, i->ops[1]);
    mark(s, i->ops[2]);
    break;
  case M2K_OP_ALLOCA:
    break;
  case M2K_OP_LOAD:
    if (!mark_field(s, i))
      s->lost = true;
    break;
  default:
    s->lost = true;
  }
}

void m2k_mark_written(m2k_run *run) {
  search s = {.run = run};
  s.seen = M2K_NEW_N(run->arena, uint8_t, run->fn->value_count);
  for (uint32_t i = 0; i < run->fn->inst_count; i++) {
    const m2k_inst *inst = &run->fn->insts[i];
    if (inst->op == M2K_OP_STORE)
      mark(&s, inst->ops[1]);
    else if (inst->op == M2K_OP_ATOMICRMW || inst->op == M2K_OP_CMPXCHG ||
             inst->op == M2K_OP_MEMCPY || inst->op == M2K_OP_MEMSET)
      mark(&s, inst->ops[0]);
  }
  for (uint32_t id = 1; s.lost && id < run->dynamic; id++)
    run->objects[id].written = true;
}
