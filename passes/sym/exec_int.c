/*
 * Integer instructions. Machine and exact values follow ARCHITECTURE's shadow
 * run and passes/replay/replay.h: ring operations act on both alike, division
 * and right shifts read their operands, everything else restarts the exact
 * value at the machine value.
 */
#include "passes/sym/engine.h"

static m2k_i128 pow2(uint32_t k) { return (m2k_i128)1 << k; }

/* True when v is one constant, in *value as an unsigned w-bit number. */
static bool const_bits(m2k_exec *x, m2k_sval v, uint64_t *value) {
  m2k_i128 c;
  if (v.kind != M2K_SVAL_INT || !m2k_is_const(x->bank, v.m, &c))
    return false;
  uint64_t mask = v.width >= 64 ? UINT64_MAX : ((uint64_t)1 << v.width) - 1;
  *value = (uint64_t)c & mask;
  return true;
}

static m2k_sval ring(m2k_exec *x, const m2k_inst *in, m2k_sval a, m2k_sval b,
                     m2k_term (*op)(m2k_bank *, m2k_term, m2k_term)) {
  (void)in;
  m2k_term m = op(x->bank, a.m, b.m);
  m2k_term e = a.e == a.m && b.e == b.m ? m : op(x->bank, a.e, b.e);
  return m2k_sval_int(x, m, e, a.width);
}

/* 2^amount as a term; the amount is below the width (PTX shl clamps, LLVM
 * leaves larger ones undefined). */
static m2k_term shift_factor(m2k_exec *x, m2k_sval amount) {
  uint64_t k;
  if (const_bits(x, amount, &k))
    return m2k_const(x->bank, k < amount.width ? pow2((uint32_t)k) : 0);
  m2k_term t = m2k_sval_unsigned(x, amount);
  return m2k_apply(x->bank, M2K_APP_POW2, amount.width, &t, 1, 0,
                   pow2(amount.width - 1));
}

static m2k_sval shl(m2k_exec *x, m2k_sval a, m2k_sval b) {
  m2k_term f = shift_factor(x, b);
  m2k_term m = m2k_mul(x->bank, a.m, f);
  m2k_term e = a.e == a.m ? m : m2k_mul(x->bank, a.e, f);
  return m2k_sval_int(x, m, e, a.width);
}

/* Floor division of an unsigned machine value; a negative exact value restarts
 * (replay.h). */
static m2k_sval unsigned_div(m2k_exec *x, m2k_sval a, m2k_term b,
                             m2k_term b_exact) {
  m2k_bank *bank = x->bank;
  m2k_term read = m2k_sval_unsigned(x, a);
  m2k_term m = m2k_div(bank, read, b);
  if (a.e == read && b == b_exact)
    return m2k_sval_int(x, m, m, a.width);
  /* of a fresh value it is the quotient of what was read, either way */
  if (a.fresh == m2k_true(bank) && b == b_exact)
    return m2k_sval_restart(x, m, a.width);
  m2k_term zero = m2k_const(bank, 0);
  m2k_term ok =
      m2k_and(bank, m2k_le(bank, zero, a.e), m2k_lt(bank, zero, b_exact));
  m2k_term e = m2k_ite(bank, ok, m2k_div(bank, a.e, b_exact),
                       m2k_swrap(bank, m, a.width));
  m2k_sval v = m2k_sval_int(x, m, e, a.width);
  v.fresh = m2k_not(bank, ok);
  return v;
}

static m2k_sval ashr(m2k_exec *x, m2k_sval a, m2k_sval b) {
  m2k_term f = shift_factor(x, b);
  m2k_term m = m2k_div(x->bank, m2k_sval_signed(x, a), f);
  m2k_term e = m2k_div(x->bank, a.e, f);
  return m2k_sval_int(x, m, e, a.width);
}

static m2k_sval signed_div(m2k_exec *x, const m2k_inst *in, m2k_sval a,
                           m2k_sval b) {
  m2k_term (*op)(m2k_bank *, m2k_term, m2k_term) =
      in->op == M2K_OP_SDIV ? m2k_tdiv : m2k_trem;
  m2k_term ma = m2k_sval_signed(x, a), mb = m2k_sval_signed(x, b);
  m2k_term m = op(x->bank, ma, mb);
  m2k_term e = a.e == ma && b.e == mb ? m : op(x->bank, a.e, b.e);
  return m2k_sval_int(x, m, e, a.width);
}

