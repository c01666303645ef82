/*
 * Before a run: where each value's leaves lie in a frame, the constants, and
 * each instruction's operands resolved to these places.
 */
#include "passes/replay/machine.h"

enum { LEAVES_MAX = 4096 }; /* of one value; more is not executable */

static uint32_t append(m2k_leaf *to, uint32_t n, m2k_leaf leaf) {
  if (to)
    to[n] = leaf;
  return n + 1;
}

/* Appends to `to`, or only counts when it is null. */
static uint32_t flatten(const m2k_fn *fn, m2k_type type, uint64_t offset,
                        m2k_leaf *to, uint32_t n) {
  const m2k_type_info *t = m2k_type_of(fn, type);
  if (n > LEAVES_MAX)
    return n;
  switch (t->kind) {
  case M2K_TY_VOID:
    return n;
  case M2K_TY_INT:
    for (uint32_t at = 0; at < t->bits; at += 64) {
      uint32_t bits = t->bits - at < 64 ? t->bits - at : 64;
      n = append(to, n, (m2k_leaf){offset + at / 8, bits, M2K_TY_INT});
    }
    return n;
  case M2K_TY_VECTOR:
  case M2K_TY_ARRAY: {
    const m2k_type_info *elem = m2k_type_of(fn, t->elem);
    for (uint32_t i = 0; i < t->count && n <= LEAVES_MAX; i++)
      n = flatten(fn, t->elem, offset + i * elem->alloc_size, to, n);
    return n;
  }
  case M2K_TY_STRUCT:
    for (uint32_t i = 0; i < t->count; i++)
      n = flatten(fn, t->fields[i], offset + t->offsets[i], to, n);
    return n;
  case M2K_TY_OTHER:
    return append(to, n, (m2k_leaf){offset, 64, M2K_TY_OTHER});
  default:
    return append(to, n, (m2k_leaf){offset, t->bits, t->kind});
  }
}

const m2k_leaves *m2k_leaves_of(m2k_run *run, m2k_type type) {
  m2k_leaves *leaves = &run->leaves[type];
  if (leaves->len != M2K_NONE)
    return leaves;
  uint32_t n = flatten(run->fn, type, 0, NULL, 0);
  bool many = n > LEAVES_MAX;
  m2k_leaf *kept = M2K_NEW_N(run->arena, m2k_leaf, many ? 1 : n);
  if (many)
    kept[0] = (m2k_leaf){0, 64, M2K_TY_OTHER};
  else
    flatten(run->fn, type, 0, kept, 0);
  n = many ? 1 : n;
  *leaves = (m2k_leaves){kept, n};
  return leaves;
}

static void set_const(m2k_run *run, m2k_val val, m2k_rv *to);

static void set_aggregate(m2k_run *run, const m2k_value *v, m2k_rv *to) {
  for (uint32_t i = 0; i < v->count; i++) {
    m2k_type type = m2k_value_of(run->fn, v->elems[i])->type;
    m2k_val elem = v->elems[i];
    /* An element that is an instruction's result is not known yet. */
    if (m2k_value_of(run->fn, elem)->kind == M2K_VALUE_INST)
      for (uint32_t k = 0; k < m2k_leaves_of(run, type)->len; k++)
        to[k] = m2k_rv_undef();
    else
      set_const(run, elem, to);
    to += m2k_leaves_of(run, type)->len;
  }
}

static m2k_rv global_address(m2k_run *run, uint32_t index) {
  const m2k_global *g = &run->fn->module->globals[index];
  uint32_t id = run->first_global + index;
  if (g->addrspace == 3 && g->size == 0)
    id = run->dynamic;
  return m2k_address(&run->objects[id], id, 0);
}

static void set_const(m2k_run *run, m2k_val val, m2k_rv *to) {
  const m2k_value *v = m2k_value_of(run->fn, val);
  const m2k_leaves *leaves = m2k_leaves_of(run, v->type);
  for (uint32_t i = 0; i < leaves->len; i++) {
    uint64_t word = i == 0 ? v->lo : i == 1 ? v->hi : 0;
    bool number = v->kind == M2K_VALUE_INT || v->kind == M2K_VALUE_FLOAT;
    to[i] = m2k_rv_fresh(number ? word : 0, leaves->at[i].bits);
    if (leaves->at[i].bits > 1) /* a constant's sign is known */
      to[i].flags &= ~(uint32_t)M2K_RV_FRESH;
    if (v->kind == M2K_VALUE_UNDEF || v->kind == M2K_VALUE_FUNCTION ||
        leaves->at[i].kind == M2K_TY_OTHER)
      to[i] = m2k_rv_undef();
  }
  if (v->kind == M2K_VALUE_GLOBAL)
    to[0] = global_address(run, v->index);
  if (v->kind == M2K_VALUE_AGGREGATE)
    set_aggregate(run, v, to);
}

/* Constants and arguments come first in a frame: they are what a new thread
 * is given. */
static void place_values(m2k_run *run) {
  const m2k_fn *fn = run->fn;
  run->slot_of = M2K_NEW_N(run->arena, uint32_t, fn->value_count);
  run->def_of = M2K_NEW_N(run->arena, uint32_t, fn->value_count);
  for (int results = 0; results < 2; results++) {
    for (uint32_t v = 0; v < fn->value_count; v++) {
      const m2k_value *value = m2k_value_of(fn, v);
      bool is_result = value->kind == M2K_VALUE_INST;
      if (is_result != (results == 1))
        continue;
      run->slot_of[v] = run->slots;
      run->def_of[v] = is_result ? value->index : M2K_NONE;
      run->slots += m2k_leaves_of(run, value->type)->len;
    }
    if (!results)
      run->const_slots = run->slots;
  }
  run->consts = M2K_NEW_N(run->arena, m2k_rv, run->const_slots);
  for (uint32_t v = 0; v < fn->value_count; v++)
    if (m2k_value_of(fn, v)->kind != M2K_VALUE_INST &&
        m2k_value_of(fn, v)->kind != M2K_VALUE_ARG)
      set_const(run, v, &run->consts[run->slot_of[v]]);
}

