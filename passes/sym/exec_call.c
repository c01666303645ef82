/*
 * Calls: special registers, barriers, warp primitives, integer functions,
 * opaque floats, and what is not known.
 */
#include "passes/sym/engine.h"

#include <string.h>

static m2k_type result_type(m2k_exec *x, const m2k_inst *in) {
  return in->result == M2K_NONE ? in->type
                                : m2k_value_of(x->fn, in->result)->type;
}

static m2k_sval plain(m2k_exec *x, m2k_term t, m2k_type type) {
  return m2k_sval_int(x, t, t, m2k_type_of(x->fn, type)->bits);
}

/* ---- special registers (PTX ISA, "Special Registers") ---- */

static m2k_term linear_thread(m2k_exec *x) {
  m2k_bank *bank = x->bank;
  const m2k_term *s = x->sum->sregs;
  m2k_term row = m2k_add(bank, s[M2K_CALL_TID_Y],
                         m2k_mul(bank, s[M2K_CALL_NTID_Y], s[M2K_CALL_TID_Z]));
  return m2k_add(bank, s[M2K_CALL_TID_X],
                 m2k_mul(bank, s[M2K_CALL_NTID_X], row));
}

static m2k_sval special_register(m2k_exec *x, const m2k_inst *in) {
  m2k_type type = result_type(x, in);
  m2k_term warp = m2k_const(x->bank, 32);
  switch (in->sub) {
  case M2K_CALL_LANEID:
    return plain(x, m2k_mod(x->bank, linear_thread(x), warp), type);
  case M2K_CALL_WARPID:
    return plain(x, m2k_div(x->bank, linear_thread(x), warp), type);
  case M2K_CALL_WARPSIZE:
    return plain(x, warp, type);
  default:
    if (in->sub <= M2K_CALL_NCTAID_Z)
      return plain(x, x->sum->sregs[in->sub], type);
    return m2k_sval_lost(x, type, M2K_LOSS_CLOCK, in->text);
  }
}

/* ---- barriers and warp primitives ---- */

static m2k_sval barrier(m2k_exec *x, const m2k_inst *in) {
  m2k_event_add(x, M2K_EVENT_BARRIER);
  m2k_memory_sync(x);
  if (in->result == M2K_NONE)
    return (m2k_sval){0};
  return m2k_sval_lost(x, result_type(x, in), M2K_LOSS_LANE, in->text);
}

/* The operand as some lane of the warp computes it: a term over its own thread
 * registers. Which lane is not followed; when the source lane is outside its
 * segment the own value comes back (PTX ISA, shfl.sync), which the renaming
 * includes. */
static m2k_sval other_lane(m2k_exec *x, m2k_sval v, m2k_type type) {
  if (v.kind == M2K_SVAL_INT) {
    m2k_copy *copy = m2k_copy_thread(x, true);
    m2k_term t = m2k_copy_term(copy, m2k_sval_signed(x, v));
    m2k_copy_free(copy);
    return m2k_sval_restart(x, t, v.width);
  }
  return m2k_sval_opaque(x, type);
}

static m2k_sval shuffle(m2k_exec *x, const m2k_inst *in) {
  m2k_type type = result_type(x, in);
  const m2k_type_info *ti = m2k_type_of(x->fn, type);
  m2k_sval v = m2k_op_value(x, in, 1);
  if (ti->kind != M2K_TY_STRUCT)
    return other_lane(x, v, type);
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, 2);
  elems[0] = other_lane(x, v, ti->fields[0]);
  elems[1] = m2k_sval_opaque(x, ti->fields[1]);
  return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = 2};
}

static m2k_sval vote(m2k_exec *x, const m2k_inst *in) {
  m2k_sval v = m2k_sval_opaque(x, result_type(x, in));
  if (v.kind == M2K_SVAL_INT)
    m2k_ledger_add(x, M2K_LOSS_LANE, v.m, in->text);
  return v;
}

/* ---- integer functions ---- */

