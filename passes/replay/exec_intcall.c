/* Integer functions of callee.def. But for minimum, maximum and absolute value
 * their results restart. */
#include "passes/replay/machine.h"

#include <math.h>

static uint64_t reverse_bits(uint64_t x, unsigned width) {
  uint64_t r = 0;
  for (unsigned i = 0; i < width; i++)
    r |= (x >> i & 1) << (width - 1 - i);
  return r;
}

static uint64_t count_leading(uint64_t x, unsigned width) {
  return x ? (uint64_t)__builtin_clzll(x) - (64 - width) : width;
}

static uint64_t count_trailing(uint64_t x, unsigned width) {
  return x ? (uint64_t)__builtin_ctzll(x) : width;
}

/* llvm.fshl/fshr: the upper or lower part of a:b shifted. */
static uint64_t funnel(uint64_t a, uint64_t b, uint64_t by, unsigned width,
                       bool left) {
  unsigned k = (unsigned)(by % width);
  if (!k)
    return left ? a : b;
  return left ? a << k | b >> (width - k) : a << (width - k) | b >> k;
}

/* PTX ISA, "prmt", default mode. */
static uint64_t permute(uint64_t a, uint64_t b, uint64_t select) {
  uint64_t all = a | b << 32, r = 0;
  for (unsigned i = 0; i < 4; i++) {
    unsigned pick = select >> (4 * i) & 0xf;
    uint64_t byte = all >> (8 * (pick & 7)) & 0xff;
    if (pick & 8)
      byte = byte & 0x80 ? 0xff : 0;
    r |= byte << (8 * i);
  }
  return r;
}

static uint64_t high_part(uint64_t a, uint64_t b, unsigned width,
                          bool is_signed) {
  m2k_i128 product = is_signed
                         ? (m2k_i128)m2k_signed(a, width) * m2k_signed(b, width)
                         : (m2k_i128)((m2k_u128)a * b);
  return (uint64_t)((m2k_u128)product >> width);
}

static uint64_t unary(m2k_callee id, uint64_t a, unsigned width) {
  switch (id) {
  case M2K_CALL_CTPOP:
    return (uint64_t)__builtin_popcountll(a);
  case M2K_CALL_CTLZ:
    return count_leading(a, width);
  case M2K_CALL_CTTZ:
    return count_trailing(a, width);
  case M2K_CALL_FFS:
    return a ? count_trailing(a, width) + 1 : 0;
  case M2K_CALL_BSWAP:
    return __builtin_bswap64(a) >> (64 - width);
  default:
    return reverse_bits(a, width);
  }
}

static uint64_t binary(m2k_callee id, uint64_t a, uint64_t b, unsigned width) {
  int64_t sa = m2k_signed(a, width), sb = m2k_signed(b, width);
  switch (id) {
  case M2K_CALL_SMIN:
    return sa < sb ? a : b;
  case M2K_CALL_SMAX:
    return sa > sb ? a : b;
  case M2K_CALL_UMIN:
    return a < b ? a : b;
  case M2K_CALL_UMAX:
    return a > b ? a : b;
  case M2K_CALL_UADD_SAT:
    return a + b < a || a + b > m2k_mask(width) ? m2k_mask(width) : a + b;
  case M2K_CALL_USUB_SAT:
    return a > b ? a - b : 0;
  case M2K_CALL_UMULHI:
    return high_part(a, b, width, false);
  default:
    return high_part(a, b, width, true);
  }
}

static bool is_choice(m2k_callee id) {
  return id == M2K_CALL_SMIN || id == M2K_CALL_SMAX || id == M2K_CALL_UMIN ||
         id == M2K_CALL_UMAX;
}

/* Minimum and maximum pick one of their operands, exact value and all; the
 * first where both are equal. */
static m2k_rv choose(m2k_callee id, const m2k_rv *a, const m2k_rv *b,
                     unsigned width) {
  return binary(id, a->bits, b->bits, width) == a->bits ? *a : *b;
}

/* The machine value alone decides the sign. */
static m2k_rv absolute(const m2k_rv *a, unsigned width) {
  bool minus = m2k_signed(a->bits, width) < 0;
  m2k_rv r = m2k_rv_make(minus ? 0 - a->bits : a->bits, width,
                         minus ? -a->exact : a->exact, a->flags & M2K_RV_HUGE);
  r.wrap_s = a->wrap_s;
  r.wrap_u = a->wrap_u;
  return r;
}

static m2k_rv lane(m2k_thread *t, const m2k_step *s, uint32_t i) {
  m2k_callee id = (m2k_callee)s->ir->sub;
  const m2k_rv *x[3] = {NULL, NULL, NULL};
  for (uint32_t k = 0; k < s->ir->op_count && k < 3; k++) {
    /* The flag of ctlz and the like is no lane of its own. */
    bool by_lane = m2k_operand_type(t->run, s, k)->kind == M2K_TY_VECTOR;
    x[k] = m2k_slot(t, s, k) + (by_lane ? i : 0);
    if (m2k_rv_is_undef(x[k]))
      return m2k_rv_undef();
  }
  if (!x[0])
    return m2k_rv_undef();
  uint64_t r;
  if (is_choice(id))
    return choose(id, x[0], x[1], s->from);
  if (id == M2K_CALL_ABS)
    return absolute(x[0], s->from);
  if (id == M2K_CALL_PRMT)
    r = permute(x[0]->bits, x[1]->bits, x[2]->bits);
  else if (id == M2K_CALL_FSHL || id == M2K_CALL_FSHR)
    r = funnel(x[0]->bits, x[1]->bits, x[2]->bits, s->from,
               id == M2K_CALL_FSHL);
  else if (id >= M2K_CALL_UADD_SAT && id <= M2K_CALL_SMULHI)
    r = binary(id, x[0]->bits, x[1]->bits, s->from);
  else
    r = unary(id, x[0]->bits, s->from);
  return m2k_rv_fresh(r, s->bits);
}

