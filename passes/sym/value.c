/*
 * Values of the symbolic engine: making, reading, joining and recasting them.
 */
#include "passes/base/bug.h"
#include "passes/base/map.h"
#include "passes/sym/engine.h"

static const m2k_type_info *type_of(m2k_exec *x, m2k_type t) {
  return m2k_type_of(x->fn, t);
}

/* Mixing functions (hashes) make sums that double with every step: beyond this
 * many summands only equality with itself is known. */
enum { MOST_SUMMANDS = 48 };

static bool outgrown(m2k_exec *x, m2k_term t) {
  return m2k_kind(x->bank, t) == M2K_TERM_SUM &&
         m2k_arg_count(x->bank, t) > MOST_SUMMANDS;
}

static m2k_term folded(m2k_exec *x, m2k_term t, m2k_i128 lo, m2k_i128 hi) {
  m2k_term f = m2k_apply(x->bank, M2K_APP_OPAQUE_INT,
                         m2k_tag(M2K_TAG_OP, 0xfffffe, 0), &t, 1, lo, hi);
  m2k_ledger_add(x, M2K_LOSS_FUNCTION, f, NULL);
  return f;
}

m2k_sval m2k_sval_int(m2k_exec *x, m2k_term m, m2k_term e, uint32_t width) {
  /* A representative that grows without bound (hashes) is brought back into
   * range: only its residue counts. */
  m2k_range r = m2k_range_of(x->bank, m);
  if (r.lo < -(M2K_INF >> 8) || r.hi > M2K_INF >> 8)
    m = m2k_swrap(x->bank, m, width);
  m2k_i128 half = (m2k_i128)1 << (width - 1);
  bool same = m == e;
  if (outgrown(x, m))
    m = folded(x, m2k_swrap(x->bank, m, width), -half, half - 1);
  if (same)
    e = m;
  else if (outgrown(x, e))
    e = folded(x, e, -M2K_INF, M2K_INF);
  return (m2k_sval){.kind = M2K_SVAL_INT,
                    .width = width,
                    .m = m,
                    .e = e,
                    .fresh = m2k_false(x->bank)};
}

m2k_sval m2k_sval_bool(m2k_exec *x, m2k_term b) {
  (void)x;
  return (m2k_sval){.kind = M2K_SVAL_BOOL, .width = 1, .m = b, .e = b};
}

m2k_sval m2k_sval_const(m2k_exec *x, m2k_i128 value, uint32_t width) {
  if (width == 1)
    return m2k_sval_bool(x, m2k_bool(x->bank, value & 1));
  m2k_term t = m2k_const(x->bank, value);
  return m2k_sval_int(x, t, t, width);
}

m2k_sval m2k_sval_restart(m2k_exec *x, m2k_term m, uint32_t width) {
  m2k_term t = m2k_swrap(x->bank, m, width);
  m2k_sval v = m2k_sval_int(x, t, t, width);
  v.fresh = m2k_true(x->bank);
  return v;
}

m2k_sval m2k_sval_ptr(m2k_exec *x, uint32_t region, m2k_term m, m2k_term e) {
  m2k_alt *alt = M2K_NEW(x->arena, m2k_alt);
  *alt =
      (m2k_alt){.guard = m2k_true(x->bank), .region = region, .m = m, .e = e};
  return (m2k_sval){.kind = M2K_SVAL_PTR, .width = 64, .alts = alt, .count = 1};
}

m2k_sval m2k_sval_float(m2k_exec *x, m2k_term f, uint32_t bits) {
  (void)x;
  return (m2k_sval){.kind = M2K_SVAL_FLOAT, .width = bits, .m = f, .e = f};
}

m2k_term m2k_opaque_float(m2k_exec *x, uint64_t tag, const m2k_term *args,
                          uint32_t count) {
  return m2k_apply(x->bank, M2K_APP_OPAQUE_FLOAT, tag, args, count, 0, 0);
}

m2k_term m2k_opaque_int(m2k_exec *x, uint64_t tag, const m2k_term *args,
                        uint32_t count, uint32_t width) {
  m2k_i128 half = (m2k_i128)1 << (width - 1);
  return m2k_apply(x->bank, M2K_APP_OPAQUE_INT, tag, args, count, -half,
                   half - 1);
}