/* Room for the phis of any block, and for two values of each lane. */
static void make_scratch(m2k_run *run) {
  uint32_t most = 2 * M2K_WARP;
  for (uint32_t b = 0; b < run->fn->block_count; b++) {
    uint32_t n = 0;
    const m2k_block *block = &run->fn->blocks[b];
    for (uint32_t i = 0; i < block->count; i++)
      if (run->fn->insts[block->first + i].op == M2K_OP_PHI)
        n += run->steps[block->first + i].lanes;
    most = n > most ? n : most;
  }
  run->scratch = M2K_NEW_N(run->arena, m2k_rv, most);
}

/* Width that all leaves share, or 0. */
static uint8_t common_bits(const m2k_leaves *leaves) {
  for (uint32_t i = 1; i < leaves->len; i++)
    if (leaves->at[i].bits != leaves->at[0].bits)
      return 0;
  return leaves->len ? (uint8_t)leaves->at[0].bits : 0;
}

static bool is_wide(const m2k_fn *fn, m2k_type type) {
  const m2k_type_info *t = m2k_type_of(fn, type);
  if (t->kind == M2K_TY_VECTOR)
    t = m2k_type_of(fn, t->elem);
  return t->kind == M2K_TY_INT && t->bits > 64;
}

static void decode_inst(m2k_run *run, uint32_t i) {
  const m2k_inst *ir = &run->fn->insts[i];
  m2k_step *s = &run->steps[i];
  *s = (m2k_step){.ir = ir, .op = ir->op, .inst = i};
  uint32_t *places[3] = {&s->a, &s->b, &s->c};
  for (uint32_t k = 0; k < ir->op_count; k++) {
    m2k_type type = m2k_value_of(run->fn, ir->ops[k])->type;
    if (k < 3)
      *places[k] = run->slot_of[ir->ops[k]];
    if (k < 2)
      s->wide |= is_wide(run->fn, type);
    if (k == 0)
      s->from = common_bits(m2k_leaves_of(run, type));
  }
  if (ir->result == M2K_NONE)
    return;
  m2k_type type = m2k_value_of(run->fn, ir->result)->type;
  s->dst = run->slot_of[ir->result];
  s->lanes = m2k_leaves_of(run, type)->len;
  s->bits = common_bits(m2k_leaves_of(run, type));
  s->wide |= is_wide(run->fn, type);
}

/*
 * A loaded integer that the function takes apart, by shifting it right by a
 * constant of whole bytes, is a struct copied as one integer (see shim.h): its
 * low part is no truncated number.
 */
static bool is_shift_by_bytes(const m2k_run *run, m2k_val val) {
  uint32_t def = run->def_of[val];
  if (def == M2K_NONE || run->fn->insts[def].op != M2K_OP_SHL)
    return false;
  const m2k_value *by = m2k_value_of(run->fn, run->fn->insts[def].ops[1]);
  return by->kind == M2K_VALUE_INT && by->lo && by->lo % 8 == 0;
}

static void mark_packed(m2k_run *run) {
  for (uint32_t i = 0; i < run->fn->inst_count; i++) {
    const m2k_inst *ir = &run->fn->insts[i];
    if (ir->op != M2K_OP_LSHR || m2k_type_of(run->fn, ir->type)->bits < 64)
      continue;
    const m2k_value *by = m2k_value_of(run->fn, ir->ops[1]);
    uint32_t def = run->def_of[ir->ops[0]];
    if (by->kind == M2K_VALUE_INT && by->lo && by->lo % 8 == 0 &&
        def != M2K_NONE && run->fn->insts[def].op == M2K_OP_LOAD)
      run->steps[def].packed = true;
  }
  /* So is one that lies where no number of its size would, and one that an
   * or puts together. */
  for (uint32_t i = 0; i < run->fn->inst_count; i++) {
    const m2k_inst *ir = &run->fn->insts[i];
    if (ir->op == M2K_OP_OR)
      run->steps[i].packed = is_shift_by_bytes(run, ir->ops[0]) ||
                             is_shift_by_bytes(run, ir->ops[1]);
    if (ir->op == M2K_OP_LOAD && ir->align < 8 &&
        m2k_type_of(run->fn, ir->type)->kind == M2K_TY_INT &&
        m2k_type_of(run->fn, ir->type)->bits >= 64)
      run->steps[i].packed = true;
  }
}

void m2k_decode(m2k_run *run) {
  uint32_t types = run->fn->module->type_count;
  run->leaves = M2K_NEW_N(run->arena, m2k_leaves, types);
  for (uint32_t i = 0; i < types; i++)
    run->leaves[i].len = M2K_NONE;
  place_values(run);
  run->steps = M2K_NEW_N(run->arena, m2k_step, run->fn->inst_count);
  for (uint32_t i = 0; i < run->fn->inst_count; i++)
    decode_inst(run, i);
  make_scratch(run);
  mark_packed(run);
  for (uint32_t i = 0; i < run->fn->inst_count; i++) {
    const m2k_inst *ir = &run->fn->insts[i];
    if (ir->op == M2K_OP_CALL && ir->cls == M2K_CLASS_FLOAT)
      run->steps[i].math = m2k_math_find(ir->text);
  }
}
