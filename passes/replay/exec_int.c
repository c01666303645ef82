/* Integers up to 64 bits, on machine and exact values; see replay.h. */
#include "passes/replay/machine.h"

m2k_rv m2k_rv_make(uint64_t bits, unsigned width, m2k_i128 exact, bool huge) {
  m2k_rv r = {.bits = bits & m2k_mask(width), .exact = exact};
  m2k_i128 limit = m2k_exact_limit();
  if (huge || exact >= limit || exact <= -limit) {
    r.flags |= M2K_RV_HUGE;
    r.exact = exact < 0 ? -limit : limit; /* its sign is what is left */
  }
  return r;
}

static bool any_huge(const m2k_rv *a, const m2k_rv *b) {
  return (a->flags | b->flags) & M2K_RV_HUGE;
}

static m2k_rv add_sub(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                      const m2k_rv *b) {
  bool minus = s->op == M2K_OP_SUB;
  if (s->bits == 1) /* of two truth values: exclusive or */
    return m2k_rv_fresh(a->bits ^ b->bits, 1);
  m2k_rv r = m2k_rv_make(minus ? a->bits - b->bits : a->bits + b->bits, s->bits,
                         minus ? a->exact - b->exact : a->exact + b->exact,
                         any_huge(a, b));
  if (!b->prov)
    r.prov = a->prov;
  else if (!minus && !a->prov)
    r.prov = b->prov;
  m2k_wrap_history(run, s, a, b, &r);
  return r;
}

static m2k_rv mul(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                  const m2k_rv *b) {
  m2k_i128 exact;
  if (s->bits == 1)
    return m2k_rv_fresh(a->bits & b->bits, 1);
  bool fits = m2k_exact_mul(a->exact, b->exact, &exact);
  if (!fits)
    exact = (a->exact < 0) == (b->exact < 0) ? 1 : -1; /* its sign */
  bool zero = !any_huge(a, b) && fits && exact == 0;
  m2k_rv r = m2k_rv_make(a->bits * b->bits, s->bits, exact,
                         !zero && (!fits || any_huge(a, b)));
  m2k_wrap_history(run, s, a, b, &r);
  return r;
}

static m2k_rv shl(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                  const m2k_rv *b) {
  if (b->bits >= s->bits)
    return m2k_rv_undef();
  m2k_i128 exact;
  bool fits = m2k_exact_mul(a->exact, (m2k_i128)1 << (unsigned)b->bits, &exact);
  if (!fits)
    exact = a->exact < 0 ? -1 : 1;
  m2k_rv r = m2k_rv_make(a->bits << b->bits, s->bits, exact,
                         !fits || (a->flags & M2K_RV_HUGE));
  m2k_wrap_history(run, s, a, a, &r);
  return r;
}

static m2k_i128 floor_shift(m2k_i128 a, unsigned by) {
  return a >= 0 ? a >> by : -((-a - 1) >> by) - 1;
}

static m2k_rv shift_right(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                          const m2k_rv *b) {
  bool arithmetic = s->op == M2K_OP_ASHR;
  unsigned by = (unsigned)b->bits;
  if (b->bits >= s->bits)
    return m2k_rv_undef();
  uint64_t bits = arithmetic ? (uint64_t)(m2k_signed(a->bits, s->bits) >> by)
                             : a->bits >> by;
  uint32_t packed = a->flags & M2K_RV_PACKED;
  if (packed || (!arithmetic && a->exact < 0)) {
    m2k_rv r = m2k_rv_fresh(bits, s->bits);
    r.flags |= packed;
    return r;
  }
  m2k_rv r = m2k_rv_make(bits, s->bits, floor_shift(a->exact, by),
                         a->flags & M2K_RV_HUGE);
  uint32_t def = run->def_of[s->ir->ops[0]];
  r.wrap_s = r.wrap_u = arithmetic ? m2k_read_signed(run, a, s->bits, def)
                                   : m2k_read_unsigned(run, a, s->bits, def);
  return r;
}