m2k_term m2k_opaque_bool(m2k_exec *x, uint64_t tag, const m2k_term *args,
                         uint32_t count) {
  return m2k_apply(x->bank, M2K_APP_OPAQUE_BOOL, tag, args, count, 0, 0);
}

uint32_t m2k_ledger_add(m2k_exec *x, m2k_loss loss, m2k_term carrier,
                        const char *detail) {
  m2k_entry entry = {loss, x->inst, carrier, detail};
  m2k_vec_push(&x->sum->ledger, entry);
  return x->sum->ledger.len - 1;
}

m2k_term m2k_fresh_int(m2k_exec *x, const char *name, uint32_t width,
                       uint32_t owner) {
  m2k_i128 half = (m2k_i128)1 << (width - 1);
  return m2k_sym(x->bank, name, -half, half - 1, owner);
}

static m2k_sval elements(m2k_exec *x, m2k_type type,
                         m2k_sval (*make)(m2k_exec *, m2k_type, void *),
                         void *data) {
  const m2k_type_info *ti = type_of(x, type);
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, ti->count ? ti->count : 1);
  for (uint32_t i = 0; i < ti->count; i++)
    elems[i] =
        make(x, ti->kind == M2K_TY_STRUCT ? ti->fields[i] : ti->elem, data);
  return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = ti->count};
}

static m2k_sval wide(m2k_exec *x, uint32_t bits,
                     m2k_sval (*limb)(m2k_exec *, uint32_t, void *),
                     void *data) {
  uint32_t n = (bits + 31) / 32;
  m2k_sval *limbs = M2K_NEW_N(x->arena, m2k_sval, n);
  for (uint32_t i = 0; i < n; i++)
    limbs[i] = limb(x, i, data);
  return (m2k_sval){
      .kind = M2K_SVAL_WIDE, .width = bits, .elems = limbs, .count = n};
}

struct lost {
  bool entry;
  m2k_loss loss;
  const char *detail;
};

static m2k_term lost_int(m2k_exec *x, const struct lost *lost, uint32_t width) {
  if (!lost->entry)
    return m2k_opaque_int(x, m2k_tag(M2K_TAG_FRESH, 0, ++x->unique), NULL, 0,
                          width);
  uint32_t entry = x->sum->ledger.len;
  m2k_term t = m2k_fresh_int(x, "lost", width, M2K_OWNER_OPAQUE | entry);
  m2k_ledger_add(x, lost->loss, t, lost->detail);
  return t;
}

static m2k_sval lost_limb(m2k_exec *x, uint32_t i, void *data) {
  (void)i;
  return m2k_sval_restart(x, lost_int(x, data, 32), 32);
}

static m2k_sval lost_value(m2k_exec *x, m2k_type type, void *data) {
  const m2k_type_info *ti = type_of(x, type);
  switch (ti->kind) {
  case M2K_TY_VOID:
    return (m2k_sval){0};
  case M2K_TY_INT:
    if (ti->bits == 1)
      return m2k_sval_bool(
          x,
          m2k_opaque_bool(x, m2k_tag(M2K_TAG_FRESH, 0, ++x->unique), NULL, 0));
    if (ti->bits > 64)
      return wide(x, ti->bits, lost_limb, data);
    return m2k_sval_restart(x, lost_int(x, data, ti->bits), ti->bits);
  case M2K_TY_PTR:
    return (m2k_sval){.kind = M2K_SVAL_PTR, .width = 64};
  case M2K_TY_VECTOR:
  case M2K_TY_ARRAY:
  case M2K_TY_STRUCT:
    return elements(x, type, lost_value, data);
  default:
    return m2k_sval_float(
        x, m2k_opaque_float(x, m2k_tag(M2K_TAG_FRESH, 0, ++x->unique), NULL, 0),
        ti->bits);
  }
}

m2k_sval m2k_sval_lost(m2k_exec *x, m2k_type type, m2k_loss loss,
                       const char *detail) {
  struct lost lost = {true, loss, detail};
  return lost_value(x, type, &lost);
}

