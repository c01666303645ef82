/* Loops of all shapes. Each surely ends: its bounds stay far from the limits
 * of its counter's type, or it steps by one towards a bound of the same type.
 */
#include "internal.h"

#include <string.h>

typedef struct loop_plan {
  gen_type type;
  gen_value from, to; /* to: exclusive bound */
  m2k_i128 step_lo, step_hi;
  const char *step; /* text */
  uint32_t below;   /* extent that the counter stays below */
  bool inclusive;
} loop_plan;

static gen_value extent_value(const gen *g, uint32_t e) {
  const gen_extent *x = &g->extents[e];
  return (gen_value){.text = x->in_code,
                     .type = GEN_I32,
                     .lo = x->lo,
                     .hi = x->hi,
                     .exact_lo = x->lo,
                     .exact_hi = x->hi,
                     .below = GEN_NO_EXTENT,
                     .uniform = true};
}

static gen_type counter_type(gen *g) {
  static const gen_type types[] = {GEN_I32, GEN_I32, GEN_I32, GEN_I32,
                                   GEN_I32, GEN_U32, GEN_U32, GEN_I64,
                                   GEN_I64, GEN_U64, GEN_I16, GEN_I32};
  return types[random_below(&g->random, 12)];
}

static gen_value pick_bound(gen *g, uint32_t *below) {
  random_state *r = &g->random;
  *below = GEN_NO_EXTENT;
  if (random_percent(r, 55)) {
    uint32_t e = random_percent(r, 60) ? g->n : random_below(r, g->nextents);
    if (g->extents[e].hi <= 12) {
      *below = e;
      return extent_value(g, e);
    }
  }
  const gen_value *v = random_percent(r, 40) ? gen_some_var(g, 0, 12) : NULL;
  if (v)
    return *v;
  return gen_constant(g, random_in(r, 1, 8), GEN_I32);
}

static void plan(gen *g, loop_plan *p) {
  random_state *r = &g->random;
  p->type = counter_type(g);
  p->to = pick_bound(g, &p->below);
  p->from =
      gen_constant(g, random_percent(r, 70) ? 0 : random_in(r, 0, 2), GEN_I32);
  const gen_value *v = random_percent(r, 20) ? gen_some_var(g, 0, 12) : NULL;
  if (v)
    p->from = *v;
  p->from = gen_cast(g, p->from, p->type);
  p->to = gen_cast(g, p->to, p->type);
  int64_t step = random_percent(r, 65) ? 1 : random_in(r, 2, 3);
  p->step_lo = p->step_hi = step;
  p->step = m2k_printf(g->arena, "%d", (int)step);
}

static m2k_i128 trips(const loop_plan *p) {
  m2k_i128 n = p->to.hi - p->from.lo + (p->inclusive ? 1 : 0);
  return n <= 0 ? 1 : (n + p->step_lo - 1) / p->step_lo + 1;
}

static gen_value counter(const loop_plan *p, const char *name) {
  m2k_i128 last = p->inclusive ? p->to.hi : p->to.hi - 1;
  gen_value v = {.text = name,
                 .type = p->type,
                 .lo = p->from.lo,
                 .hi = last > p->from.lo ? last : p->from.lo,
                 .below = p->inclusive ? GEN_NO_EXTENT : p->below,
                 .uniform = p->from.uniform && p->to.uniform};
  v.exact_lo = v.lo;
  v.exact_hi = v.hi;
  return v;
}

/* An extra variable that grows in each iteration. */
static const char *accumulator(gen *g, m2k_i128 times, const char **update) {
  random_state *r = &g->random;
  *update = NULL;
  if (!random_percent(r, 20))
    return NULL;
  gen_type types[] = {GEN_I32, GEN_U32, GEN_I64, GEN_I32};
  gen_type t = types[random_below(r, 4)];
  gen_value v = gen_cast(g, gen_expr(g, random_below(r, 2)), t);
  for (uint32_t i = 0; g->limits && i < g->nvars; i++)
    if (g->vars[i].lo >= 1 << 30 && random_percent(r, 40))
      v = gen_cast(g, g->vars[i], t);
  m2k_i128 lo, hi;
  gen_type_range(t, &lo, &hi);
  int64_t c = random_in(r, 1, 4);
  bool wraps = v.hi + times * c > hi;
  if (v.lo < lo || (wraps && v.lo < 1 << 30))
    return NULL;
  const char *name = gen_fresh(g, "s");
  gen_line(g, m2k_printf(g->arena, "%s %s = %s;", gen_type_c(t), name, v.text),
           m2k_printf(g->arena, "%s %s = 0;", gen_type_c(t), name));
  v.hi += times * c;
  v.exact_hi += times * c;
  if (wraps) {
    v.lo = lo;
    v.hi = hi;
  }
  v.below = GEN_NO_EXTENT;
  v.uniform = false;
  v.text = name;
  gen_add_var(g, name, v);
  *update = m2k_printf(g->arena, "%s += %d;", name, (int)c);
  return name;
}

