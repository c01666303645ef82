/*
 * Instructions that only move values: floats (opaque, but deterministic
 * functions of their operands), selects, aggregates and address arithmetic.
 */
#include "passes/sym/engine.h"

/* An opaque value of `type` as a function of `args`. */
static m2k_sval function_value(m2k_exec *x, m2k_type type, uint64_t tag,
                               const m2k_term *args, uint32_t count) {
  const m2k_type_info *ti = m2k_type_of(x->fn, type);
  switch (ti->kind) {
  case M2K_TY_INT:
    if (ti->bits == 1)
      return m2k_sval_bool(x, m2k_opaque_bool(x, tag, args, count));
    if (ti->bits <= 64)
      return m2k_sval_restart(x, m2k_opaque_int(x, tag, args, count, ti->bits),
                              ti->bits);
    return m2k_sval_opaque(x, type);
  case M2K_TY_VECTOR:
  case M2K_TY_ARRAY:
  case M2K_TY_STRUCT: {
    m2k_term whole = m2k_opaque_float(x, tag, args, count);
    m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, ti->count ? ti->count : 1);
    for (uint32_t i = 0; i < ti->count; i++)
      elems[i] = function_value(
          x, ti->kind == M2K_TY_STRUCT ? ti->fields[i] : ti->elem,
          m2k_tag(M2K_TAG_RESULT, i, 0), &whole, 1);
    return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = ti->count};
  }
  case M2K_TY_PTR:
  case M2K_TY_VOID:
    return m2k_sval_opaque(x, type);
  default:
    return m2k_sval_float(x, m2k_opaque_float(x, tag, args, count), ti->bits);
  }
}

m2k_sval m2k_function_value(m2k_exec *x, const m2k_inst *in, uint64_t tag) {
  m2k_term args[16];
  uint32_t n = in->op_count < 16 ? in->op_count : 16;
  for (uint32_t i = 0; i < n; i++)
    args[i] = m2k_sval_term(x, m2k_op_value(x, in, i));
  return function_value(x, in->type, tag, args, n);
}

m2k_sval m2k_sx_float(m2k_exec *x, const m2k_inst *in) {
  uint32_t what = (uint32_t)in->op | (uint32_t)(in->sub & 0xff) << 8;
  return m2k_function_value(x, in, m2k_tag(M2K_TAG_OP, what, 0));
}

m2k_sval m2k_sx_gep(m2k_exec *x, const m2k_inst *in) {
  m2k_bank *bank = x->bank;
  m2k_sval p = m2k_op_value(x, in, 0);
  if (p.kind != M2K_SVAL_PTR || p.count == 0)
    return (m2k_sval){.kind = M2K_SVAL_PTR, .width = 64};
  m2k_term m = m2k_const(bank, in->imm[0]), e = m;
  for (uint32_t i = 1; i < in->op_count; i++) {
    m2k_sval v = m2k_op_value(x, in, i);
    /* Indices narrower than a pointer are sign-extended (LLVM LangRef, GEP). */
    m2k_term im =
        v.kind == M2K_SVAL_INT && v.width == 64 ? v.m : m2k_sval_signed(x, v);
    m2k_term ie = v.kind == M2K_SVAL_INT ? v.e : im;
    m = m2k_add(bank, m, m2k_scale(bank, im, in->imm[i]));
    e = m2k_add(bank, e, m2k_scale(bank, ie, in->imm[i]));
  }
  m2k_alt *alts = M2K_NEW_N(x->arena, m2k_alt, p.count);
  for (uint32_t i = 0; i < p.count; i++) {
    alts[i] = p.alts[i];
    alts[i].m = m2k_add(bank, p.alts[i].m, m);
    alts[i].e = m2k_add(bank, p.alts[i].e, e);
  }
  p.alts = alts;
  return p;
}

static m2k_sval select_value(m2k_exec *x, const m2k_inst *in) {
  m2k_sval c = m2k_op_value(x, in, 0);
  m2k_sval a = m2k_op_value(x, in, 1), b = m2k_op_value(x, in, 2);
  if (c.kind != M2K_SVAL_AGG)
    return m2k_sval_ite(x, c.m, a, b);
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, c.count);
  for (uint32_t i = 0; i < c.count; i++)
    elems[i] = m2k_sval_ite(x, c.elems[i].m, a.elems[i], b.elems[i]);
  a.elems = elems;
  return a;
}

static m2k_sval with_element(m2k_exec *x, m2k_sval agg, const int64_t *path,
                             uint32_t depth, m2k_sval elem) {
  if (depth == 0)
    return elem;
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, agg.count);
  for (uint32_t i = 0; i < agg.count; i++)
    elems[i] = agg.elems[i];
  elems[path[0]] =
      with_element(x, agg.elems[path[0]], path + 1, depth - 1, elem);
  agg.elems = elems;
  return agg;
}

static m2k_sval element_at(m2k_exec *x, m2k_sval v, m2k_sval index) {
  m2k_sval r = v.elems[v.count - 1];
  m2k_term i = m2k_sval_unsigned(x, index);
  for (uint32_t k = v.count - 1; k-- > 0;)
    r = m2k_sval_ite(x, m2k_eq(x->bank, i, m2k_const(x->bank, k)), v.elems[k],
                     r);
  return r;
}

static m2k_sval insert_at(m2k_exec *x, m2k_sval v, m2k_sval elem,
                          m2k_sval index) {
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, v.count);
  m2k_term i = m2k_sval_unsigned(x, index);
  for (uint32_t k = 0; k < v.count; k++)
    elems[k] = m2k_sval_ite(x, m2k_eq(x->bank, i, m2k_const(x->bank, k)), elem,
                            v.elems[k]);
  v.elems = elems;
  return v;
}

static m2k_sval shuffle(m2k_exec *x, const m2k_inst *in) {
  m2k_sval a = m2k_op_value(x, in, 0), b = m2k_op_value(x, in, 1);
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, in->imm_count);
  for (uint32_t i = 0; i < in->imm_count; i++) {
    int64_t k = in->imm[i] < 0 ? 0 : in->imm[i];
    elems[i] = k < a.count ? a.elems[k] : b.elems[k - a.count];
  }
  return (m2k_sval){
      .kind = M2K_SVAL_AGG, .elems = elems, .count = in->imm_count};
}

m2k_sval m2k_sx_aggregate(m2k_exec *x, const m2k_inst *in) {
  switch (in->op) {
  case M2K_OP_SELECT:
    return select_value(x, in);
  case M2K_OP_FREEZE:
    return m2k_op_value(x, in, 0);
  case M2K_OP_EXTRACTVALUE: {
    m2k_sval v = m2k_op_value(x, in, 0);
    for (uint32_t i = 0; i < in->imm_count; i++)
      v = v.elems[in->imm[i]];
    return v;
  }
  case M2K_OP_INSERTVALUE:
    return with_element(x, m2k_op_value(x, in, 0), in->imm, in->imm_count,
                        m2k_op_value(x, in, 1));
  case M2K_OP_EXTRACTELEMENT:
    return element_at(x, m2k_op_value(x, in, 0), m2k_op_value(x, in, 1));
  case M2K_OP_INSERTELEMENT:
    return insert_at(x, m2k_op_value(x, in, 0), m2k_op_value(x, in, 1),
                     m2k_op_value(x, in, 2));
  default:
    return shuffle(x, in);
  }
}
