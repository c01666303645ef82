/* Values put together and taken apart, and select. */
#include "passes/replay/machine.h"

/* Leaf index of an element reached by struct and array indices. */
static uint32_t leaf_at(m2k_run *run, m2k_type type, const m2k_inst *ir) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < ir->imm_count; i++) {
    const m2k_type_info *t = m2k_type_of(run->fn, type);
    uint32_t k = (uint32_t)ir->imm[i];
    if (t->kind == M2K_TY_STRUCT) {
      for (uint32_t f = 0; f < k; f++)
        at += m2k_leaves_of(run, t->fields[f])->len;
      type = t->fields[k];
    } else {
      at += k * m2k_leaves_of(run, t->elem)->len;
      type = t->elem;
    }
  }
  return at;
}

static void select_value(m2k_thread *t, const m2k_step *s) {
  bool by_lane = m2k_operand_type(t->run, s, 0)->kind == M2K_TY_VECTOR;
  for (uint32_t i = 0; i < s->lanes; i++) {
    const m2k_rv *cond = &t->frame[s->a + (by_lane ? i : 0)];
    const m2k_rv *from = &t->frame[(cond->bits & 1 ? s->b : s->c) + i];
    uint32_t decider = cond->decider;
    t->frame[s->dst + i] = m2k_rv_is_undef(cond) ? m2k_rv_undef() : *from;
    if (!t->frame[s->dst + i].decider)
      t->frame[s->dst + i].decider = decider;
  }
}

static void extract_value(m2k_thread *t, const m2k_step *s) {
  m2k_type type = m2k_value_of(t->run->fn, s->ir->ops[0])->type;
  uint32_t at = leaf_at(t->run, type, s->ir);
  memmove(&t->frame[s->dst], &t->frame[s->a + at], s->lanes * sizeof *t->frame);
}

static void insert_value(m2k_thread *t, const m2k_step *s) {
  m2k_type type = m2k_value_of(t->run->fn, s->ir->ops[1])->type;
  uint32_t at = leaf_at(t->run, s->ir->type, s->ir);
  uint32_t n = m2k_leaves_of(t->run, type)->len;
  memmove(&t->frame[s->dst], &t->frame[s->a], s->lanes * sizeof *t->frame);
  memmove(&t->frame[s->dst + at], &t->frame[s->b], n * sizeof *t->frame);
}

static void extract_element(m2k_thread *t, const m2k_step *s) {
  const m2k_rv *index = &t->frame[s->b];
  uint32_t count = m2k_operand_type(t->run, s, 0)->count;
  if (m2k_rv_is_undef(index) || index->bits >= count) {
    m2k_undefine(t, s);
    return;
  }
  memmove(&t->frame[s->dst], &t->frame[s->a + index->bits * s->lanes],
          s->lanes * sizeof *t->frame);
}

static void insert_element(m2k_thread *t, const m2k_step *s) {
  const m2k_rv *index = &t->frame[s->c];
  uint32_t count = m2k_type_of(t->run->fn, s->ir->type)->count;
  if (m2k_rv_is_undef(index) || index->bits >= count) {
    m2k_undefine(t, s);
    return;
  }
  uint32_t n = s->lanes / count;
  memmove(&t->frame[s->dst], &t->frame[s->a], s->lanes * sizeof *t->frame);
  memmove(&t->frame[s->dst + index->bits * n], &t->frame[s->b],
          n * sizeof *t->frame);
}

static void shuffle_vector(m2k_thread *t, const m2k_step *s) {
  int64_t half = m2k_operand_type(t->run, s, 0)->count;
  if (!s->ir->imm_count)
    return;
  uint32_t n = s->lanes / s->ir->imm_count;
  for (uint32_t i = 0; i < s->ir->imm_count; i++) {
    int64_t from = s->ir->imm[i];
    for (uint32_t k = 0; k < n; k++)
      t->frame[s->dst + i * n + k] =
          from < 0      ? m2k_rv_undef()
          : from < half ? t->frame[s->a + (uint32_t)from * n + k]
                        : t->frame[s->b + (uint32_t)(from - half) * n + k];
  }
}

void m2k_exec_value(m2k_thread *t, const m2k_step *s) {
  switch (s->op) {
  case M2K_OP_SELECT:
    select_value(t, s);
    break;
  case M2K_OP_EXTRACTVALUE:
    extract_value(t, s);
    break;
  case M2K_OP_INSERTVALUE:
    insert_value(t, s);
    break;
  case M2K_OP_EXTRACTELEMENT:
    extract_element(t, s);
    break;
  case M2K_OP_INSERTELEMENT:
    insert_element(t, s);
    break;
  default:
    shuffle_vector(t, s);
  }
}
