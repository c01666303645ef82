/* Results of warp primitives, once their participants are known. */
#include "passes/replay/machine.h"

/* Source lane of a shuffle, or the own lane (PTX ISA, "shfl.sync"). */
static uint32_t source_lane(const m2k_inst *ir, uint32_t lane, uint64_t b,
                            uint64_t c, bool *valid) {
  uint32_t value = (uint32_t)b & 0x1f, clamp = (uint32_t)c & 0x1f;
  uint32_t mask = (uint32_t)(c >> 8) & 0x1f;
  uint32_t max = (lane & mask) | (clamp & ~mask), min = lane & mask;
  int32_t from;
  switch (ir->sub) {
  case M2K_CALL_SHFL_UP:
    from = (int32_t)lane - (int32_t)value;
    *valid = from >= (int32_t)max;
    break;
  case M2K_CALL_SHFL_DOWN:
    from = (int32_t)(lane + value);
    *valid = from <= (int32_t)max;
    break;
  case M2K_CALL_SHFL_BFLY:
    from = (int32_t)(lane ^ value);
    *valid = from <= (int32_t)max;
    break;
  default:
    from = (int32_t)(min | (value & ~mask));
    *valid = from <= (int32_t)max;
  }
  return *valid ? (uint32_t)from : lane;
}

static void finish_shuffle(m2k_thread *t, const m2k_step *s,
                           m2k_thread *const *group) {
  const m2k_rv *lane = &t->frame[s->c], *clamp = m2k_slot(t, s, 3);
  bool valid = false;
  m2k_rv r = m2k_rv_undef(), pred = r;
  if (!m2k_rv_is_undef(lane) && !m2k_rv_is_undef(clamp)) {
    uint32_t from =
        source_lane(s->ir, t->lane, lane->bits, clamp->bits, &valid);
    const m2k_thread *source = group[from];
    if (source)
      r = source->frame[s->b];
    pred = m2k_rv_fresh(valid, 1);
  }
  t->run->scratch[2 * t->lane] = r;
  t->run->scratch[2 * t->lane + 1] = pred;
}

/* The values of all participants. */
typedef struct ballot {
  uint32_t members, ones; /* lanes; those whose operand is not zero */
  bool undef;
} ballot;

static ballot collect(m2k_thread *const *group, const m2k_step *s,
                      uint32_t operand) {
  ballot b = {0, 0, false};
  for (uint32_t i = 0; i < M2K_WARP; i++) {
    if (!group[i])
      continue;
    const m2k_rv *v = m2k_slot(group[i], s, operand);
    b.members |= 1u << i;
    b.undef |= m2k_rv_is_undef(v);
    b.ones |= v->bits ? 1u << i : 0;
  }
  return b;
}

static m2k_rv vote(m2k_thread *const *group, const m2k_step *s) {
  uint32_t operand = s->ir->op_count - 1;
  ballot b = collect(group, s, operand);
  if (b.undef)
    return m2k_rv_undef();
  switch (s->ir->sub) {
  case M2K_CALL_VOTE_ALL:
    return m2k_rv_fresh(b.ones == b.members, s->bits);
  case M2K_CALL_VOTE_ANY:
    return m2k_rv_fresh(b.ones != 0, s->bits);
  case M2K_CALL_VOTE_UNI:
    return m2k_rv_fresh(b.ones == b.members || !b.ones, s->bits);
  default:
    return m2k_rv_fresh(b.ones, s->bits);
  }
}

/* Lanes that hold the same value as `t` (PTX ISA, "match.sync"). */
static uint32_t lanes_alike(m2k_thread *const *group, const m2k_step *s,
                            const m2k_thread *t, bool *undef) {
  uint32_t lanes = 0;
  const m2k_rv *own = &t->frame[s->b];
  for (uint32_t i = 0; i < M2K_WARP; i++) {
    if (!group[i])
      continue;
    const m2k_rv *v = &group[i]->frame[s->b];
    *undef |= m2k_rv_is_undef(v);
    lanes |= v->bits == own->bits ? 1u << i : 0;
  }
  return lanes;
}