/* {result, overflowed} */
static void with_overflow(m2k_thread *t, const m2k_step *s) {
  const m2k_rv *a = &t->frame[s->a], *b = &t->frame[s->b];
  m2k_callee id = (m2k_callee)s->ir->sub;
  bool is_signed = id == M2K_CALL_SADD_OVERFLOW ||
                   id == M2K_CALL_SSUB_OVERFLOW || id == M2K_CALL_SMUL_OVERFLOW;
  if (s->lanes != 2 || m2k_rv_is_undef(a) || m2k_rv_is_undef(b)) {
    m2k_undefine(t, s);
    return;
  }
  m2k_i128 x = is_signed ? m2k_signed(a->bits, s->from) : (m2k_i128)a->bits;
  m2k_i128 y = is_signed ? m2k_signed(b->bits, s->from) : (m2k_i128)b->bits;
  bool mul = id == M2K_CALL_SMUL_OVERFLOW || id == M2K_CALL_UMUL_OVERFLOW;
  bool sub = id == M2K_CALL_SSUB_OVERFLOW || id == M2K_CALL_USUB_OVERFLOW;
  m2k_i128 z = sub ? x - y : x + y;
  if (mul) /* as unsigned numbers, whose product may need all 128 bits */
    z = (m2k_i128)((m2k_u128)x * (m2k_u128)y);
  m2k_rv r = m2k_rv_fresh((uint64_t)z, s->from);
  m2k_i128 back = is_signed ? r.exact : (m2k_i128)r.bits;
  t->frame[s->dst] = r;
  t->frame[s->dst + 1] = m2k_rv_fresh(back != z, 1);
}

static double round_by(const char *name, double x) {
  if (strstr(name, "_rz") || strstr(name, ".rz"))
    return trunc(x);
  if (strstr(name, "_rd") || strstr(name, ".rd"))
    return floor(x);
  if (strstr(name, "_ru") || strstr(name, ".ru"))
    return ceil(x);
  if (strstr(name, "lround"))
    return round(x);
  return rint(x);
}

/* Float to integer by name; PTX cvt saturates and turns NaN into 0. */
static m2k_rv from_float(const m2k_step *s, const m2k_rv *a,
                         m2k_type_kind kind) {
  const char *name = s->ir->text;
  bool to_int = strstr(name, "2") || strstr(name, "rint") ||
                strstr(name, "lround") || strstr(name, "fpto");
  bool half = strstr(name, "half") != NULL;
  if (!to_int || half || s->lanes != 1 || !m2k_is_float(kind))
    return m2k_rv_undef();
  bool is_unsigned = strstr(name, "2u") || strstr(name, "fptoui");
  double x = round_by(name, m2k_float_value(a->bits, kind));
  double low = is_unsigned ? 0 : -ldexp(1, s->bits - 1);
  double high = ldexp(1, s->bits - !is_unsigned);
  uint64_t top = is_unsigned ? m2k_mask(s->bits) : m2k_mask(s->bits) >> 1;
  if (x != x)
    return m2k_rv_fresh(0, s->bits);
  if (x >= high)
    return m2k_rv_fresh(top, s->bits);
  if (x <= low)
    return m2k_rv_fresh(is_unsigned ? 0 : top + 1, s->bits);
  return m2k_rv_fresh(x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x, s->bits);
}

static void opaque(m2k_thread *t, const m2k_step *s) {
  m2k_undefine(t, s);
  const char *name = s->ir->text;
  /* "float2int" and the like; bit views such as "double2hiint" are none. */
  if (!s->ir->op_count || strstr(name, "hiint") || strstr(name, "loint") ||
      strstr(name, "dp4a"))
    return;
  const m2k_rv *a = &t->frame[s->a];
  if (!m2k_rv_is_undef(a))
    t->frame[s->dst] = from_float(s, a, m2k_operand_type(t->run, s, 0)->kind);
}

static void is_space(m2k_thread *t, const m2k_step *s) {
  const m2k_rv *a = &t->frame[s->a];
  const m2k_object *o = m2k_object_of(t, a->prov);
  const char *space = s->ir->text + strlen("llvm.nvvm.isspacep.");
  bool yes = false;
  m2k_undefine(t, s);
  if (m2k_rv_is_undef(a) || !o)
    return;
  if (!strcmp(space, "shared"))
    yes = o->space == M2K_SPACE_SHARED || o->space == M2K_SPACE_DYNAMIC;
  else if (!strcmp(space, "local"))
    yes = o->space == M2K_SPACE_LOCAL;
  else if (!strcmp(space, "global"))
    yes = o->space == M2K_SPACE_GLOBAL;
  else
    return;
  t->frame[s->dst] = m2k_rv_fresh(yes, 1);
}

void m2k_exec_intcall(m2k_thread *t, const m2k_step *s) {
  m2k_callee id = (m2k_callee)s->ir->sub;
  if (id >= M2K_CALL_SADD_OVERFLOW && id <= M2K_CALL_UMUL_OVERFLOW) {
    with_overflow(t, s);
  } else if (id == M2K_CALL_ISSPACEP) {
    is_space(t, s);
  } else if (id == M2K_CALL_INT_OPAQUE) {
    opaque(t, s);
  } else if (id == M2K_CALL_OBJECTSIZE || s->wide || !s->from || !s->bits) {
    m2k_undefine(t, s);
  } else {
    for (uint32_t i = 0; i < s->lanes; i++)
      t->frame[s->dst + i] = lane(t, s, i);
  }
}
