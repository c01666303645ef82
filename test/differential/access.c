/* Objects and what is done with them. */
#include "internal.h"

#include <string.h>

static m2k_i128 limit_of(const gen_object *o) {
  switch (o->space) {
  case GEN_TENSOR:
    return (m2k_i128)1 << 33;
  case GEN_LOCAL:
    return 48;
  default:
    return 2000;
  }
}

static void touched(gen_object *o, gen_value index) {
  if (index.hi > o->hi && index.hi < limit_of(o))
    o->hi = index.hi;
  if (index.exact_hi > o->exact_hi && index.exact_hi < limit_of(o))
    o->exact_hi = index.exact_hi;
}

static const char *some_number(gen *g) {
  if (g->nvars && random_percent(&g->random, 60))
    return g->vars[random_below(&g->random, g->nvars)].text;
  return "acc";
}

void gen_access_object(gen *g, gen_object *o, bool write, gen_value index) {
  touched(o, index);
  if (o->has_values) {
    gen_value v = {.text = m2k_printf(g->arena, "%s[%s]", o->name, index.text),
                   .type = o->type,
                   .lo = o->value_lo,
                   .hi = o->value_hi,
                   .exact_lo = o->value_lo,
                   .exact_hi = o->value_hi,
                   .below = o->value_below};
    g->kernel->data = true;
    gen_declare(g, v, o->type);
    return;
  }
  const char *text;
  if (!write || o->readonly)
    text = m2k_printf(g->arena, "acc += %s[%s];", o->name, index.text);
  else if (random_percent(&g->random, 8) && o->type == GEN_I32 &&
           o->space != GEN_LOCAL)
    text = m2k_printf(g->arena, "atomicAdd(&%s[%s], 1);", o->name, index.text);
  else
    text = m2k_printf(g->arena, "%s[%s] = (%s)%s;", o->name, index.text,
                      gen_type_c(o->type), some_number(g));
  gen_line(g, text, "");
}

/* ---- objects whose size is chosen afterwards ---- */

/* Brings an index into 0..c-1, or lets it run under a guard. */
static void repaired(gen *g, gen_object *o, bool write, gen_value e) {
  random_state *r = &g->random;
  int64_t c = random_in(r, 2, o->space == GEN_LOCAL ? 12 : 40);
  uint32_t pick = random_below(r, 100);
  if (pick < 25) {
    c = 1 << random_in(r, 1, 5);
    e = gen_binary(g, '&', e, gen_constant(g, c - 1, GEN_I32));
  } else if (pick < 45) {
    e = gen_cast(g, e, gen_type_size(e.type) == 8 ? GEN_U64 : GEN_U32);
    e = gen_binary(g, '%', e, gen_constant(g, c, GEN_U32));
  } else if (pick < 55 && gen_type_signed(e.type)) {
    /* a signed remainder, moved up; sometimes not far enough */
    int64_t up = random_percent(r, 50) ? c - 1 : random_in(r, 0, c - 2);
    e = gen_binary(g, '%', e, gen_constant(g, c, GEN_I32));
    e = gen_binary(g, '+', e, gen_constant(g, up, GEN_I32));
    e.lo = e.exact_lo = 0;
  } else if (pick < 68) {
    gen_value zero = gen_constant(g, 0, GEN_I32);
    e = gen_choose(g, "max", e, zero);
    e = gen_choose(g, "min", e, gen_constant(g, c - 1, GEN_I32));
  } else {
    gen_type t = gen_type_size(e.type) == 8 ? GEN_I64 : GEN_I32;
    gen_value v = gen_declare(g, e, t);
    gen_stmt *outer = g->block;
    const char *low = random_percent(r, 94) ? ">=" : ">";
    gen_stmt *s =
        gen_open(g,
                 m2k_printf(g->arena, "if (%s %s %s && %s < %d) {", v.text, low,
                            random_percent(r, 96) ? "0" : "-1", v.text, (int)c),
                 false);
    v.lo = v.exact_lo = 0;
    v.hi = v.exact_hi = c - 1;
    uint32_t nvars = g->nvars;
    gen_access_object(g, o, write, v);
    gen_close(g, s, outer);
    g->nvars = nvars;
    return;
  }
  gen_access_object(g, o, write, e);
}