static uint64_t machine_divide(const m2k_step *s, uint64_t a, uint64_t b) {
  int64_t sa = m2k_signed(a, s->bits), sb = m2k_signed(b, s->bits);
  switch (s->op) {
  case M2K_OP_UDIV:
    return a / b;
  case M2K_OP_UREM:
    return a % b;
  case M2K_OP_SDIV: /* the smallest number by -1 wraps */
    return sb == -1 ? 0 - (uint64_t)sa : (uint64_t)(sa / sb);
  default:
    return sb == -1 ? 0 : (uint64_t)(sa % sb);
  }
}

static m2k_rv divide(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                     const m2k_rv *b) {
  if (!b->bits)
    return m2k_rv_undef();
  uint64_t bits = machine_divide(s, a->bits, b->bits);
  bool is_signed = s->op == M2K_OP_SDIV || s->op == M2K_OP_SREM;
  if (s->op == M2K_OP_UREM || !b->exact || (b->flags & M2K_RV_HUGE) ||
      (!is_signed && (a->exact < 0 || b->exact < 0)))
    return m2k_rv_fresh(bits, s->bits);
  bool rest = s->op == M2K_OP_SREM;
  m2k_rv r = m2k_rv_make(bits, s->bits,
                         rest ? a->exact % b->exact : a->exact / b->exact,
                         !rest && (a->flags & M2K_RV_HUGE));
  uint32_t da = run->def_of[s->ir->ops[0]], db = run->def_of[s->ir->ops[1]];
  uint32_t first = is_signed ? m2k_read_signed(run, a, s->bits, da)
                             : m2k_read_unsigned(run, a, s->bits, da);
  if (!first)
    first = is_signed ? m2k_read_signed(run, b, s->bits, db)
                      : m2k_read_unsigned(run, b, s->bits, db);
  m2k_i128 read = m2k_read_as(r.bits, s->bits, is_signed);
  if (!first && read != r.exact) /* the smallest number by -1 */
    first = m2k_wrap_new(run, s->inst, read, r.exact, false, s->bits);
  r.wrap_s = r.wrap_u = first;
  return r;
}

/* Value modulo 2^k of an exact number, never negative. */
static m2k_i128 low_bits(const m2k_rv *v, uint64_t mask) {
  if (v->flags & M2K_RV_HUGE)
    return (m2k_i128)(v->bits & mask);
  return (m2k_i128)((uint64_t)(m2k_u128)v->exact & mask);
}

static m2k_rv bit_and(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                      const m2k_rv *b) {
  const m2k_rv *v = a, *mask = b;
  uint32_t op = 0;
  if (m2k_value_of(run->fn, s->ir->ops[0])->kind == M2K_VALUE_INT) {
    v = b, mask = a;
    op = 1;
  }
  bool is_const =
      m2k_value_of(run->fn, s->ir->ops[1 - op])->kind == M2K_VALUE_INT;
  if (is_const && mask->bits == m2k_mask(s->bits))
    return *v;
  m2k_rv r = m2k_rv_fresh(a->bits & b->bits, s->bits);
  r.flags |= v->flags & M2K_RV_PACKED;
  if (is_const && !(mask->bits & (mask->bits + 1)) &&
      !(v->flags & M2K_RV_PACKED)) {
    r = m2k_rv_make(a->bits & b->bits, s->bits, low_bits(v, mask->bits), false);
    if (r.exact != (m2k_i128)r.bits)
      r.wrap_s = r.wrap_u =
          m2k_read_unsigned(run, v, s->bits, run->def_of[s->ir->ops[op]]);
  } else if (m2k_signed(mask->bits, s->bits) < 0) {
    r.prov = v->prov; /* an address rounded down */
  }
  return r;
}

static m2k_rv bit_or(const m2k_step *s, const m2k_rv *a, const m2k_rv *b) {
  uint64_t bits = s->op == M2K_OP_OR ? a->bits | b->bits : a->bits ^ b->bits;
  m2k_rv r = m2k_rv_fresh(bits, s->bits);
  r.flags |= s->packed ? M2K_RV_PACKED : 0;
  if (!a->prov || !b->prov)
    r.prov = a->prov | b->prov;
  return r;
}

