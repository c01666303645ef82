/* Expressions of all integer types, with rough bounds. */
#include "internal.h"

typedef struct type_row {
  const char *c, *dtype;
  unsigned size;
  bool is_signed;
} type_row;

static const type_row types[GEN_TYPES] = {
    [GEN_I8] = {"signed char", "i8", 1, true},
    [GEN_U8] = {"unsigned char", "u8", 1, false},
    [GEN_I16] = {"short", "i16", 2, true},
    [GEN_U16] = {"unsigned short", "u16", 2, false},
    [GEN_I32] = {"int", "i32", 4, true},
    [GEN_U32] = {"unsigned", "u32", 4, false},
    [GEN_I64] = {"long long", "i64", 8, true},
    [GEN_U64] = {"unsigned long long", "u64", 8, false},
    [GEN_F32] = {"float", "f32", 4, true},
};

const char *gen_type_c(gen_type type) { return types[type].c; }
const char *gen_type_dtype(gen_type type) { return types[type].dtype; }
unsigned gen_type_size(gen_type type) { return types[type].size; }
bool gen_type_signed(gen_type type) { return types[type].is_signed; }

void gen_type_range(gen_type type, m2k_i128 *lo, m2k_i128 *hi) {
  unsigned bits = types[type].size * 8;
  m2k_i128 one = 1;
  *lo = types[type].is_signed ? -(one << (bits - 1)) : 0;
  *hi = (one << (types[type].is_signed ? bits - 1 : bits)) - 1;
}

const char *gen_fresh(gen *g, const char *stem) {
  return m2k_printf(g->arena, "%s%u", stem, g->names++);
}

gen_value gen_constant(gen *g, int64_t value, gen_type type) {
  static const char *const suffix[GEN_TYPES] = {
      [GEN_U32] = "u", [GEN_I64] = "ll", [GEN_U64] = "ull"};
  const char *s = suffix[type] ? suffix[type] : "";
  gen_value v = {.text = m2k_printf(g->arena, value < 0 ? "(%lld%s)" : "%lld%s",
                                    (long long)value, s),
                 .type = type,
                 .lo = value,
                 .hi = value,
                 .exact_lo = value,
                 .exact_hi = value,
                 .below = GEN_NO_EXTENT,
                 .uniform = true};
  return v;
}

void gen_add_var(gen *g, const char *name, gen_value v) {
  if (g->nvars == GEN_VARS)
    return;
  v.text = name;
  g->vars[g->nvars++] = v;
}

/* The machine bounds of a result that may wrap. */
static void wrap(gen_value *v) {
  m2k_i128 lo, hi;
  gen_type_range(v->type, &lo, &hi);
  if (v->lo >= lo && v->hi <= hi)
    return;
  v->lo = lo;
  v->hi = hi;
  v->below = GEN_NO_EXTENT;
}

gen_value gen_cast(gen *g, gen_value v, gen_type type) {
  if (v.type == type)
    return v;
  v.text = m2k_printf(g->arena, "(%s)%s", gen_type_c(type), v.text);
  v.type = type;
  wrap(&v);
  if (gen_type_size(type) < 4) {
    v.exact_lo = v.lo;
    v.exact_hi = v.hi;
  }
  return v;
}

static gen_type promoted(gen_type t) {
  return gen_type_size(t) < 4 ? GEN_I32 : t;
}

/* The usual arithmetic conversions. */
static gen_type common(gen_type a, gen_type b) {
  a = promoted(a);
  b = promoted(b);
  if (a == GEN_U64 || b == GEN_U64)
    return GEN_U64;
  if (a == GEN_I64 || b == GEN_I64)
    return GEN_I64;
  return a == GEN_U32 || b == GEN_U32 ? GEN_U32 : GEN_I32;
}

static gen_value converted(gen_value v, gen_type type) {
  v.type = type;
  wrap(&v);
  return v;
}

static m2k_i128 least(const m2k_i128 *at) {
  m2k_i128 v = at[0];
  for (int i = 1; i < 4; i++)
    v = at[i] < v ? at[i] : v;
  return v;
}

static m2k_i128 greatest(const m2k_i128 *at) {
  m2k_i128 v = at[0];
  for (int i = 1; i < 4; i++)
    v = at[i] > v ? at[i] : v;
  return v;
}

static m2k_i128 capped(m2k_i128 v) {
  m2k_i128 most = (m2k_i128)1 << 80;
  return v > most ? most : v < -most ? -most : v;
}

