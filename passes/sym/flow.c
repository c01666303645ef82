/*
 * Control flow without loops: path conditions are control dependences, joins
 * merge values, nothing is enumerated.
 */
#include "passes/base/bug.h"
#include "passes/sym/engine.h"

bool m2k_in_loop(const m2k_fn *fn, uint32_t block, uint32_t loop) {
  uint32_t l = fn->blocks[block].loop;
  while (l != M2K_NONE && l != loop)
    l = fn->loops[l].parent;
  return l == loop;
}

static const m2k_inst *terminator(const m2k_fn *fn, uint32_t block) {
  const m2k_block *b = &fn->blocks[block];
  return &fn->insts[b->first + b->count - 1];
}

static m2k_term switch_condition(m2k_exec *x, const m2k_inst *in, uint32_t to) {
  m2k_bank *bank = x->bank;
  m2k_term v = m2k_sval_signed(x, m2k_op_value(x, in, 0));
  m2k_term any = m2k_false(bank), other = m2k_true(bank);
  for (uint32_t i = 1; i < in->op_count; i++) {
    m2k_term is = m2k_eq(bank, v, m2k_sval_signed(x, m2k_op_value(x, in, i)));
    if (in->imm[i] == to)
      any = m2k_or(bank, any, is);
    else
      other = m2k_and(bank, other, m2k_not(bank, is));
  }
  return in->imm[0] == to ? other : any;
}

m2k_term m2k_edge_condition(m2k_exec *x, uint32_t from, uint32_t to) {
  const m2k_inst *in = terminator(x->fn, from);
  if (in->op == M2K_OP_SWITCH)
    return switch_condition(x, in, to);
  if (in->op != M2K_OP_BR || in->imm[0] == in->imm[1])
    return m2k_true(x->bank);
  m2k_term c = m2k_op_value(x, in, 0).m;
  return in->imm[0] == to ? c : m2k_not(x->bank, c);
}

m2k_term m2k_edge_path(m2k_exec *x, uint32_t from, uint32_t to) {
  uint64_t hit;
  if (m2k_map_get(x->exits, (uint64_t)from << 32 | to, &hit))
    return (m2k_term)hit;
  M2K_ASSERT(x->path[from] != M2K_NO_TERM);
  return m2k_and(x->bank, x->path[from], m2k_edge_condition(x, from, to));
}

static bool post_dominates(const m2k_fn *fn, uint32_t a, uint32_t b) {
  while (b != M2K_NONE && b != a)
    b = fn->blocks[b].ipdom;
  return b == a;
}

/* Takes a path condition of block `from` out of the loops that `to` is not
 * in: to the values of their last iterations. */
static m2k_term leave_path(m2k_exec *x, uint32_t from, uint32_t to,
                           m2k_term t) {
  for (uint32_t l = x->fn->blocks[from].loop;
       l != M2K_NONE && !m2k_in_loop(x->fn, to, l); l = x->fn->loops[l].parent)
    if (x->leave[l])
      t = m2k_copy_term(x->leave[l], t);
  return t;
}

static m2k_sval leave_value(m2k_exec *x, uint32_t from, uint32_t to,
                            m2k_sval v) {
  for (uint32_t l = x->fn->blocks[from].loop;
       l != M2K_NONE && !m2k_in_loop(x->fn, to, l); l = x->fn->loops[l].parent)
    if (x->leave[l])
      v = m2k_copy_sval(x->leave[l], v);
  return v;
}

m2k_sval m2k_value_at(m2k_exec *x, m2k_val v, uint32_t block) {
  const m2k_value *value = m2k_value_of(x->fn, v);
  m2k_sval raw = m2k_operand(x, v);
  if (x->by_path || value->kind != M2K_VALUE_INST)
    return raw;
  uint32_t from = x->fn->insts[value->index].block;
  uint32_t loop = x->fn->blocks[from].loop;
  if (loop == M2K_NONE || m2k_in_loop(x->fn, block, loop))
    return raw;
  uint64_t key = (uint64_t)v << 32 | x->fn->blocks[block].loop, hit;
  if (m2k_map_get(x->left, key, &hit))
    return x->outs.at[hit];
  m2k_sval out = leave_value(x, from, block, raw);
  m2k_map_put(x->left, key, x->outs.len);
  m2k_vec_push(&x->outs, out);
  return out;
}

static bool is_back_edge(const m2k_fn *fn, uint32_t from, uint32_t to) {
  return from >= to && m2k_dominates(fn, to, from);
}

m2k_term m2k_block_path(m2k_exec *x, uint32_t block) {
  const m2k_block *b = &x->fn->blocks[block];
  if (b->idom == M2K_NONE)
    return m2k_true(x->bank);
  m2k_term above = leave_path(x, b->idom, block, x->path[b->idom]);
  if (!x->trapped && post_dominates(x->fn, block, b->idom))
    return above;
  m2k_term any = m2k_false(x->bank);
  for (uint32_t i = 0; i < b->pred_count; i++)
    if (!is_back_edge(x->fn, b->preds[i], block))
      any = m2k_or(
          x->bank, any,
          m2k_relative(x->bank, m2k_edge_path(x, b->preds[i], block), above));
  return m2k_and(x->bank, above, any);
}