m2k_sval m2k_sval_opaque(m2k_exec *x, m2k_type type) {
  struct lost lost = {false, 0, NULL};
  return lost_value(x, type, &lost);
}

static m2k_sval zero_limb(m2k_exec *x, uint32_t i, void *data) {
  (void)i, (void)data;
  return m2k_sval_const(x, 0, 32);
}

static m2k_sval zero_value(m2k_exec *x, m2k_type type, void *data) {
  const m2k_type_info *ti = type_of(x, type);
  m2k_term zero = m2k_const(x->bank, 0);
  switch (ti->kind) {
  case M2K_TY_VOID:
    return (m2k_sval){0};
  case M2K_TY_INT:
    return ti->bits > 64 ? wide(x, ti->bits, zero_limb, data)
                         : m2k_sval_const(x, 0, ti->bits);
  case M2K_TY_PTR:
    return m2k_sval_ptr(x, M2K_NONE, zero, zero);
  case M2K_TY_VECTOR:
  case M2K_TY_ARRAY:
  case M2K_TY_STRUCT:
    return elements(x, type, zero_value, data);
  default:
    return m2k_sval_float(
        x, m2k_opaque_float(x, m2k_tag(M2K_TAG_BITS, 0, 0), &zero, 1),
        ti->bits);
  }
}

m2k_sval m2k_sval_zero(m2k_exec *x, m2k_type type) {
  return zero_value(x, type, NULL);
}

m2k_term m2k_sval_signed(m2k_exec *x, m2k_sval v) {
  if (v.kind == M2K_SVAL_BOOL)
    return m2k_ite(x->bank, v.m, m2k_const(x->bank, -1), m2k_const(x->bank, 0));
  if (v.kind != M2K_SVAL_INT)
    return m2k_opaque_int(x, m2k_tag(M2K_TAG_FRESH, 0, ++x->unique), NULL, 0,
                          64);
  return m2k_swrap(x->bank, v.m, v.width);
}

m2k_term m2k_sval_unsigned(m2k_exec *x, m2k_sval v) {
  if (v.kind == M2K_SVAL_BOOL)
    return m2k_ite(x->bank, v.m, m2k_const(x->bank, 1), m2k_const(x->bank, 0));
  if (v.kind != M2K_SVAL_INT)
    return m2k_uwrap(x->bank, m2k_sval_signed(x, v), 64);
  return m2k_uwrap(x->bank, v.m, v.width);
}

/* ---- joins ---- */

static m2k_sval ite_ptr(m2k_exec *x, m2k_term cond, m2k_sval a, m2k_sval b) {
  m2k_bank *bank = x->bank;
  if (a.count == 0 || b.count == 0)
    return (m2k_sval){.kind = M2K_SVAL_PTR, .width = 64};
  if (a.count == 1 && b.count == 1 && a.alts[0].region == b.alts[0].region)
    return m2k_sval_ptr(x, a.alts[0].region,
                        m2k_ite(bank, cond, a.alts[0].m, b.alts[0].m),
                        m2k_ite(bank, cond, a.alts[0].e, b.alts[0].e));
  m2k_term not_cond = m2k_not(bank, cond);
  m2k_alt *alts = M2K_NEW_N(x->arena, m2k_alt, a.count + b.count);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a.count; i++) {
    alts[n] = a.alts[i];
    alts[n++].guard = m2k_and(bank, cond, a.alts[i].guard);
  }
  for (uint32_t i = 0; i < b.count; i++) {
    alts[n] = b.alts[i];
    alts[n++].guard = m2k_and(bank, not_cond, b.alts[i].guard);
  }
  return (m2k_sval){
      .kind = M2K_SVAL_PTR, .width = 64, .alts = alts, .count = n};
}

