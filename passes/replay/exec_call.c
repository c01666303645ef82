/* Calls by class, and inline assembly that only names registers. */
#include "passes/replay/machine.h"

static uint64_t special_register(const m2k_thread *t, m2k_callee id) {
  const m2k_replay_input *in = t->run->in;
  if (id <= M2K_CALL_TID_Z)
    return t->tid[id - M2K_CALL_TID_X];
  if (id <= M2K_CALL_NTID_Z)
    return in->block[id - M2K_CALL_NTID_X];
  if (id <= M2K_CALL_CTAID_Z)
    return t->run->block_idx[id - M2K_CALL_CTAID_X];
  if (id <= M2K_CALL_NCTAID_Z)
    return in->grid[id - M2K_CALL_NCTAID_X];
  return id == M2K_CALL_LANEID   ? t->lane
         : id == M2K_CALL_WARPID ? t->linear / 32
                                 : 32; /* WARPSIZE */
}

static void read_register(m2k_thread *t, const m2k_step *s) {
  m2k_callee id = (m2k_callee)s->ir->sub;
  if (id == M2K_CALL_CLOCK || id == M2K_CALL_SREG_OTHER || s->lanes != 1)
    m2k_undefine(t, s);
  else
    t->frame[s->dst] = m2k_rv_fresh(special_register(t, id), s->bits);
}

static void first_operand(m2k_thread *t, const m2k_step *s) {
  m2k_undefine(t, s);
  if (s->ir->op_count)
    memmove(&t->frame[s->dst], &t->frame[s->a], s->lanes * sizeof *t->frame);
}

bool m2k_exec_call(m2k_thread *t, const m2k_step *s) {
  switch (s->ir->cls) {
  case M2K_CLASS_SREG:
    read_register(t, s);
    return false;
  case M2K_CLASS_BARRIER:
  case M2K_CLASS_SHUFFLE:
  case M2K_CLASS_VOTE:
    return m2k_exec_sync(t, s);
  case M2K_CLASS_INT:
    m2k_exec_intcall(t, s);
    return false;
  case M2K_CLASS_FLOAT:
    m2k_exec_math(t, s);
    return false;
  case M2K_CLASS_NORETURN:
    t->state = M2K_THREAD_DONE;
    return true;
  case M2K_CLASS_NOP:
    m2k_undefine(t, s);
    return false;
  case M2K_CLASS_VALUE:
    first_operand(t, s);
    return false;
  default:
    m2k_stop(t->run, M2K_REPLAY_UNSUPPORTED, "call of '%s'", s->ir->text);
    return true;
  }
}

/* Registers that "mov.u32 $0, %…;" reads. */
static bool register_by_name(const char *name, m2k_callee *id) {
  static const struct {
    const char *name;
    m2k_callee id;
  } rows[] = {
      {"%laneid;", M2K_CALL_LANEID},   {"%warpid;", M2K_CALL_WARPID},
      {"%tid.x;", M2K_CALL_TID_X},     {"%tid.y;", M2K_CALL_TID_Y},
      {"%tid.z;", M2K_CALL_TID_Z},     {"%ntid.x;", M2K_CALL_NTID_X},
      {"%ctaid.x;", M2K_CALL_CTAID_X}, {"%ctaid.y;", M2K_CALL_CTAID_Y},
      {"%ctaid.z;", M2K_CALL_CTAID_Z}, {"%nctaid.x;", M2K_CALL_NCTAID_X},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].name, name)) {
      *id = rows[i].id;
      return true;
    }
  return false;
}

void m2k_exec_asm(m2k_thread *t, const m2k_step *s) {
  m2k_callee id;
  const char *text = s->ir->text;
  if (s->ir->sub) {
    m2k_stop(t->run, M2K_REPLAY_UNSUPPORTED,
             "instruction %u: inline assembly with a memory operand", s->inst);
    return;
  }
  bool tied = !*text && s->ir->op_count == 1 && s->lanes == 1 &&
              strstr(s->ir->text2, ",0");
  /* Clang writes % as %%, and LLVM keeps one. */
  const char *reg = m2k_starts_with(text, "mov.u32 $0, ")
                        ? text + strlen("mov.u32 $0, ")
                        : "";
  if (m2k_starts_with(reg, "%%"))
    reg++;
  m2k_undefine(t, s);
  if (tied)
    t->frame[s->dst] = t->frame[s->a];
  else if (s->lanes == 1 && register_by_name(reg, &id))
    t->frame[s->dst] = m2k_rv_fresh(special_register(t, id), 32);
}