static void finish_match(m2k_thread *t, const m2k_step *s,
                         m2k_thread *const *group) {
  bool undef = false;
  uint32_t alike = lanes_alike(group, s, t, &undef);
  uint32_t members = collect(group, s, 1).members;
  m2k_rv *to = &t->run->scratch[2 * t->lane];
  bool all = strstr(s->ir->text, ".all.");
  bool same = alike == members;
  to[0] = to[1] = m2k_rv_undef();
  if (undef)
    return;
  to[0] = m2k_rv_fresh(all && !same ? 0 : alike, 32);
  to[1] = m2k_rv_fresh(same, 1);
}

static uint64_t reduce(const char *name, uint64_t a, uint64_t b) {
  int32_t x = (int32_t)(uint32_t)a, y = (int32_t)(uint32_t)b;
  if (strstr(name, ".add"))
    return a + b;
  if (strstr(name, ".umin"))
    return a < b ? a : b;
  if (strstr(name, ".umax"))
    return a > b ? a : b;
  if (strstr(name, ".min"))
    return x < y ? a : b;
  if (strstr(name, ".max"))
    return x > y ? a : b;
  if (strstr(name, ".and"))
    return a & b;
  return strstr(name, ".xor") ? a ^ b : a | b;
}

/* llvm.nvvm.redux.sync.*: value, mask. */
static m2k_rv redux(m2k_thread *const *group, const m2k_step *s) {
  bool first = true;
  uint64_t r = 0;
  if (collect(group, s, 0).undef)
    return m2k_rv_undef();
  for (uint32_t i = 0; i < M2K_WARP; i++) {
    if (!group[i])
      continue;
    uint64_t v = group[i]->frame[s->a].bits;
    r = first ? v : reduce(s->ir->text, r, v);
    first = false;
  }
  return m2k_rv_fresh(r, 32);
}

static void finish_lane(m2k_thread *t, const m2k_step *s,
                        m2k_thread *const *group) {
  m2k_rv *to = &t->run->scratch[2 * t->lane];
  uint32_t members = 0;
  to[0] = to[1] = m2k_rv_undef();
  for (uint32_t i = 0; i < M2K_WARP; i++)
    members |= group[i] ? 1u << i : 0;
  if (s->ir->cls == M2K_CLASS_SHUFFLE)
    finish_shuffle(t, s, group);
  else if (s->ir->sub == M2K_CALL_MATCH)
    finish_match(t, s, group);
  else if (s->ir->sub == M2K_CALL_REDUX)
    to[0] = redux(group, s);
  else if (s->ir->sub == M2K_CALL_ACTIVEMASK)
    to[0] = m2k_rv_fresh(members, 32);
  else if (s->ir->cls == M2K_CLASS_VOTE)
    to[0] = vote(group, s);
}

/* All results are computed before any is written, since they are read from
 * the frames that they go to. */
void m2k_finish_group(m2k_thread *const *group, const m2k_step *s) {
  for (uint32_t i = 0; i < M2K_WARP; i++)
    if (group[i])
      finish_lane(group[i], s, group);
  for (uint32_t i = 0; i < M2K_WARP; i++) {
    m2k_thread *t = group[i];
    if (!t)
      continue;
    for (uint32_t k = 0; k < s->lanes && k < 2; k++)
      t->frame[s->dst + k] = t->run->scratch[2 * i + k];
    t->state = M2K_THREAD_RUN;
    t->pc++;
  }
}

void m2k_shuffle_alone(m2k_thread *t, const m2k_step *s) {
  m2k_thread *group[M2K_WARP] = {NULL};
  group[t->lane] = t;
  finish_shuffle(t, s, group);
  for (uint32_t k = 0; k < s->lanes && k < 2; k++)
    t->frame[s->dst + k] = t->run->scratch[2 * t->lane + k];
}
