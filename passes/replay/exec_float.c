/*
 * Floating-point arithmetic in the precision of its type. Values are kept as
 * bits; half and bfloat are computed in float and rounded, which is what the
 * hardware's fused conversions give for a single operation.
 */
#include "passes/replay/machine.h"

#include <math.h>

__extension__ typedef _Float16 half;

bool m2k_is_float(m2k_type_kind kind) {
  return kind == M2K_TY_HALF || kind == M2K_TY_BFLOAT || kind == M2K_TY_FLOAT ||
         kind == M2K_TY_DOUBLE;
}

double m2k_float_value(uint64_t bits, m2k_type_kind kind) {
  half h;
  float f;
  double d;
  switch (kind) {
  case M2K_TY_HALF:
    memcpy(&h, &bits, sizeof h);
    return (double)h;
  case M2K_TY_BFLOAT:
    bits <<= 16;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
  case M2K_TY_FLOAT:
    memcpy(&f, &bits, sizeof f);
    return (double)f;
  default:
    memcpy(&d, &bits, sizeof d);
    return d;
  }
}

/* Round to nearest even, on the upper half of a float. */
static uint64_t bfloat_bits(double value) {
  float f = (float)value;
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  if (f != f)
    return (u >> 16 | 0x40) & 0xffff;
  return ((u + 0x7fff + (u >> 16 & 1)) >> 16) & 0xffff;
}

uint64_t m2k_float_bits(double value, m2k_type_kind kind) {
  uint64_t bits = 0;
  half h = (half)value;
  float f = (float)value;
  switch (kind) {
  case M2K_TY_HALF:
    memcpy(&bits, &h, sizeof h);
    return bits;
  case M2K_TY_BFLOAT:
    return bfloat_bits(value);
  case M2K_TY_FLOAT:
    memcpy(&bits, &f, sizeof f);
    return bits;
  default:
    memcpy(&bits, &value, sizeof value);
    return bits;
  }
}

static double compute(uint16_t op, double a, double b, bool wide) {
  if (op == M2K_OP_FNEG)
    return -a;
  if (op == M2K_OP_FREM)
    return fmod(a, b);
  if (wide)
    return op == M2K_OP_FADD   ? a + b
           : op == M2K_OP_FSUB ? a - b
           : op == M2K_OP_FMUL ? a * b
                               : a / b;
  /* For half and bfloat a float has more than twice the digits, so that
   * rounding twice changes nothing. */
  float x = (float)a, y = (float)b;
  return (double)(op == M2K_OP_FADD   ? x + y
                  : op == M2K_OP_FSUB ? x - y
                  : op == M2K_OP_FMUL ? x * y
                                      : x / y);
}

static bool compare(unsigned pred, double a, double b) {
  bool unordered = a != a || b != b;
  /* LLVM's predicate: bit 0 equal, 1 greater, 2 less, 3 unordered. */
  if (unordered)
    return pred >> 3 & 1;
  return (a == b && (pred & 1)) || (a > b && (pred >> 1 & 1)) ||
         (a < b && (pred >> 2 & 1));
}

/* PTX cvt saturates; LLVM leaves out-of-range conversions undefined. */
static m2k_rv to_int(double a, unsigned width, bool is_signed) {
  double low = is_signed ? -ldexp(1, (int)width - 1) : 0;
  double high = ldexp(1, (int)width - is_signed);
  double whole = trunc(a);
  if (!(whole >= low && whole < high))
    return m2k_rv_undef();
  return m2k_rv_fresh(whole < 0 ? (uint64_t)(int64_t)whole : (uint64_t)whole,
                      width);
}

static m2k_type_kind leaf_kind(const m2k_run *run, m2k_type type) {
  const m2k_type_info *t = m2k_type_of(run->fn, type);
  return t->kind == M2K_TY_VECTOR ? m2k_type_of(run->fn, t->elem)->kind
                                  : t->kind;
}

static m2k_rv convert(const m2k_step *s, const m2k_rv *a, m2k_type_kind from,
                      m2k_type_kind to) {
  switch (s->op) {
  case M2K_OP_FPTOSI:
  case M2K_OP_FPTOUI:
    return to_int(m2k_float_value(a->bits, from), s->bits,
                  s->op == M2K_OP_FPTOSI);
  case M2K_OP_SITOFP:
    return m2k_rv_fresh(
        to == M2K_TY_FLOAT
            ? m2k_float_bits((double)(float)m2k_signed(a->bits, s->from), to)
            : m2k_float_bits((double)m2k_signed(a->bits, s->from), to),
        s->bits);
  case M2K_OP_UITOFP:
    return m2k_rv_fresh(to == M2K_TY_FLOAT
                            ? m2k_float_bits((double)(float)a->bits, to)
                            : m2k_float_bits((double)a->bits, to),
                        s->bits);
  default: /* FPEXT, FPTRUNC */
    return m2k_rv_fresh(m2k_float_bits(m2k_float_value(a->bits, from), to),
                        s->bits);
  }
}

static m2k_rv lane(const m2k_step *s, const m2k_rv *a, const m2k_rv *b,
                   m2k_type_kind from, m2k_type_kind to) {
  if (s->op >= M2K_OP_FPTRUNC && s->op <= M2K_OP_SITOFP)
    return convert(s, a, from, to);
  double x = m2k_float_value(a->bits, from);
  double y = m2k_float_value(b->bits, from);
  if (s->op == M2K_OP_FCMP)
    return m2k_rv_fresh(compare(s->ir->sub, x, y), 1);
  return m2k_rv_fresh(
      m2k_float_bits(compute(s->op, x, y, from == M2K_TY_DOUBLE), to), s->bits);
}

void m2k_exec_float(m2k_thread *t, const m2k_step *s) {
  m2k_type_kind to = leaf_kind(t->run, s->ir->type);
  m2k_type_kind from =
      leaf_kind(t->run, m2k_value_of(t->run->fn, s->ir->ops[0])->type);
  for (uint32_t i = 0; i < s->lanes; i++) {
    const m2k_rv *a = &t->frame[s->a + i];
    const m2k_rv *b = s->ir->op_count > 1 ? &t->frame[s->b + i] : a;
    bool undef = (a->flags | b->flags) & M2K_RV_UNDEF || s->wide ||
                 from == M2K_TY_OTHER || to == M2K_TY_OTHER;
    t->frame[s->dst + i] = undef ? m2k_rv_undef() : lane(s, a, b, from, to);
  }
}