/* The body of a loop whose counter has been added as a variable. */
static void body(gen *g, m2k_i128 times, const char *update, bool can_skip) {
  random_state *r = &g->random;
  uint32_t work = g->work;
  g->work *= (uint32_t)times;
  g->loops++;
  if (random_percent(r, 10)) {
    bool uniform;
    gen_value saved[GEN_VARS];
    memcpy(saved, g->vars, sizeof saved);
    const char *c = gen_condition(g, &uniform);
    memcpy(g->vars, saved, sizeof saved);
    gen_line(
        g,
        m2k_printf(g->arena, "if (%s) %s;", c,
                   can_skip && random_percent(r, 40) ? "continue" : "break"),
        "");
  }
  gen_statements(g, 1 + random_below(r, 2));
  if (update)
    gen_line(g, update, "");
  g->loops--;
  g->work = work;
}

/* Opens `head`, fills the body with `v` known in it, and closes. */
static void with_counter(gen *g, const char *head, gen_value v, m2k_i128 times,
                         const char *step, bool can_skip, const char *close) {
  const char *update;
  accumulator(g, times, &update);
  gen_stmt *outer = g->block;
  gen_value saved[GEN_VARS];
  uint32_t nvars = g->nvars;
  bool divergent = g->divergent;
  memcpy(saved, g->vars, sizeof saved);
  gen_stmt *s = gen_open(g, head, false);
  if (close)
    s->close = close;
  g->divergent = divergent || !v.uniform;
  gen_add_var(g, v.text, v);
  body(g, times, update, can_skip);
  if (step)
    gen_line(g, step, NULL);
  gen_close(g, s, outer);
  g->divergent = divergent;
  memcpy(g->vars, saved, sizeof saved);
  g->nvars = nvars;
}

static void up(gen *g, loop_plan *p) {
  random_state *r = &g->random;
  const char *i = gen_fresh(g, "i");
  m2k_i128 at_most = 1;
  p->inclusive = random_percent(r, 12);
  bool unequal = !p->inclusive && p->step_hi == at_most &&
                 p->from.hi <= p->to.lo && random_percent(r, 12);
  const char *head =
      m2k_printf(g->arena, "for (%s %s = %s; %s %s %s; %s += %s) {",
                 gen_type_c(p->type), i, p->from.text, i,
                 p->inclusive ? "<="
                 : unequal    ? "!="
                              : "<",
                 p->to.text, i, p->step);
  with_counter(g, head, counter(p, i), trips(p), NULL, true, NULL);
}

static void down(gen *g, loop_plan *p) {
  const char *i = gen_fresh(g, "i"), *head;
  const char *c = gen_type_c(p->type);
  p->from = gen_cast(g, gen_constant(g, 0, GEN_I32), p->type);
  if (gen_type_signed(p->type) && random_percent(&g->random, 60)) {
    head = m2k_printf(g->arena, "for (%s %s = %s - 1; %s >= 0; %s -= %s) {", c,
                      i, p->to.text, i, i, p->step);
  } else {
    p->step_lo = p->step_hi = 1;
    head = m2k_printf(g->arena, "for (%s %s = %s; %s-- > 0;) {", c, i,
                      p->to.text, i);
  }
  with_counter(g, head, counter(p, i), trips(p), NULL, true, NULL);
}

/* while and do-while: the counter lives on. */
static void open_loop(gen *g, loop_plan *p) {
  random_state *r = &g->random;
  const char *i = gen_fresh(g, "i");
  const char *c = gen_type_c(p->type), *head, *close = NULL;
  gen_line(g, m2k_printf(g->arena, "%s %s = %s;", c, i, p->from.text), NULL);
  const char *step = m2k_printf(g->arena, "%s += %s;", i, p->step);
  gen_value v = counter(p, i);
  bool endless = random_percent(r, 35);
  if (endless) {
    head = m2k_printf(g->arena, "while (true) { if (%s >= %s) break;", i,
                      p->to.text);
  } else if (random_percent(r, 50)) {
    head = "do {";
    close = m2k_printf(g->arena, "} while (%s < %s);", i, p->to.text);
    v.below = GEN_NO_EXTENT;
    v.hi = v.hi > p->from.hi ? v.hi : p->from.hi;
  } else {
    head = m2k_printf(g->arena, "while (%s < %s) {", i, p->to.text);
  }
  with_counter(g, head, v, trips(p), step, false, close);
  v.hi += p->step_hi;
  if (p->from.hi > v.hi)
    v.hi = p->from.hi;
  if (close && p->from.hi + p->step_hi > v.hi)
    v.hi = p->from.hi + p->step_hi;
  v.exact_hi = v.hi;
  v.below = GEN_NO_EXTENT;
  v.uniform = false;
  gen_add_var(g, i, v);
}