m2k_sval m2k_sval_ite(m2k_exec *x, m2k_term cond, m2k_sval a, m2k_sval b) {
  m2k_bank *bank = x->bank;
  if (cond == m2k_true(bank))
    return a;
  if (cond == m2k_false(bank) || a.kind == M2K_SVAL_NONE)
    return b;
  if (a.kind != b.kind)
    return a; /* a value of one type always has one kind */
  m2k_sval v = a;
  switch (a.kind) {
  case M2K_SVAL_INT:
    v.fresh = m2k_ite(bank, cond, a.fresh, b.fresh);
    /* fall through */
  case M2K_SVAL_BOOL:
  case M2K_SVAL_FLOAT:
    v.m = m2k_ite(bank, cond, a.m, b.m);
    v.e = a.e == a.m && b.e == b.m ? v.m : m2k_ite(bank, cond, a.e, b.e);
    return v;
  case M2K_SVAL_PTR:
    return ite_ptr(x, cond, a, b);
  default: {
    m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, a.count ? a.count : 1);
    for (uint32_t i = 0; i < a.count; i++)
      elems[i] = m2k_sval_ite(x, cond, a.elems[i], b.elems[i]);
    v.elems = elems;
    return v;
  }
  }
}

/* ---- operands ---- */

static m2k_sval const_limb(m2k_exec *x, uint32_t i, void *data) {
  const m2k_value *v = data;
  uint64_t word = i < 2 ? v->lo : i < 4 ? v->hi : 0;
  return m2k_sval_const(x, (int32_t)(word >> (i % 2 * 32)), 32);
}

static m2k_sval constant(m2k_exec *x, const m2k_value *v) {
  const m2k_type_info *ti = type_of(x, v->type);
  switch (v->kind) {
  case M2K_VALUE_INT:
    if (ti->bits > 64)
      return wide(x, ti->bits, const_limb, (void *)(uintptr_t)v);
    if (ti->bits == 1)
      return m2k_sval_const(x, (m2k_i128)(v->lo & 1), 1);
    return m2k_sval_const(
        x, (int64_t)(v->lo << (64 - ti->bits)) >> (64 - ti->bits), ti->bits);
  case M2K_VALUE_FLOAT: {
    m2k_term bits = m2k_const(x->bank, (int64_t)(v->lo << (64 - ti->bits)) >>
                                           (64 - ti->bits));
    return m2k_sval_float(
        x, m2k_opaque_float(x, m2k_tag(M2K_TAG_BITS, 0, 0), &bits, 1),
        ti->bits);
  }
  case M2K_VALUE_NULL:
    return m2k_sval_zero(x, v->type);
  case M2K_VALUE_GLOBAL: {
    m2k_term zero = m2k_const(x->bank, 0);
    return m2k_sval_ptr(x, m2k_region_of_global(x, v->index), zero, zero);
  }
  case M2K_VALUE_AGGREGATE: {
    m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, v->count ? v->count : 1);
    for (uint32_t i = 0; i < v->count; i++)
      elems[i] = m2k_operand(x, v->elems[i]);
    return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = v->count};
  }
  default:
    return m2k_sval_lost(x, v->type, M2K_LOSS_UNDEFINED, NULL);
  }
}

m2k_sval m2k_operand(m2k_exec *x, m2k_val v) {
  if (x->env[v].kind == M2K_SVAL_NONE &&
      m2k_value_of(x->fn, v)->kind != M2K_VALUE_INST)
    x->env[v] = constant(x, m2k_value_of(x->fn, v));
  return x->env[v];
}

m2k_sval m2k_op_value(m2k_exec *x, const m2k_inst *in, uint32_t i) {
  M2K_ASSERT(i < in->op_count);
  return m2k_value_at(x, in->ops[i], in->block);
}

/* ---- bits ---- */

static uint64_t byte_size(m2k_sval v) {
  switch (v.kind) {
  case M2K_SVAL_INT:
  case M2K_SVAL_FLOAT:
  case M2K_SVAL_WIDE:
  case M2K_SVAL_PTR:
    return (v.width + 7) / 8;
  case M2K_SVAL_AGG: {
    uint64_t n = v.count ? byte_size(v.elems[0]) : 0;
    for (uint32_t i = 1; i < v.count; i++)
      if (byte_size(v.elems[i]) != n)
        return 0; /* structs with padding are not cut into bytes */
    return n * v.count;
  }
  default:
    return 0;
  }
}