bool m2k_compare(m2k_pred pred, uint64_t a, uint64_t b, unsigned width) {
  int64_t sa = m2k_signed(a, width), sb = m2k_signed(b, width);
  switch (pred) {
  case M2K_EQ:
    return a == b;
  case M2K_NE:
    return a != b;
  case M2K_UGT:
    return a > b;
  case M2K_UGE:
    return a >= b;
  case M2K_ULT:
    return a < b;
  case M2K_ULE:
    return a <= b;
  case M2K_SGT:
    return sa > sb;
  case M2K_SGE:
    return sa >= sb;
  case M2K_SLT:
    return sa < sb;
  default:
    return sa <= sb;
  }
}

static m2k_rv extend(m2k_run *run, const m2k_step *s, const m2k_rv *a) {
  bool is_signed = s->op == M2K_OP_SEXT;
  uint64_t bits = is_signed ? (uint64_t)m2k_signed(a->bits, s->from) : a->bits;
  if (!is_signed && (a->flags & M2K_RV_FRESH))
    return m2k_rv_make(bits, s->bits, (m2k_i128)bits, false);
  m2k_rv r = m2k_rv_make(bits, s->bits, a->exact, a->flags & M2K_RV_HUGE);
  r.prov = a->prov;
  uint32_t def = run->def_of[s->ir->ops[0]];
  r.wrap_s = r.wrap_u = is_signed ? m2k_read_signed(run, a, s->from, def)
                                  : m2k_read_unsigned(run, a, s->from, def);
  return r;
}

static m2k_rv truncate(m2k_run *run, const m2k_step *s, const m2k_rv *a) {
  if (s->bits < 32 || (a->flags & M2K_RV_PACKED))
    return m2k_rv_fresh(a->bits, s->bits);
  m2k_rv r = m2k_rv_make(a->bits, s->bits, a->exact, a->flags & M2K_RV_HUGE);
  r.prov = a->prov; /* shared addresses are used in 32 bits */
  m2k_wrap_history(run, s, a, a, &r);
  return r;
}

static m2k_rv pointer_cast(const m2k_step *s, const m2k_rv *a) {
  m2k_rv r = *a;
  r.bits &= m2k_mask(s->bits);
  r.flags &= ~(uint32_t)M2K_RV_FRESH;
  return r;
}

static m2k_rv compare(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                      const m2k_rv *b) {
  bool is = m2k_compare((m2k_pred)s->ir->sub, a->bits, b->bits, s->from);
  m2k_rv r = m2k_rv_fresh(is, 1);
  r.decider = m2k_wrap_decides(run, s, a, b, is);
  return r;
}

static m2k_rv unary(m2k_run *run, const m2k_step *s, const m2k_rv *a) {
  switch (s->op) {
  case M2K_OP_SEXT:
  case M2K_OP_ZEXT:
    return extend(run, s, a);
  case M2K_OP_TRUNC:
    return truncate(run, s, a);
  case M2K_OP_FREEZE:
    return *a;
  default:
    return pointer_cast(s, a);
  }
}

static m2k_rv binary(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                     const m2k_rv *b) {
  switch (s->op) {
  case M2K_OP_ADD:
  case M2K_OP_SUB:
    return add_sub(run, s, a, b);
  case M2K_OP_MUL:
    return mul(run, s, a, b);
  case M2K_OP_SHL:
    return shl(run, s, a, b);
  case M2K_OP_LSHR:
  case M2K_OP_ASHR:
    return shift_right(run, s, a, b);
  case M2K_OP_AND:
    return bit_and(run, s, a, b);
  case M2K_OP_OR:
  case M2K_OP_XOR:
    return bit_or(s, a, b);
  case M2K_OP_ICMP:
    return compare(run, s, a, b);
  default:
    return divide(run, s, a, b);
  }
}

/* A small number without history: non-negative in either reading. */
static bool is_small(const m2k_rv *v, unsigned width) {
  return !(v->flags & ~(uint32_t)M2K_RV_FRESH) && !v->prov && !v->wrap_s &&
         !v->wrap_u && !v->decider && v->exact >= 0 &&
         v->exact == (m2k_i128)v->bits && v->bits <= m2k_mask(width - 1);
}