/* Over an extent, in strides of the block or of the grid. */
static void stride(gen *g, loop_plan *p) {
  random_state *r = &g->random;
  bool grid = random_percent(r, 50);
  static const gen_type types[] = {GEN_I32, GEN_U32, GEN_I64};
  p->type = types[random_below(r, 3)];
  p->below = random_percent(r, 80) ? g->n : random_below(r, g->nextents);
  p->to = gen_cast(g, extent_value(g, p->below), p->type);
  p->from = gen_constant(g, 0, GEN_I32);
  p->from.uniform = false;
  p->step_lo = 1;
  const char *i = gen_fresh(g, "i");
  const char *head = m2k_printf(
      g->arena, "for (%s %s = %s; %s < %s; %s += %s) {", gen_type_c(p->type), i,
      grid ? "blockIdx.x * blockDim.x + threadIdx.x" : "threadIdx.x", i,
      p->to.text, i, grid ? "blockDim.x * gridDim.x" : "blockDim.x");
  m2k_i128 most = 1 + p->to.hi / g->extents[g->block_x].lo;
  with_counter(g, head, counter(p, i), most, NULL, true, NULL);
}

static void scaled(gen *g, loop_plan *p) {
  random_state *r = &g->random;
  static const gen_type types[] = {GEN_I32, GEN_U32, GEN_I32, GEN_I64};
  p->type = types[random_below(r, 4)];
  const char *i = gen_fresh(g, "i"), *c = gen_type_c(p->type), *head;
  gen_value limit = extent_value(
      g, random_percent(r, 50) ? g->block_x : random_below(r, g->nextents));
  if (random_percent(r, 30))
    limit = gen_constant(g, random_in(r, 1, 40), GEN_I32);
  p->to = gen_cast(g, limit, p->type);
  if (random_percent(r, 55)) {
    p->from = gen_constant(g, 1, GEN_I32);
    bool half = random_percent(r, 70);
    head = m2k_printf(g->arena, "for (%s %s = %s%s; %s > 0; %s %s) {", c, i,
                      p->to.text, half ? " / 2" : "", i, i,
                      random_percent(r, 60) ? ">>= 1" : "/= 2");
    p->inclusive = true;
  } else {
    p->from = gen_constant(g, 1, GEN_I32);
    head = m2k_printf(g->arena, "for (%s %s = 1; %s < %s; %s %s) {", c, i, i,
                      p->to.text, i, random_percent(r, 60) ? "*= 2" : "<<= 1");
  }
  with_counter(g, head, counter(p, i), 7, NULL, true, NULL);
}

/* Counts up to a number near the limit of its type. */
static bool near_limit(gen *g, loop_plan *p) {
  for (uint32_t k = 0; k < g->nvars; k++) {
    gen_value v = g->vars[k];
    if (v.lo < 1 << 30 || gen_type_size(v.type) < 4 || v.hi - v.lo > 64)
      continue;
    int64_t d = random_in(&g->random, 1, 6);
    const char *i = gen_fresh(g, "i");
    p->type = v.type;
    p->from = gen_binary(g, '-', v, gen_constant(g, d, GEN_I32));
    p->to = v;
    p->to.hi = v.hi;
    p->below = GEN_NO_EXTENT;
    p->step_lo = p->step_hi = 1;
    const char *head =
        m2k_printf(g->arena, "for (%s %s = %s; %s < %s; ++%s) {",
                   gen_type_c(v.type), i, p->from.text, i, v.text, i);
    with_counter(g, head, counter(p, i), d, NULL, true, NULL);
    return true;
  }
  return false;
}

/* A narrow counter that comes round. */
static void round_trip(gen *g) {
  random_state *r = &g->random;
  gen_type t = random_percent(r, 70) ? GEN_U8 : GEN_U16;
  m2k_i128 lo, hi;
  gen_type_range(t, &lo, &hi);
  int64_t from = (int64_t)hi - random_in(r, 0, 4), to = random_in(r, 1, 4);
  const char *i = gen_fresh(g, "i");
  gen_value v = gen_constant(g, 0, t);
  v.text = i;
  v.hi = v.exact_hi = hi;
  with_counter(g,
               m2k_printf(g->arena, "for (%s %s = %d; %s != %d; ++%s) {",
                          gen_type_c(t), i, (int)from, i, (int)to, i),
               v, 10, NULL, true, NULL);
}

void gen_loop(gen *g) {
  loop_plan p = {0};
  plan(g, &p);
  if (g->work * (uint32_t)trips(&p) > 200) {
    gen_access(g);
    return;
  }
  if (g->limits && random_percent(&g->random, 25) && near_limit(g, &p))
    return;
  if (g->limits && g->work <= 20 && random_percent(&g->random, 4)) {
    round_trip(g);
    return;
  }
  uint32_t pick = random_below(&g->random, 100);
  if (pick < 38)
    up(g, &p);
  else if (pick < 53)
    down(g, &p);
  else if (pick < 70)
    open_loop(g, &p);
  else if (pick < 88)
    stride(g, &p);
  else
    scaled(g, &p);
}