/* min and max choose one operand: its exact value goes along. */
static m2k_sval choose(m2k_exec *x, m2k_sval a, m2k_sval b, bool is_signed,
                       bool smaller) {
  m2k_term ta = is_signed ? m2k_sval_signed(x, a) : m2k_sval_unsigned(x, a);
  m2k_term tb = is_signed ? m2k_sval_signed(x, b) : m2k_sval_unsigned(x, b);
  m2k_term m = smaller ? m2k_min(x->bank, ta, tb) : m2k_max(x->bank, ta, tb);
  m2k_term first = smaller ? m2k_le(x->bank, ta, tb) : m2k_le(x->bank, tb, ta);
  m2k_term e = a.e == ta && b.e == tb ? m : m2k_ite(x->bank, first, a.e, b.e);
  m2k_sval v = m2k_sval_int(x, m, e, a.width);
  v.fresh = m2k_ite(x->bank, first, a.fresh, b.fresh);
  return v;
}

static m2k_sval absolute(m2k_exec *x, m2k_sval a) {
  m2k_term t = m2k_sval_signed(x, a), zero = m2k_const(x->bank, 0);
  m2k_term neg = m2k_lt(x->bank, t, zero);
  m2k_term m = m2k_ite(x->bank, neg, m2k_neg(x->bank, t), t);
  m2k_term e = a.e == t ? m : m2k_ite(x->bank, neg, m2k_neg(x->bank, a.e), a.e);
  return m2k_sval_int(x, m, e, a.width);
}

static m2k_sval bit_count(m2k_exec *x, const m2k_inst *in, m2k_sval a) {
  m2k_app fn = in->sub == M2K_CALL_CTPOP  ? M2K_APP_POPC
               : in->sub == M2K_CALL_CTLZ ? M2K_APP_CLZ
                                          : M2K_APP_CTZ;
  m2k_term arg = m2k_sval_unsigned(x, a);
  m2k_term t = m2k_apply(x->bank, fn, a.width, &arg, 1, 0, a.width);
  if (in->sub == M2K_CALL_FFS) { /* 1 + index of the lowest one, 0 for 0 */
    t = m2k_min(x->bank, t, m2k_const(x->bank, a.width - 1));
    t = m2k_ite(x->bank, m2k_eq(x->bank, arg, m2k_const(x->bank, 0)),
                m2k_const(x->bank, 0), m2k_offset(x->bank, t, 1));
  }
  return m2k_sval_restart(x, t, m2k_type_of(x->fn, result_type(x, in))->bits);
}

static m2k_sval high_product(m2k_exec *x, m2k_sval a, m2k_sval b,
                             bool is_signed) {
  m2k_term ta = is_signed ? m2k_sval_signed(x, a) : m2k_sval_unsigned(x, a);
  m2k_term tb = is_signed ? m2k_sval_signed(x, b) : m2k_sval_unsigned(x, b);
  return m2k_sval_restart(x,
                          m2k_div(x->bank, m2k_mul(x->bank, ta, tb),
                                  m2k_const(x->bank, (m2k_i128)1 << a.width)),
                          a.width);
}

/* {result, overflowed} of llvm.*.with.overflow: the result is the wrapped one,
 * but its exact value passes on. */
static m2k_sval checked(m2k_exec *x, const m2k_inst *in, m2k_sval a,
                        m2k_sval b) {
  m2k_bank *bank = x->bank;
  bool is_signed = in->sub == M2K_CALL_SADD_OVERFLOW ||
                   in->sub == M2K_CALL_SSUB_OVERFLOW ||
                   in->sub == M2K_CALL_SMUL_OVERFLOW;
  m2k_term (*op)(m2k_bank *, m2k_term, m2k_term) =
      in->sub == M2K_CALL_SADD_OVERFLOW || in->sub == M2K_CALL_UADD_OVERFLOW
          ? m2k_add
      : in->sub == M2K_CALL_SSUB_OVERFLOW || in->sub == M2K_CALL_USUB_OVERFLOW
          ? m2k_sub
          : m2k_mul;
  m2k_term ta = is_signed ? m2k_sval_signed(x, a) : m2k_sval_unsigned(x, a);
  m2k_term tb = is_signed ? m2k_sval_signed(x, b) : m2k_sval_unsigned(x, b);
  m2k_term t = op(bank, ta, tb);
  m2k_term wrapped =
      is_signed ? m2k_swrap(bank, t, a.width) : m2k_uwrap(bank, t, a.width);
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, 2);
  elems[0] = m2k_sval_int(x, t, op(bank, a.e, b.e), a.width);
  elems[1] = m2k_sval_bool(x, m2k_ne(bank, t, wrapped));
  return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = 2};
}