static m2k_sval float_bits(m2k_exec *x, m2k_sval v) {
  m2k_bank *bank = x->bank;
  if (m2k_kind(bank, v.m) == M2K_TERM_APP &&
      m2k_app_of(bank, v.m) == M2K_APP_OPAQUE_FLOAT &&
      m2k_app_param(bank, v.m) == m2k_tag(M2K_TAG_BITS, 0, 0))
    return m2k_sval_restart(x, m2k_arg(bank, v.m, 0), v.width);
  m2k_term t =
      m2k_opaque_int(x, m2k_tag(M2K_TAG_BITS, v.width, 0), &v.m, 1, v.width);
  return m2k_sval_restart(x, t, v.width);
}

static m2k_sval int_part(m2k_exec *x, m2k_sval v, uint64_t offset,
                         uint64_t bytes) {
  m2k_term t = v.m;
  if (offset)
    t = m2k_div(x->bank, m2k_uwrap(x->bank, t, v.width),
                m2k_const(x->bank, (m2k_i128)1 << (8 * offset)));
  return m2k_sval_restart(x, t, (uint32_t)(8 * bytes));
}

/* Joins parts, low first, to one integer of at most 64 bits. */
static m2k_sval join_parts(m2k_exec *x, const m2k_sval *parts, uint32_t n,
                           uint64_t each) {
  if (n == 1)
    return parts[0];
  m2k_term sum = m2k_const(x->bank, 0);
  for (uint32_t i = 0; i < n; i++) {
    if (parts[i].kind != M2K_SVAL_INT)
      return (m2k_sval){0};
    sum = m2k_add(x->bank, sum,
                  m2k_scale(x->bank, m2k_sval_unsigned(x, parts[i]),
                            (m2k_i128)1 << (8 * each * i)));
  }
  return m2k_sval_restart(x, sum, (uint32_t)(8 * each * n));
}

static m2k_sval agg_part(m2k_exec *x, m2k_sval v, uint64_t offset,
                         uint64_t bytes) {
  uint64_t each = byte_size(v);
  if (!each || !v.count)
    return (m2k_sval){0};
  each /= v.count;
  uint64_t first = offset / each;
  if (offset % each + bytes <= each)
    return m2k_sval_part(x, v.elems[first], offset % each, bytes);
  if (offset % each || bytes % each || bytes > 8)
    return (m2k_sval){0};
  m2k_sval parts[8];
  uint32_t n = (uint32_t)(bytes / each);
  for (uint32_t i = 0; i < n; i++)
    parts[i] = m2k_sval_part(x, v.elems[first + i], 0, each);
  return join_parts(x, parts, n, each);
}

static m2k_sval wide_of_parts(m2k_exec *x, m2k_sval v, uint64_t offset,
                              uint64_t bytes) {
  uint32_t n = (uint32_t)((bytes + 3) / 4);
  m2k_sval *limbs = M2K_NEW_N(x->arena, m2k_sval, n);
  for (uint32_t i = 0; i < n; i++) {
    limbs[i] = m2k_sval_part(x, v, offset + 4 * i, 4);
    if (limbs[i].kind != M2K_SVAL_INT)
      return (m2k_sval){0};
  }
  return (m2k_sval){.kind = M2K_SVAL_WIDE,
                    .width = (uint32_t)(8 * bytes),
                    .elems = limbs,
                    .count = n};
}

m2k_sval m2k_sval_part(m2k_exec *x, m2k_sval v, uint64_t offset,
                       uint64_t bytes) {
  uint64_t size = byte_size(v);
  if (offset + bytes > size || !bytes)
    return (m2k_sval){0};
  if (bytes > 8 && !(offset == 0 && bytes == size && v.kind == M2K_SVAL_WIDE))
    return wide_of_parts(x, v, offset, bytes);
  switch (v.kind) {
  case M2K_SVAL_FLOAT:
    return m2k_sval_part(x, float_bits(x, v), offset, bytes);
  case M2K_SVAL_INT:
    return offset == 0 && bytes == size ? v : int_part(x, v, offset, bytes);
  case M2K_SVAL_PTR:
    return m2k_sval_part(x, m2k_ptr_to_int(x, v, 64), offset, bytes);
  case M2K_SVAL_WIDE: {
    if (offset == 0 && bytes == size)
      return v;
    m2k_sval limbs = v;
    limbs.kind = M2K_SVAL_AGG;
    return agg_part(x, limbs, offset, bytes);
  }
  default:
    return agg_part(x, v, offset, bytes);
  }
}