/* The remainder of a wrapped unsigned value restarts: it is a hash. */
static m2k_sval urem(m2k_exec *x, m2k_sval a, m2k_sval b) {
  m2k_term m =
      m2k_mod(x->bank, m2k_sval_unsigned(x, a), m2k_sval_unsigned(x, b));
  return m2k_sval_restart(x, m, a.width);
}

static bool is_low_mask(uint64_t bits, uint32_t *k) {
  if (bits == 0 || (bits & (bits + 1)) != 0)
    return false;
  *k = bits == UINT64_MAX ? 64 : (uint32_t)__builtin_ctzll(bits + 1);
  return true;
}

static m2k_sval bit_and(m2k_exec *x, m2k_sval a, m2k_sval b) {
  uint64_t bits;
  uint32_t k;
  if (const_bits(x, a, &bits)) {
    m2k_sval swap = a;
    a = b;
    b = swap;
  }
  m2k_bank *bank = x->bank;
  if (const_bits(x, b, &bits)) {
    uint64_t all = a.width >= 64 ? UINT64_MAX : ((uint64_t)1 << a.width) - 1;
    if (bits == all)
      return a;
    if (is_low_mask(bits, &k)) {
      m2k_term p = m2k_const(bank, pow2(k));
      m2k_term m = m2k_mod(bank, a.m, p);
      m2k_term e = a.e == a.m ? m : m2k_mod(bank, a.e, p);
      return m2k_sval_int(x, m, e, a.width);
    }
    if (is_low_mask(~bits & all, &k)) /* clears low bits: rounds down */
      return m2k_sval_restart(
          x, m2k_sub(bank, a.m, m2k_mod(bank, a.m, m2k_const(bank, pow2(k)))),
          a.width);
  }
  return m2k_sval_restart(x,
                          m2k_bitand(bank, m2k_sval_unsigned(x, a),
                                     m2k_sval_unsigned(x, b), a.width),
                          a.width);
}

static m2k_sval bit_or_xor(m2k_exec *x, const m2k_inst *in, m2k_sval a,
                           m2k_sval b) {
  m2k_bank *bank = x->bank;
  uint64_t bits;
  uint64_t all = a.width >= 64 ? UINT64_MAX : ((uint64_t)1 << a.width) - 1;
  if (in->op == M2K_OP_XOR && const_bits(x, b, &bits) && bits == all)
    return m2k_sval_restart(x, m2k_sub(bank, m2k_const(bank, -1), a.m),
                            a.width);
  m2k_term ta = m2k_sval_unsigned(x, a), tb = m2k_sval_unsigned(x, b);
  m2k_term m = in->op == M2K_OP_OR ? m2k_bitor(bank, ta, tb, a.width)
                                   : m2k_bitxor(bank, ta, tb, a.width);
  return m2k_sval_restart(x, m, a.width);
}

static m2k_sval bool_op(m2k_exec *x, const m2k_inst *in, m2k_term a,
                        m2k_term b) {
  m2k_bank *bank = x->bank;
  switch (in->op) {
  case M2K_OP_AND:
  case M2K_OP_MUL:
    return m2k_sval_bool(x, m2k_and(bank, a, b));
  case M2K_OP_OR:
    return m2k_sval_bool(x, m2k_or(bank, a, b));
  case M2K_OP_XOR:
  case M2K_OP_ADD:
  case M2K_OP_SUB:
    return m2k_sval_bool(x, m2k_not(bank, m2k_eq(bank, a, b)));
  default:
    return m2k_sval_bool(x, a);
  }
}

/* Wide integers only move bits about: shifts by whole limbs, and or of parts
 * that do not overlap. */
static m2k_sval wide_limb(m2k_exec *x, m2k_sval v, int64_t i) {
  return i >= 0 && i < v.count ? v.elems[i] : m2k_sval_const(x, 0, 32);
}

static bool is_zero(m2k_exec *x, m2k_sval v) {
  m2k_i128 c;
  return m2k_is_const(x->bank, v.m, &c) && c == 0;
}

