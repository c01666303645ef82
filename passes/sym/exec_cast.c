/*
 * Casts between integers, and between pointers and integers. Widening reads
 * the machine value with a sign; the exact value passes unchanged.
 */
#include "passes/base/map.h"
#include "passes/sym/engine.h"

static m2k_sval to_wide(m2k_exec *x, m2k_sval v, uint32_t bits,
                        bool is_signed) {
  uint32_t n = (bits + 31) / 32;
  m2k_sval *limbs = M2K_NEW_N(x->arena, m2k_sval, n);
  m2k_term t = is_signed ? m2k_sval_signed(x, v) : m2k_sval_unsigned(x, v);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t shift = i * 32 < 64 ? i * 32 : 64;
    m2k_term part =
        i ? m2k_div(x->bank, t, m2k_const(x->bank, (m2k_i128)1 << shift)) : t;
    limbs[i] = m2k_sval_restart(x, part, 32);
  }
  if (v.kind == M2K_SVAL_INT && v.width == 32)
    limbs[0] = v;
  return (m2k_sval){
      .kind = M2K_SVAL_WIDE, .width = bits, .elems = limbs, .count = n};
}

static m2k_sval widen(m2k_exec *x, m2k_sval v, uint32_t bits, bool is_signed) {
  if (v.kind == M2K_SVAL_WIDE) {
    m2k_sval *limbs = M2K_NEW_N(x->arena, m2k_sval, (bits + 31) / 32);
    for (uint32_t i = 0; i < (bits + 31) / 32; i++)
      limbs[i] = i < v.count ? v.elems[i] : m2k_sval_const(x, 0, 32);
    v.elems = limbs;
    v.count = (bits + 31) / 32;
    v.width = bits;
    return v;
  }
  if (bits > 64)
    return to_wide(x, v, bits, is_signed);
  if (v.kind == M2K_SVAL_BOOL) {
    m2k_term t = is_signed ? m2k_sval_signed(x, v) : m2k_sval_unsigned(x, v);
    return m2k_sval_int(x, t, t, bits);
  }
  if (is_signed)
    return m2k_sval_int(x, m2k_sval_signed(x, v), v.e, bits);
  m2k_term m = m2k_sval_unsigned(x, v);
  m2k_term e = v.e == m ? m : m2k_ite(x->bank, v.fresh, m, v.e);
  return m2k_sval_int(x, m, e, bits);
}

static m2k_sval narrow(m2k_exec *x, m2k_sval v, uint32_t bits) {
  if (v.kind == M2K_SVAL_WIDE) {
    if (bits > 64) {
      v.count = (bits + 31) / 32;
      v.width = bits;
      return v;
    }
    m2k_sval part = m2k_sval_part(x, v, 0, bits <= 32 ? 4 : 8);
    return part.width == bits ? part : narrow(x, part, bits);
  }
  if (bits == 1)
    return m2k_sval_bool(x, m2k_eq(x->bank,
                                   m2k_mod(x->bank, v.m, m2k_const(x->bank, 2)),
                                   m2k_const(x->bank, 1)));
  if (bits < 32)
    return m2k_sval_restart(x, v.m, bits);
  return m2k_sval_int(x, v.m, v.e, bits);
}

m2k_sval m2k_ptr_to_int(m2k_exec *x, m2k_sval p, uint32_t width) {
  m2k_bank *bank = x->bank;
  m2k_term m = M2K_NO_TERM, e = M2K_NO_TERM;
  for (uint32_t i = 0; i < p.count; i++) {
    const m2k_alt *a = &p.alts[i];
    m2k_term base = a->region == M2K_NONE ? m2k_const(bank, 0)
                                          : x->sum->regions.at[a->region].base;
    m2k_term am = m2k_add(bank, base, a->m);
    m2k_term ae = a->e == a->m ? am : m2k_add(bank, base, a->e);
    m = m == M2K_NO_TERM ? am : m2k_ite(bank, a->guard, am, m);
    e = e == M2K_NO_TERM ? ae : m2k_ite(bank, a->guard, ae, e);
  }
  if (m == M2K_NO_TERM)
    return m2k_sval_restart(
        x,
        m2k_opaque_int(x, m2k_tag(M2K_TAG_FRESH, 0, ++x->unique), NULL, 0, 64),
        width);
  return m2k_sval_int(x, m, e, width);
}