/* A phi that is no loop header's: a choice by the edge that was taken. */
static m2k_sval join(m2k_exec *x, const m2k_inst *in) {
  uint32_t block = in->block, idom = x->fn->blocks[block].idom;
  m2k_term above = leave_path(x, idom, block, x->path[idom]);
  m2k_sval v = {0};
  for (uint32_t i = 0; i < in->op_count; i++) {
    uint32_t from = (uint32_t)in->imm[i];
    m2k_term taken = m2k_edge_path(x, from, block);
    if (taken == m2k_false(x->bank))
      continue;
    m2k_sval one =
        leave_value(x, from, block, m2k_value_at(x, in->ops[i], from));
    v = v.kind == M2K_SVAL_NONE
            ? one
            : m2k_sval_ite(x, m2k_relative(x->bank, taken, above), one, v);
  }
  return v.kind == M2K_SVAL_NONE ? m2k_sval_opaque(x, in->type) : v;
}

m2k_sval m2k_sx_inst(m2k_exec *x, const m2k_inst *in) {
  switch (in->op) {
  case M2K_OP_ICMP:
    return m2k_sx_icmp(x, in);
  case M2K_OP_TRUNC:
  case M2K_OP_ZEXT:
  case M2K_OP_SEXT:
  case M2K_OP_PTRTOINT:
  case M2K_OP_INTTOPTR:
  case M2K_OP_BITCAST:
  case M2K_OP_ADDRSPACECAST:
    return m2k_sx_cast(x, in);
  case M2K_OP_SELECT:
  case M2K_OP_FREEZE:
  case M2K_OP_EXTRACTVALUE:
  case M2K_OP_INSERTVALUE:
  case M2K_OP_EXTRACTELEMENT:
  case M2K_OP_INSERTELEMENT:
  case M2K_OP_SHUFFLEVECTOR:
    return m2k_sx_aggregate(x, in);
  case M2K_OP_GEP:
    return m2k_sx_gep(x, in);
  case M2K_OP_ALLOCA:
  case M2K_OP_LOAD:
  case M2K_OP_STORE:
  case M2K_OP_ATOMICRMW:
  case M2K_OP_CMPXCHG:
  case M2K_OP_MEMCPY:
  case M2K_OP_MEMSET:
  case M2K_OP_EVENT:
    return m2k_sx_memory(x, in);
  case M2K_OP_CALL:
  case M2K_OP_ASM:
    return m2k_sx_call(x, in);
  case M2K_OP_PHI:
    return join(x, in);
  case M2K_OP_FENCE:
    m2k_memory_sync(x);
    return (m2k_sval){0};
  case M2K_OP_UNKNOWN:
    return m2k_sx_unknown(x, in);
  default:
    if (in->op <= M2K_OP_XOR)
      return m2k_sx_int(x, in);
    if (in->op >= M2K_OP_FNEG && in->op <= M2K_OP_SITOFP)
      return m2k_sx_float(x, in);
    return m2k_sval_lost(x, in->type, M2K_LOSS_INSTRUCTION,
                         in->text ? in->text : m2k_op_text((m2k_op)in->op));
  }
}

static bool is_terminator(const m2k_inst *in) {
  return in->op == M2K_OP_JMP || in->op == M2K_OP_BR ||
         in->op == M2K_OP_SWITCH || in->op == M2K_OP_RET ||
         in->op == M2K_OP_UNREACHABLE;
}

void m2k_sx_block(m2k_exec *x, uint32_t block) {
  const m2k_block *b = &x->fn->blocks[block];
  bool header = x->path[block] != M2K_NO_TERM; /* set by the loop */
  if (!header)
    x->path[block] = m2k_block_path(x, block);
  x->block = block;
  for (uint32_t i = 0; i < b->count; i++) {
    const m2k_inst *in = &x->fn->insts[b->first + i];
    if (is_terminator(in) || (header && in->op == M2K_OP_PHI))
      continue;
    x->inst = b->first + i;
    m2k_sval v = m2k_sx_inst(x, in);
    if (in->result == M2K_NONE)
      continue;
    if (v.kind == M2K_SVAL_NONE)
      v = m2k_sval_lost(x, m2k_value_of(x->fn, in->result)->type,
                        M2K_LOSS_INSTRUCTION, m2k_op_text((m2k_op)in->op));
    x->env[in->result] = v;
  }
}

void m2k_sx_level(m2k_exec *x, uint32_t loop) {
  const m2k_fn *fn = x->fn;
  for (uint32_t b = 0; b < fn->block_count && !x->sum->failure; b++) {
    uint32_t inner = fn->blocks[b].loop;
    if (inner == loop) {
      m2k_sx_block(x, b);
      if (x->sum->events.len > x->max_events)
        x->sum->failure = "more accesses than the limit";
    } else if (inner != M2K_NONE && fn->loops[inner].parent == loop &&
               fn->loops[inner].header == b) {
      m2k_sx_loop(x, inner);
    }
  }
}