static m2k_sval shifted_limb(m2k_exec *x, m2k_sval a, int64_t i,
                             uint32_t bits) {
  /* limb i of a >> (bits below 32), from limbs i and i + 1 */
  m2k_sval lo = wide_limb(x, a, i), hi = wide_limb(x, a, i + 1);
  if (!bits)
    return lo;
  m2k_term l = m2k_div(x->bank, m2k_sval_unsigned(x, lo),
                       m2k_const(x->bank, pow2(bits)));
  m2k_term h =
      m2k_scale(x->bank, m2k_mod(x->bank, hi.m, m2k_const(x->bank, pow2(bits))),
                pow2(32 - bits));
  return m2k_sval_restart(x, m2k_add(x->bank, l, h), 32);
}

static m2k_sval wide_op(m2k_exec *x, const m2k_inst *in, m2k_sval a,
                        m2k_sval b) {
  m2k_sval *limbs = M2K_NEW_N(x->arena, m2k_sval, a.count);
  m2k_i128 k = 0;
  bool shift = in->op == M2K_OP_SHL || in->op == M2K_OP_LSHR;
  bool bits =
      in->op == M2K_OP_OR || in->op == M2K_OP_AND || in->op == M2K_OP_XOR;
  if ((!shift && !bits) ||
      (shift && (b.count == 0 || !m2k_is_const(x->bank, b.elems[0].m, &k) ||
                 k < 0 || k >= a.width)))
    return m2k_sval_lost(x, in->type, M2K_LOSS_INSTRUCTION,
                         m2k_op_text((m2k_op)in->op));
  for (uint32_t i = 0; i < a.count; i++) {
    if (in->op == M2K_OP_LSHR) {
      limbs[i] = shifted_limb(x, a, i + (int64_t)(k / 32), (uint32_t)(k % 32));
    } else if (in->op == M2K_OP_SHL) {
      int64_t whole = (int64_t)((k + 31) / 32);
      limbs[i] = shifted_limb(x, a, i - whole, (uint32_t)(32 * whole - k));
    } else if (in->op != M2K_OP_AND && is_zero(x, a.elems[i])) {
      limbs[i] = b.elems[i];
    } else if (in->op != M2K_OP_AND && is_zero(x, b.elems[i])) {
      limbs[i] = a.elems[i];
    } else {
      limbs[i] = in->op == M2K_OP_AND
                     ? bit_and(x, a.elems[i], b.elems[i])
                     : bit_or_xor(x, in, a.elems[i], b.elems[i]);
    }
  }
  a.elems = limbs;
  return a;
}

static m2k_sval scalar(m2k_exec *x, const m2k_inst *in, m2k_sval a,
                       m2k_sval b) {
  if (a.kind == M2K_SVAL_BOOL)
    return bool_op(x, in, a.m, b.m);
  if (a.kind == M2K_SVAL_WIDE)
    return wide_op(x, in, a, b);
  if (a.kind != M2K_SVAL_INT || b.kind != M2K_SVAL_INT)
    return m2k_sval_lost(x, in->type, M2K_LOSS_INSTRUCTION,
                         m2k_op_text((m2k_op)in->op));
  switch (in->op) {
  case M2K_OP_ADD:
    return ring(x, in, a, b, m2k_add);
  case M2K_OP_SUB:
    return ring(x, in, a, b, m2k_sub);
  case M2K_OP_MUL:
    return ring(x, in, a, b, m2k_mul);
  case M2K_OP_SHL:
    return shl(x, a, b);
  case M2K_OP_LSHR: {
    m2k_term f = shift_factor(x, b);
    return unsigned_div(x, a, f, f);
  }
  case M2K_OP_UDIV:
    return unsigned_div(x, a, m2k_sval_unsigned(x, b), b.e);
  case M2K_OP_ASHR:
    return ashr(x, a, b);
  case M2K_OP_SDIV:
  case M2K_OP_SREM:
    return signed_div(x, in, a, b);
  case M2K_OP_UREM:
    return urem(x, a, b);
  case M2K_OP_AND:
    return bit_and(x, a, b);
  default:
    return bit_or_xor(x, in, a, b);
  }
}