static gen_value near_limit_index(gen *g) {
  random_state *r = &g->random;
  gen_value e = gen_expr(g, 1);
  for (uint32_t i = 0; i < g->nvars; i++) {
    gen_value v = g->vars[i];
    if (v.lo < 100 || !random_percent(r, 60))
      continue;
    if (v.hi < (m2k_i128)3 << 30 && random_percent(r, 40))
      v = gen_binary(g, '*', v, gen_constant(g, random_in(r, 2, 3), GEN_I32));
    return gen_binary(g, random_percent(r, 85) ? '+' : '-', v, e);
  }
  return e;
}

static void lazily(gen *g, gen_object *o, bool write) {
  random_state *r = &g->random;
  gen_value e = gen_expr(g, 1 + random_below(r, 3));
  if (g->limits && o->space == GEN_TENSOR && random_percent(r, 65))
    e = near_limit_index(g);
  bool fits = e.lo >= 0 && e.hi < limit_of(o);
  if (o->space == GEN_TENSOR && e.exact_hi > e.hi && e.exact_lo >= 0)
    fits = true; /* may overflow: the size decides */
  if (fits || random_percent(r, 6))
    gen_access_object(g, o, write, e);
  else
    repaired(g, o, write, e);
}

/* ---- objects of a stated shape ---- */

static const gen_value *below(gen *g, uint32_t extent) {
  uint32_t from = random_below(&g->random, g->nvars + 1);
  for (uint32_t i = 0; i < g->nvars; i++) {
    const gen_value *v = &g->vars[(from + i) % g->nvars];
    if (v->below == extent && v->lo >= 0)
      return v;
  }
  return NULL;
}

/* A variable below the extent; opens a guard where there is none. */
static gen_value coordinate(gen *g, uint32_t extent, bool *opened) {
  random_state *r = &g->random;
  const gen_value *v = random_percent(r, 90) ? below(g, extent) : NULL;
  const gen_extent *x = &g->extents[extent];
  if (v) {
    if (random_percent(r, 85))
      return *v;
    if (random_percent(r, 50))
      return gen_binary(g, '>', *v, gen_constant(g, 1, GEN_I32));
    gen_value last = gen_constant(g, 1, GEN_I32);
    last.text = m2k_printf(g->arena, "(%s - 1)", x->in_code);
    last.hi = last.exact_hi = x->hi - 1;
    last = gen_binary(g, '-', last, *v);
    last.lo = last.exact_lo = 0;
    return last;
  }
  gen_value e = gen_declare(g, gen_expr(g, 1), GEN_I32);
  const char *lower =
      e.lo < 0 ? m2k_printf(g->arena, "%s >= 0 && ", e.text) : "";
  gen_open(g,
           m2k_printf(g->arena, "if (%s%s %s %s) {", lower, e.text,
                      random_percent(r, 85) ? "<" : "<=", x->in_code),
           false);
  *opened = true;
  e.lo = e.exact_lo = e.lo < 0 ? 0 : e.lo;
  e.hi = e.exact_hi = x->hi - 1;
  return e;
}

static void shaped(gen *g, gen_object *o, bool write) {
  random_state *r = &g->random;
  gen_stmt *outer = g->block;
  uint32_t depth = g->depth, nvars = g->nvars;
  bool opened = false;
  gen_value e = coordinate(g, o->dims[0], &opened);
  if (o->ndims == 2) {
    const gen_extent *x = &g->extents[o->dims[1]];
    gen_value width = gen_constant(g, 1, GEN_I32);
    width.text = x->in_code;
    width.lo = width.exact_lo = x->lo;
    width.hi = width.exact_hi = x->hi;
    gen_value inner = coordinate(g, o->dims[1], &opened);
    if (random_percent(r, 30))
      e = gen_cast(g, e, random_percent(r, 70) ? GEN_I64 : GEN_U32);
    e = gen_binary(g, '*', e, width);
    e = gen_binary(g, '+', e, inner);
  }
  if (random_percent(r, 10))
    e = gen_binary(g, random_percent(r, 80) ? '+' : '-', e,
                   gen_constant(g, 1, GEN_I32));
  gen_access_object(g, o, write, e);
  g->block = outer;
  g->depth = depth;
  if (opened)
    g->nvars = nvars;
}

void gen_access(gen *g) {
  gen_object *o = &g->objects[random_below(&g->random, g->nobjects)];
  bool write = random_percent(&g->random, 50);
  if (o->ndims)
    shaped(g, o, write);
  else
    lazily(g, o, write);
}

/* ---- pointers that move ---- */