static m2k_i128 one(char op, m2k_i128 a, m2k_i128 b) {
  switch (op) {
  case '+':
    return a + b;
  case '-':
    return a - b;
  case '*':
    return a > (m2k_i128)1 << 60 && b > (m2k_i128)1 << 60 ? (m2k_i128)1 << 120
                                                          : a * b;
  case '/':
    return b ? a / b : a;
  case '<':
    return a * ((m2k_i128)1 << (b & 31));
  case '>':
    return a >> (b & 31);
  default:
    return 0;
  }
}

static void corners(char op, m2k_i128 alo, m2k_i128 ahi, m2k_i128 blo,
                    m2k_i128 bhi, m2k_i128 *lo, m2k_i128 *hi) {
  m2k_i128 at[4] = {one(op, alo, blo), one(op, alo, bhi), one(op, ahi, blo),
                    one(op, ahi, bhi)};
  *lo = capped(least(at));
  *hi = capped(greatest(at));
}

static m2k_i128 ones_over(m2k_i128 v) {
  m2k_i128 r = 1;
  while (r <= v)
    r *= 2;
  return r - 1;
}

/* Remainder and bits: of what is not negative; else the type's range. */
static void bits(char op, gen_value *r, const gen_value *a,
                 const gen_value *b) {
  gen_type_range(r->type, &r->lo, &r->hi);
  r->below = GEN_NO_EXTENT;
  if (op == '%') {
    r->hi = b->hi - 1;
    r->lo = a->lo >= 0 ? 0 : -r->hi;
    if (a->lo >= 0 && a->hi < r->hi)
      r->hi = a->hi;
  } else if (op == '&' && b->lo >= 0) {
    r->lo = 0;
    r->hi = b->hi;
  } else if (op != '&' && a->lo >= 0 && b->lo >= 0) {
    m2k_i128 x = ones_over(a->hi), y = ones_over(b->hi);
    r->lo = 0;
    r->hi = x > y ? x : y;
  }
  r->exact_lo = r->lo;
  r->exact_hi = r->hi;
}

/* op: + - * / % < > (shifts) & | ^. The caller sees to it that divisors are
 * positive and that shifts stay below the width. */
gen_value gen_binary(gen *g, char op, gen_value a, gen_value b) {
  bool shift = op == '<' || op == '>';
  gen_type t = shift ? promoted(a.type) : common(a.type, b.type);
  gen_value r = {
      .type = t, .below = GEN_NO_EXTENT, .uniform = a.uniform && b.uniform};
  const char twice[] = {op, shift ? op : '\0', '\0'};
  r.text = m2k_printf(g->arena, "(%s %s %s)", a.text, twice, b.text);
  a = converted(a, t);
  if (!shift)
    b = converted(b, t);
  if (op == '%' || op == '&' || op == '|' || op == '^') {
    bits(op, &r, &a, &b);
    if ((op == '%' || op == '&') && a.below != GEN_NO_EXTENT)
      r.below = a.below;
    return r;
  }
  corners(op, a.lo, a.hi, b.lo, b.hi, &r.lo, &r.hi);
  corners(op, a.exact_lo, a.exact_hi, b.exact_lo, b.exact_hi, &r.exact_lo,
          &r.exact_hi);
  if ((op == '/' || op == '>') && a.below != GEN_NO_EXTENT && a.lo >= 0)
    r.below = a.below;
  wrap(&r);
  return r;
}

/* "min", "max", or "?" with some condition. */
gen_value gen_choose(gen *g, const char *op, gen_value a, gen_value b) {
  gen_type t = common(a.type, b.type);
  a = converted(gen_cast(g, a, t), t);
  b = converted(gen_cast(g, b, t), t);
  gen_value r = {.type = t,
                 .below = a.below == b.below ? a.below : GEN_NO_EXTENT,
                 .uniform = a.uniform && b.uniform};
  bool min = op[0] == 'm' && op[1] == 'i', max = op[0] == 'm' && !min;
  if (min || max) {
    r.text = random_percent(&g->random, 50)
                 ? m2k_printf(g->arena, "%s(%s, %s)", op, a.text, b.text)
                 : m2k_printf(g->arena, "(%s %c %s ? %s : %s)", a.text,
                              min ? '<' : '>', b.text, a.text, b.text);
  } else {
    gen_value c = g->nvars ? g->vars[random_below(&g->random, g->nvars)] : a;
    r.text =
        m2k_printf(g->arena, "(%s < %s ? %s : %s)", c.text,
                   gen_constant(g, random_in(&g->random, 0, 6), c.type).text,
                   a.text, b.text);
    r.uniform = r.uniform && c.uniform;
  }
  r.lo = max ? (a.lo > b.lo ? a.lo : b.lo) : (a.lo < b.lo ? a.lo : b.lo);
  r.hi = min ? (a.hi < b.hi ? a.hi : b.hi) : (a.hi > b.hi ? a.hi : b.hi);
  r.exact_lo = a.exact_lo < b.exact_lo ? a.exact_lo : b.exact_lo;
  r.exact_hi = a.exact_hi > b.exact_hi ? a.exact_hi : b.exact_hi;
  if (min && a.lo >= 0 && b.lo >= 0)
    r.below = a.below != GEN_NO_EXTENT ? a.below : b.below;
  return r;
}