static m2k_sval saturating(m2k_exec *x, const m2k_inst *in, m2k_sval a,
                           m2k_sval b) {
  m2k_bank *bank = x->bank;
  m2k_term ta = m2k_sval_unsigned(x, a), tb = m2k_sval_unsigned(x, b);
  m2k_term top = m2k_const(bank, ((m2k_i128)1 << a.width) - 1);
  m2k_term t = in->sub == M2K_CALL_UADD_SAT
                   ? m2k_min(bank, m2k_add(bank, ta, tb), top)
                   : m2k_max(bank, m2k_sub(bank, ta, tb), m2k_const(bank, 0));
  return m2k_sval_restart(x, t, a.width);
}

/* llvm.fshl/fshr with a constant amount: bits of hi:lo. */
static m2k_sval funnel(m2k_exec *x, const m2k_inst *in, m2k_sval hi,
                       m2k_sval lo, m2k_sval amount) {
  m2k_bank *bank = x->bank;
  m2k_i128 k;
  if (!m2k_is_const(bank, m2k_sval_unsigned(x, amount), &k))
    return m2k_sval_lost(x, result_type(x, in), M2K_LOSS_FUNCTION, in->text);
  uint32_t w = hi.width, by = (uint32_t)(k % w);
  if (in->sub == M2K_CALL_FSHR)
    by = (w - by) % w;
  if (by == 0)
    return in->sub == M2K_CALL_FSHR ? lo : hi;
  m2k_term h = m2k_scale(bank, hi.m, (m2k_i128)1 << by);
  m2k_term l = m2k_div(bank, m2k_sval_unsigned(x, lo),
                       m2k_const(bank, (m2k_i128)1 << (w - by)));
  return m2k_sval_restart(x, m2k_add(bank, h, l), w);
}

static m2k_sval in_space(m2k_exec *x, const m2k_inst *in, m2k_sval p) {
  if (p.kind != M2K_SVAL_PTR || p.count != 1 || p.alts[0].region == M2K_NONE)
    return m2k_sval_opaque(x, result_type(x, in));
  m2k_space space = x->sum->regions.at[p.alts[0].region].space;
  bool yes = strstr(in->text, "shared")
                 ? space == M2K_REGION_SHARED || space == M2K_REGION_DYNAMIC
             : strstr(in->text, "local") ? space == M2K_REGION_LOCAL
             : strstr(in->text, "const") ? space == M2K_REGION_CONSTANT
                                         : space == M2K_REGION_GLOBAL;
  return m2k_sval_bool(x, m2k_bool(x->bank, yes));
}

static m2k_sval int_call(m2k_exec *x, const m2k_inst *in) {
  m2k_sval a = m2k_op_value(x, in, 0), none = {0};
  m2k_sval b = in->op_count > 1 ? m2k_op_value(x, in, 1) : none;
  if (in->sub == M2K_CALL_ISSPACEP)
    return in_space(x, in, a);
  if (in->sub == M2K_CALL_INT_OPAQUE) {
    m2k_sval v = m2k_function_value(
        x, in, m2k_tag(M2K_TAG_CALL, m2k_name_number(x, in->text), 0));
    if (v.kind == M2K_SVAL_INT)
      m2k_ledger_add(x, M2K_LOSS_FLOAT_TO_INT, v.m, in->text);
    return v;
  }
  if (a.kind != M2K_SVAL_INT)
    return m2k_sval_lost(x, result_type(x, in), M2K_LOSS_FUNCTION, in->text);
  switch (in->sub) {
  case M2K_CALL_SMIN:
    return choose(x, a, b, true, true);
  case M2K_CALL_SMAX:
    return choose(x, a, b, true, false);
  case M2K_CALL_UMIN:
    return choose(x, a, b, false, true);
  case M2K_CALL_UMAX:
    return choose(x, a, b, false, false);
  case M2K_CALL_ABS:
    return absolute(x, a);
  case M2K_CALL_CTPOP:
  case M2K_CALL_CTLZ:
  case M2K_CALL_CTTZ:
  case M2K_CALL_FFS:
    return bit_count(x, in, a);
  case M2K_CALL_UMULHI:
  case M2K_CALL_SMULHI:
    return high_product(x, a, b, in->sub == M2K_CALL_SMULHI);
  case M2K_CALL_UADD_SAT:
  case M2K_CALL_USUB_SAT:
    return saturating(x, in, a, b);
  case M2K_CALL_FSHL:
  case M2K_CALL_FSHR:
    return funnel(x, in, a, b, m2k_op_value(x, in, 2));
  case M2K_CALL_SADD_OVERFLOW:
  case M2K_CALL_UADD_OVERFLOW:
  case M2K_CALL_SSUB_OVERFLOW:
  case M2K_CALL_USUB_OVERFLOW:
  case M2K_CALL_SMUL_OVERFLOW:
  case M2K_CALL_UMUL_OVERFLOW:
    return checked(x, in, a, b);
  default: {
    m2k_sval v = m2k_function_value(
        x, in, m2k_tag(M2K_TAG_CALL, m2k_name_number(x, in->text), 0));
    if (v.kind == M2K_SVAL_INT)
      m2k_ledger_add(x, M2K_LOSS_FUNCTION, v.m, in->text);
    return v;
  }
  }
}