m2k_sval m2k_sx_int(m2k_exec *x, const m2k_inst *in) {
  m2k_sval a = m2k_op_value(x, in, 0), b = m2k_op_value(x, in, 1);
  if (a.kind != M2K_SVAL_AGG)
    return scalar(x, in, a, b);
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, a.count);
  m2k_inst one = *in;
  one.type = m2k_type_of(x->fn, in->type)->elem;
  for (uint32_t i = 0; i < a.count; i++)
    elems[i] = scalar(x, &one, a.elems[i], b.elems[i]);
  a.elems = elems;
  return a;
}

/* ---- comparison ---- */

static m2k_term compare_terms(m2k_bank *bank, m2k_pred pred, m2k_term a,
                              m2k_term b) {
  switch (pred) {
  case M2K_UGT:
  case M2K_SGT:
    return m2k_lt(bank, b, a);
  case M2K_UGE:
  case M2K_SGE:
    return m2k_le(bank, b, a);
  case M2K_ULT:
  case M2K_SLT:
    return m2k_lt(bank, a, b);
  case M2K_ULE:
  case M2K_SLE:
    return m2k_le(bank, a, b);
  case M2K_NE:
    return m2k_ne(bank, a, b);
  default:
    return m2k_eq(bank, a, b);
  }
}

static m2k_term compare_ints(m2k_exec *x, m2k_pred pred, m2k_sval a,
                             m2k_sval b) {
  bool is_unsigned =
      pred == M2K_UGT || pred == M2K_UGE || pred == M2K_ULT || pred == M2K_ULE;
  if (pred == M2K_EQ || pred == M2K_NE) {
    /* any reading will do: take the one that needs no wrap-around */
    m2k_term sa = m2k_sval_signed(x, a), sb = m2k_sval_signed(x, b);
    is_unsigned = sa != a.m || sb != b.m;
  }
  m2k_term ta = is_unsigned ? m2k_sval_unsigned(x, a) : m2k_sval_signed(x, a);
  m2k_term tb = is_unsigned ? m2k_sval_unsigned(x, b) : m2k_sval_signed(x, b);
  return compare_terms(x->bank, pred, ta, tb);
}

static m2k_term compare_ptrs(m2k_exec *x, m2k_pred pred, m2k_sval a,
                             m2k_sval b) {
  if (a.count == 1 && b.count == 1 && a.alts[0].region == b.alts[0].region)
    return compare_terms(x->bank, pred, a.alts[0].m, b.alts[0].m);
  return compare_ints(x, pred, m2k_ptr_to_int(x, a, 64),
                      m2k_ptr_to_int(x, b, 64));
}

static m2k_sval compare(m2k_exec *x, const m2k_inst *in, m2k_sval a,
                        m2k_sval b) {
  m2k_bank *bank = x->bank;
  m2k_pred pred = (m2k_pred)in->sub;
  if (a.kind == M2K_SVAL_PTR && b.kind == M2K_SVAL_PTR)
    return m2k_sval_bool(x, compare_ptrs(x, pred, a, b));
  if (a.kind == M2K_SVAL_INT && b.kind == M2K_SVAL_INT)
    return m2k_sval_bool(x, compare_ints(x, pred, a, b));
  if (a.kind == M2K_SVAL_BOOL && b.kind == M2K_SVAL_BOOL) {
    if (pred == M2K_EQ || pred == M2K_NE) {
      m2k_term eq = m2k_eq(bank, a.m, b.m);
      return m2k_sval_bool(x, pred == M2K_EQ ? eq : m2k_not(bank, eq));
    }
    return m2k_sval_bool(x, compare_ints(x, pred, a, b));
  }
  m2k_term args[2] = {m2k_sval_term(x, a), m2k_sval_term(x, b)};
  return m2k_sval_bool(
      x, m2k_opaque_bool(x, m2k_tag(M2K_TAG_OP, 0x100u + pred, 0), args, 2));
}

m2k_sval m2k_sx_icmp(m2k_exec *x, const m2k_inst *in) {
  m2k_sval a = m2k_op_value(x, in, 0), b = m2k_op_value(x, in, 1);
  if (a.kind != M2K_SVAL_AGG)
    return compare(x, in, a, b);
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, a.count);
  for (uint32_t i = 0; i < a.count; i++)
    elems[i] = compare(x, in, a.elems[i], b.elems[i]);
  a.elems = elems;
  return a;
}