const gen_value *gen_some_var(gen *g, m2k_i128 lo, m2k_i128 hi) {
  for (int tries = 0; tries < 12 && g->nvars; tries++) {
    const gen_value *v = &g->vars[random_below(&g->random, g->nvars)];
    if (v->lo >= lo && v->hi <= hi)
      return v;
  }
  return NULL;
}

static gen_value leaf(gen *g) {
  random_state *r = &g->random;
  if (g->nvars && random_percent(r, 75))
    return g->vars[random_below(r, g->nvars)];
  static const int64_t large[] = {65536, 46341, 1 << 20, 1 << 24, 2147483647};
  if (g->limits && random_percent(r, 10))
    return gen_constant(g, large[random_below(r, 5)],
                        random_percent(r, 50) ? GEN_I32 : GEN_U32);
  static const gen_type kinds[] = {GEN_I32, GEN_I32, GEN_I32,
                                   GEN_U32, GEN_I64, GEN_U32};
  return gen_constant(g, random_in(r, 0, 12), kinds[random_below(r, 6)]);
}

static gen_value by_constant(gen *g, char op, gen_value a) {
  random_state *r = &g->random;
  bool wide = gen_type_size(a.type) == 8;
  gen_type t = wide ? GEN_I64 : random_percent(r, 20) ? GEN_U32 : GEN_I32;
  switch (op) {
  case '<':
    return gen_binary(g, op, a, gen_constant(g, random_in(r, 1, 4), GEN_I32));
  case '>':
    return gen_binary(g, op, a, gen_constant(g, random_in(r, 1, 5), GEN_I32));
  case '&':
    return gen_binary(g, op, a,
                      gen_constant(g,
                                   random_percent(r, 80)
                                       ? (1 << random_in(r, 1, 6)) - 1
                                       : random_in(r, 1, 40),
                                   t));
  case '*':
    return gen_binary(g, op, a, gen_constant(g, random_in(r, 2, 5), t));
  default:
    return gen_binary(g, op, a, gen_constant(g, random_in(r, 1, 12), t));
  }
}

static gen_value narrowed(gen *g, gen_value a) {
  static const gen_type narrow[] = {GEN_I8,  GEN_U8,  GEN_I16, GEN_U16,
                                    GEN_I32, GEN_U32, GEN_I64, GEN_U64};
  uint32_t from = random_percent(&g->random, 60) ? 4 : 0;
  gen_type t = narrow[from + random_below(&g->random, 8 - from)];
  return gen_cast(g, a, t);
}

gen_value gen_expr(gen *g, uint32_t depth) {
  random_state *r = &g->random;
  if (depth == 0 || random_percent(r, 15))
    return leaf(g);
  gen_value a = gen_expr(g, depth - 1);
  uint32_t pick = random_below(r, 100);
  if (pick < 24)
    return gen_binary(g, '+', a, gen_expr(g, depth - 1));
  if (pick < 32)
    return gen_binary(g, '-', a, gen_expr(g, depth - 1));
  if (pick < 44)
    return by_constant(g, '*', a);
  if (pick < 48)
    return gen_binary(g, '*', a, leaf(g));
  if (pick < 53)
    return by_constant(g, '<', a);
  if (pick < 58)
    return by_constant(g, '>', a);
  if (pick < 64)
    return by_constant(g, '/', a);
  if (pick < 70)
    return by_constant(g, '%', a);
  if (pick < 74)
    return by_constant(g, '&', a);
  if (pick < 76)
    return by_constant(g, random_percent(r, 50) ? '|' : '^', a);
  if (pick < 81)
    return gen_choose(g, "min", a, gen_expr(g, depth - 1));
  if (pick < 86)
    return gen_choose(g, "max", a, gen_expr(g, depth - 1));
  if (pick < 90)
    return gen_choose(g, "?", a, gen_expr(g, depth - 1));
  if (pick < 97)
    return narrowed(g, a);
  const gen_value *d = gen_some_var(g, 1, 64);
  if (!d || gen_type_size(d->type) > gen_type_size(a.type))
    return a;
  return gen_binary(g, random_percent(r, 50) ? '/' : '%', a, *d);
}