/* The region whose base occurs once in t, and the rest. */
static uint32_t find_base(m2k_exec *x, m2k_term t, m2k_term *rest) {
  for (uint32_t r = 0; r < x->sum->regions.len; r++) {
    m2k_term off;
    if (m2k_split(x->bank, t, x->sum->regions.at[r].base, &off) == 1) {
      *rest = off;
      return r;
    }
  }
  return M2K_NONE;
}

static void collect_alts(m2k_exec *x, m2k_term guard, m2k_term m, m2k_term e,
                         m2k_alt *alts, uint32_t *n, uint32_t cap) {
  m2k_bank *bank = x->bank;
  m2k_i128 c;
  m2k_alt alt = {.guard = guard};
  alt.region = find_base(x, m, &alt.m);
  if (alt.region == M2K_NONE && m2k_kind(bank, m) == M2K_TERM_ITE) {
    m2k_term cond = m2k_arg(bank, m, 0);
    bool same = e == m;
    bool split = !same && m2k_kind(bank, e) == M2K_TERM_ITE &&
                 m2k_arg(bank, e, 0) == cond;
    for (uint32_t k = 1; k <= 2; k++) {
      m2k_term g = k == 1 ? cond : m2k_not(bank, cond);
      m2k_term mk = m2k_arg(bank, m, k);
      m2k_term ek = same ? mk : split ? m2k_arg(bank, e, k) : e;
      collect_alts(x, m2k_and(bank, guard, g), mk, ek, alts, n, cap);
    }
    return;
  }
  if (alt.region == M2K_NONE) {
    if (!m2k_is_const(bank, m, &c)) {
      *n = cap + 1; /* unknown origin */
      return;
    }
    alt.m = m;
  }
  alt.e = alt.m;
  if (e != m &&
      (alt.region == M2K_NONE ||
       m2k_split(bank, e, x->sum->regions.at[alt.region].base, &alt.e) != 1))
    alt.e = alt.m;
  if (*n < cap)
    alts[*n] = alt;
  ++*n;
}

m2k_sval m2k_int_to_ptr(m2k_exec *x, m2k_sval v) {
  m2k_sval unknown = {.kind = M2K_SVAL_PTR, .width = 64};
  enum { CAP = 16 };
  if (v.kind != M2K_SVAL_INT)
    return unknown;
  m2k_alt *alts = M2K_NEW_N(x->arena, m2k_alt, CAP);
  uint32_t n = 0;
  collect_alts(x, m2k_true(x->bank), v.m, v.e, alts, &n, CAP);
  if (n > CAP)
    return unknown;
  unknown.alts = alts;
  unknown.count = n;
  return unknown;
}

static m2k_sval cast_one(m2k_exec *x, const m2k_inst *in, m2k_sval v,
                         m2k_type to) {
  const m2k_type_info *ti = m2k_type_of(x->fn, to);
  switch (in->op) {
  case M2K_OP_TRUNC:
    return narrow(x, v, ti->bits);
  case M2K_OP_ZEXT:
    return widen(x, v, ti->bits, false);
  case M2K_OP_SEXT:
    return widen(x, v, ti->bits, true);
  case M2K_OP_PTRTOINT:
    return m2k_ptr_to_int(x, v, ti->bits);
  case M2K_OP_INTTOPTR:
    return m2k_int_to_ptr(x, v);
  case M2K_OP_ADDRSPACECAST:
    return v;
  default:
    return m2k_recast(x, v, to);
  }
}

m2k_sval m2k_sx_cast(m2k_exec *x, const m2k_inst *in) {
  m2k_sval v = m2k_op_value(x, in, 0);
  if (in->op == M2K_OP_BITCAST || v.kind != M2K_SVAL_AGG)
    return cast_one(x, in, v, in->type);
  m2k_type elem = m2k_type_of(x->fn, in->type)->elem;
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, v.count);
  for (uint32_t i = 0; i < v.count; i++)
    elems[i] = cast_one(x, in, v.elems[i], elem);
  v.elems = elems;
  return v;
}