static void set_small(m2k_rv *to, uint64_t bits) {
  to->exact = (m2k_i128)bits;
  to->bits = bits;
  to->prov = to->wrap_s = to->wrap_u = to->flags = to->decider = 0;
}

/*
 * The common cases, all small numbers, written field by field: nearly all
 * of a run. Gives the same as `binary` and `unary` would, or false.
 */
static bool exec_small(const m2k_step *s, const m2k_rv *a, const m2k_rv *b,
                       m2k_rv *to) {
  uint64_t r;
  if (s->from < 2 || !is_small(a, s->from) || !is_small(b, s->from))
    return false;
  switch (s->op) {
  case M2K_OP_ADD:
    r = a->bits + b->bits;
    break;
  case M2K_OP_SUB:
    r = a->bits - b->bits;
    break;
  case M2K_OP_MUL:
    if (__builtin_mul_overflow(a->bits, b->bits, &r))
      return false;
    break;
  case M2K_OP_SEXT:
  case M2K_OP_ZEXT:
    r = a->bits;
    break;
  case M2K_OP_ICMP:
    r = m2k_compare((m2k_pred)s->ir->sub, a->bits, b->bits, s->from);
    set_small(to, r);
    to->exact = r ? -1 : 0;
    to->flags = M2K_RV_FRESH;
    return true;
  default:
    return false;
  }
  if (r > m2k_mask(s->bits - 1u)) /* wraps, or is negative */
    return false;
  set_small(to, r);
  return true;
}

void m2k_exec_int(m2k_thread *t, const m2k_step *s) {
  bool two = s->ir->op_count > 1;
  for (uint32_t i = 0; i < s->lanes; i++) {
    const m2k_rv *a = &t->frame[s->a + i];
    const m2k_rv *b = two ? &t->frame[s->b + i] : a;
    m2k_rv *to = &t->frame[s->dst + i];
    if (exec_small(s, a, b, to))
      continue;
    uint32_t decider = a->decider ? a->decider : b->decider;
    if ((a->flags | b->flags) & M2K_RV_UNDEF)
      *to = m2k_rv_undef();
    else if (two)
      *to = binary(t->run, s, a, b);
    else
      *to = unary(t->run, s, a);
    if (!to->decider)
      to->decider = decider;
  }
}

void m2k_exec_gep(m2k_thread *t, const m2k_step *s) {
  m2k_run *run = t->run;
  const m2k_rv *base = &t->frame[s->a];
  m2k_rv r = *base;
  bool huge = base->flags & M2K_RV_HUGE;
  uint32_t wrap = base->wrap_u ? base->wrap_u : base->wrap_s;
  uint32_t decider = base->decider;
  r.bits += (uint64_t)s->ir->imm[0];
  r.exact += s->ir->imm[0];
  uint32_t undef = base->flags & M2K_RV_UNDEF;
  for (uint32_t i = 1; i < s->ir->op_count; i++) {
    const m2k_rv *index = m2k_slot(t, s, i);
    unsigned width = m2k_operand_type(run, s, i)->bits;
    m2k_i128 step;
    undef |= index->flags & M2K_RV_UNDEF;
    huge |= !m2k_exact_mul(index->exact, s->ir->imm[i], &step);
    huge |= (index->flags & M2K_RV_HUGE) != 0;
    r.bits +=
        (uint64_t)m2k_signed(index->bits, width) * (uint64_t)s->ir->imm[i];
    r.exact += step;
    if (!wrap && !undef)
      wrap = m2k_read_signed(run, index, width, run->def_of[s->ir->ops[i]]);
    decider = decider ? decider : index->decider;
  }
  m2k_rv *to = &t->frame[s->dst];
  *to = m2k_rv_make(r.bits, s->bits, r.exact, huge);
  to->flags |= undef;
  to->prov = base->prov;
  to->wrap_s = to->wrap_u = wrap;
  to->decider = decider;
}