static m2k_sval recast_elements(m2k_exec *x, m2k_sval v,
                                const m2k_type_info *ti) {
  m2k_sval *elems = M2K_NEW_N(x->arena, m2k_sval, ti->count ? ti->count : 1);
  for (uint32_t i = 0; i < ti->count; i++) {
    bool is_struct = ti->kind == M2K_TY_STRUCT;
    m2k_type et = is_struct ? ti->fields[i] : ti->elem;
    const m2k_type_info *ei = type_of(x, et);
    uint64_t at =
        is_struct ? ti->offsets[i]
                  : i * (ti->kind == M2K_TY_VECTOR ? ei->size : ei->alloc_size);
    m2k_sval part = m2k_sval_part(x, v, at, ei->size);
    elems[i] = part.kind == M2K_SVAL_NONE ? m2k_sval_opaque(x, et)
                                          : m2k_recast(x, part, et);
  }
  return (m2k_sval){.kind = M2K_SVAL_AGG, .elems = elems, .count = ti->count};
}

m2k_sval m2k_recast(m2k_exec *x, m2k_sval v, m2k_type to) {
  const m2k_type_info *ti = type_of(x, to);
  switch (ti->kind) {
  case M2K_TY_INT: {
    if (v.kind == M2K_SVAL_BOOL ||
        (v.kind == M2K_SVAL_INT && v.width == ti->bits))
      return v;
    if (ti->bits % 8)
      break;
    m2k_sval part = m2k_sval_part(x, v, 0, ti->size);
    if (part.kind == M2K_SVAL_NONE)
      break;
    return part;
  }
  case M2K_TY_PTR:
    if (v.kind == M2K_SVAL_PTR)
      return v;
    return m2k_int_to_ptr(x, m2k_sval_part(x, v, 0, 8));
  case M2K_TY_VECTOR:
  case M2K_TY_ARRAY:
  case M2K_TY_STRUCT:
    if (v.kind == M2K_SVAL_AGG && v.count == ti->count &&
        ti->kind == M2K_TY_STRUCT)
      return v;
    return recast_elements(x, v, ti);
  default: {
    if (v.kind == M2K_SVAL_FLOAT)
      return v;
    m2k_sval bits = m2k_sval_part(x, v, 0, ti->size);
    if (bits.kind != M2K_SVAL_INT)
      break;
    /* bits that came from a float are that float again */
    if (m2k_kind(x->bank, bits.m) == M2K_TERM_APP &&
        m2k_app_of(x->bank, bits.m) == M2K_APP_OPAQUE_INT &&
        m2k_app_param(x->bank, bits.m) == m2k_tag(M2K_TAG_BITS, ti->bits, 0))
      return m2k_sval_float(x, m2k_arg(x->bank, bits.m, 0), ti->bits);
    return m2k_sval_float(
        x, m2k_opaque_float(x, m2k_tag(M2K_TAG_BITS, 0, 0), &bits.m, 1),
        ti->bits);
  }
  }
  return m2k_sval_opaque(x, to);
}

m2k_term m2k_sval_term(m2k_exec *x, m2k_sval v) {
  switch (v.kind) {
  case M2K_SVAL_INT:
  case M2K_SVAL_FLOAT:
    return v.m;
  case M2K_SVAL_BOOL:
    return m2k_sval_unsigned(x, v);
  case M2K_SVAL_PTR:
    return m2k_ptr_to_int(x, v, 64).m;
  case M2K_SVAL_AGG:
  case M2K_SVAL_WIDE: {
    m2k_term args[16];
    uint32_t n = v.count < 16 ? v.count : 16;
    for (uint32_t i = 0; i < n; i++)
      args[i] = m2k_sval_term(x, v.elems[i]);
    return m2k_opaque_float(x, m2k_tag(M2K_TAG_OP, 0xff0000 + v.count, 0), args,
                            n);
  }
  default:
    return m2k_const(x->bank, 0);
  }
}