static gen_object *lazy_tensor(gen *g) {
  for (int i = 0; i < 6; i++) {
    gen_object *o = &g->objects[random_below(&g->random, g->nobjects)];
    if (o->space == GEN_TENSOR && !o->ndims && !o->has_values)
      return o;
  }
  return NULL;
}

void gen_walk(gen *g) {
  random_state *r = &g->random;
  gen_object *o = lazy_tensor(g);
  const gen_value *start = gen_some_var(g, 0, 100);
  const gen_value *count = gen_some_var(g, 0, 12);
  if (!o || !start || !count || g->work * 12 > 200) {
    gen_access(g);
    return;
  }
  const char *p = gen_fresh(g, "p"), *i = gen_fresh(g, "i");
  int64_t step = random_in(r, 1, 3);
  gen_stmt *outer = g->block;
  gen_line(g,
           m2k_printf(g->arena, "const %s *%s = %s + %s;", gen_type_c(o->type),
                      p, o->name, start->text),
           m2k_printf(g->arena, "const %s *%s = %s;", gen_type_c(o->type), p,
                      o->name));
  gen_stmt *s =
      gen_open(g,
               m2k_printf(g->arena, "for (int %s = 0; %s < (int)%s; ++%s) {", i,
                          i, count->text, i),
               false);
  gen_line(g, m2k_printf(g->arena, "acc += *%s;", p), "");
  gen_line(g, m2k_printf(g->arena, "%s += %d;", p, (int)step), "");
  gen_close(g, s, outer);
  gen_value last = *start;
  last.hi = last.exact_hi =
      start->hi + (count->hi > 0 ? count->hi - 1 : 0) * step;
  touched(o, last);
  if (random_percent(r, 20))
    gen_line(g, m2k_printf(g->arena, "acc += *%s;", p), "");
}

/* ---- what threads hand each other ---- */

static const gen_value *thread_var(const gen *g) {
  for (uint32_t i = 0; i < g->nvars; i++)
    if (g->vars[i].below == g->block_x)
      return &g->vars[i];
  return NULL;
}

/* Each thread stores a number; after the barrier another one uses it. */
void gen_shared_exchange(gen *g) {
  random_state *r = &g->random;
  const gen_value *tid = thread_var(g);
  gen_value v = gen_cast(g, gen_expr(g, 1), GEN_I32);
  if (!tid || g->rows || v.lo < 0 || v.hi > 200) {
    gen_access(g);
    return;
  }
  const char *name = gen_fresh(g, "x");
  int64_t size = g->extents[g->block_x].hi;
  size += random_percent(r, 80) ? 0 : random_in(r, -1, 1);
  gen_line(g,
           m2k_printf(g->arena, "__shared__ int %s[%d];", name,
                      (int)(size > 0 ? size : 1)),
           NULL);
  gen_line(g, m2k_printf(g->arena, "%s[%s] = %s;", name, tid->text, v.text),
           NULL);
  gen_line(g, "__syncthreads();", NULL);
  v.text = m2k_printf(g->arena, "%s[(%s + %d) %% blockDim.x]", name, tid->text,
                      (int)random_in(r, 0, 3));
  v.uniform = false;
  v.below = GEN_NO_EXTENT;
  gen_declare(g, v, GEN_I32);
}

void gen_reduction(gen *g) {
  random_state *r = &g->random;
  const gen_value *tid = thread_var(g);
  if (!tid) {
    gen_access(g);
    return;
  }
  const char *name = gen_fresh(g, "r"), *s = gen_fresh(g, "i");
  int64_t size = g->extents[g->block_x].hi;
  size += random_percent(r, 80) ? 0 : random_in(r, -1, 1);
  gen_stmt *outer = g->block;
  gen_line(g,
           m2k_printf(g->arena, "__shared__ float %s[%d];", name,
                      (int)(size > 0 ? size : 1)),
           NULL);
  gen_line(g, m2k_printf(g->arena, "%s[%s] = acc;", name, tid->text), "");
  gen_line(g, "__syncthreads();", "");
  gen_stmt *loop = gen_open(
      g,
      m2k_printf(g->arena, "for (int %s = blockDim.x / 2; %s > 0; %s >>= 1) {",
                 s, s, s),
      false);
  gen_line(g,
           m2k_printf(g->arena, "if (%s %s %s) %s[%s] += %s[%s + %s];",
                      tid->text, random_percent(r, 85) ? "<" : "<=", s, name,
                      tid->text, name, tid->text, s),
           "");
  gen_line(g, "__syncthreads();", "");
  gen_close(g, loop, outer);
}