/* ---- everything else ---- */

uint32_t m2k_name_number(m2k_exec *x, const char *name) {
  uint64_t n;
  if (!m2k_map_get_str(x->names, name, &n)) {
    n = m2k_map_len(x->names) + 1;
    m2k_map_put_str(x->names, name, n);
  }
  return (uint32_t)n;
}

static bool clobbers_memory(const m2k_inst *in) {
  return in->op == M2K_OP_ASM && in->text2 && strstr(in->text2, "~{memory}");
}

bool m2k_sx_is_opaque(const m2k_inst *in) {
  return in->op == M2K_OP_UNKNOWN || (in->op == M2K_OP_ASM && in->sub) ||
         (in->op == M2K_OP_CALL && in->cls == M2K_CLASS_UNKNOWN);
}

bool m2k_sx_is_barrier(const m2k_inst *in) {
  return clobbers_memory(in) || in->op == M2K_OP_FENCE ||
         (in->op == M2K_OP_CALL &&
          (in->cls == M2K_CLASS_BARRIER || in->sub == M2K_CALL_MEMBAR));
}

/* What may touch memory hides accesses, and the rest of the contents is
 * unknown afterwards. */
static m2k_sval unknown_call(m2k_exec *x, const m2k_inst *in, m2k_loss loss) {
  uint32_t entry = m2k_ledger_add(x, loss, M2K_NO_TERM, in->text);
  m2k_event_add(x, M2K_EVENT_UNKNOWN)->ledger = entry;
  m2k_memory_havoc_all(x);
  if (in->result == M2K_NONE)
    return (m2k_sval){0};
  return m2k_sval_lost(x, result_type(x, in), loss, in->text);
}

static m2k_sval assembly(m2k_exec *x, const m2k_inst *in) {
  if (in->sub)
    return unknown_call(x, in, M2K_LOSS_ASM);
  if (clobbers_memory(in)) {
    m2k_event_add(x, M2K_EVENT_BARRIER);
    m2k_memory_sync(x);
  }
  if (in->result == M2K_NONE)
    return (m2k_sval){0};
  return m2k_sval_opaque(x, result_type(x, in));
}

m2k_sval m2k_sx_call(m2k_exec *x, const m2k_inst *in) {
  if (in->op == M2K_OP_ASM)
    return assembly(x, in);
  switch (in->cls) {
  case M2K_CLASS_SREG:
    return special_register(x, in);
  case M2K_CLASS_BARRIER:
    return barrier(x, in);
  case M2K_CLASS_SHUFFLE:
    return shuffle(x, in);
  case M2K_CLASS_VOTE:
    return vote(x, in);
  case M2K_CLASS_INT:
    return int_call(x, in);
  case M2K_CLASS_FLOAT:
    return m2k_function_value(
        x, in, m2k_tag(M2K_TAG_CALL, m2k_name_number(x, in->text), 0));
  case M2K_CLASS_VALUE:
    return m2k_op_value(x, in, 0);
  case M2K_CLASS_NORETURN:
    x->path[x->block] = m2k_false(x->bank);
    x->trapped = true;
    return (m2k_sval){0};
  case M2K_CLASS_NOP:
    if (in->sub == M2K_CALL_MEMBAR)
      m2k_memory_sync(x);
    if (in->result == M2K_NONE)
      return (m2k_sval){0};
    return m2k_sval_opaque(x, result_type(x, in));
  default:
    return unknown_call(x, in, M2K_LOSS_CALL);
  }
}

m2k_sval m2k_sx_unknown(m2k_exec *x, const m2k_inst *in) {
  return unknown_call(x, in, M2K_LOSS_INSTRUCTION);
}
