/* Statements that are no loops: lines, guards, variables, early returns. */
#include "internal.h"

#include <string.h>

static gen_stmt *append(gen *g) {
  gen_stmt *s = M2K_NEW(g->arena, gen_stmt);
  s->id = g->kernel->nstmts++;
  if (g->block->last)
    g->block->last->next = s;
  else
    g->block->first = s;
  g->block->last = s;
  return s;
}

gen_stmt *gen_line(gen *g, const char *text, const char *dropped) {
  gen_stmt *s = append(g);
  s->open = text;
  s->dropped = dropped;
  return s;
}

gen_stmt *gen_open(gen *g, const char *head, bool plain) {
  gen_stmt *s = append(g);
  s->open = head;
  s->close = "}";
  s->plain = plain;
  g->block = s;
  g->depth++;
  return s;
}

void gen_close(gen *g, gen_stmt *block, gen_stmt *outer) {
  (void)block;
  g->block = outer;
  g->depth--;
}

gen_value gen_declare(gen *g, gen_value v, gen_type type) {
  const char *name = gen_fresh(g, "v");
  const char *c = gen_type_c(type);
  gen_line(g, m2k_printf(g->arena, "%s %s = %s;", c, name, v.text),
           m2k_printf(g->arena, "%s %s = 0;", c, name));
  gen_value out = gen_cast(g, v, type);
  out.text = name;
  gen_add_var(g, name, out);
  return out;
}

/* ---- conditions ---- */

typedef enum relation { LT, LE, GT, GE, EQ, NE } relation;
static const char *const relation_text[] = {"<", "<=", ">", ">=", "==", "!="};
static const relation opposite[] = {GE, GT, LE, LT, NE, EQ};

static void refine(gen_value *v, relation op, m2k_i128 lo, m2k_i128 hi,
                   uint32_t extent) {
  m2k_i128 to_lo = v->lo, to_hi = v->hi;
  if (op == LT || op == LE || op == EQ)
    to_hi = op == LT ? hi - 1 : hi;
  if (op == GT || op == GE || op == EQ)
    to_lo = op == GT ? lo + 1 : lo;
  to_lo = to_lo > v->lo ? to_lo : v->lo;
  to_hi = to_hi < v->hi ? to_hi : v->hi;
  if (to_lo > to_hi)
    return;
  v->lo = to_lo;
  v->hi = to_hi;
  if (op == LT && v->lo >= 0 && extent != GEN_NO_EXTENT)
    v->below = extent;
}

/* Compares one variable with a number or an extent. `holds`: whether what
 * follows runs when it holds, or when it does not. */
static const char *comparison(gen *g, bool holds, bool *uniform) {
  random_state *r = &g->random;
  gen_value *v = &g->vars[random_below(r, g->nvars)];
  relation op = (relation)random_below(r, random_percent(r, 80) ? 4 : 6);
  gen_value k = {0};
  uint32_t extent = GEN_NO_EXTENT;
  *uniform = v->uniform;
  m2k_i128 type_lo, type_hi;
  gen_type_range(v->type, &type_lo, &type_hi);
  if (g->nextents && random_percent(r, 40)) {
    extent = random_below(r, g->nextents);
    k.text = g->extents[extent].in_code;
    k.lo = g->extents[extent].lo;
    k.hi = g->extents[extent].hi;
    if (k.hi > type_hi)
      return comparison(g, holds, uniform);
    if (random_percent(r, 60))
      op = LT;
  } else {
    m2k_i128 c = random_in(r, 0, 9);
    if (v->hi - v->lo < 1000000 && v->hi < (m2k_i128)1 << 62)
      c = v->lo + random_in(r, 0, (int64_t)(v->hi - v->lo));
    if (v->hi >= (m2k_i128)1 << 63)
      c = random_in(r, 0, 9);
    k = gen_constant(g, (int64_t)c, v->type);
  }
  const char *text =
      m2k_printf(g->arena, "%s %s %s", v->text, relation_text[op], k.text);
  refine(v, holds ? op : opposite[op], k.lo, k.hi, extent);
  return text;
}

/* Both sides of && hold, or neither side of || does: only then is something
 * known. */
static const char *condition(gen *g, bool holds, bool *uniform) {
  bool a_uniform, b_uniform;
  const char *a = comparison(g, holds, &a_uniform);
  *uniform = a_uniform;
  if (random_percent(&g->random, 75))
    return a;
  const char *b;
  if (random_percent(&g->random, 70)) {
    b = comparison(g, holds, &b_uniform);
    a = m2k_printf(g->arena, holds ? "%s && %s" : "%s || %s", a, b);
  } else {
    b = comparison(g, !holds, &b_uniform);
    a = m2k_printf(g->arena, holds ? "%s && !(%s)" : "%s || !(%s)", a, b);
  }
  *uniform = a_uniform && b_uniform;
  return a;
}

/* One side of || holds: nothing is known. */
static const char *either(gen *g, bool *uniform) {
  random_state *r = &g->random;
  gen_value saved[GEN_VARS];
  bool a_uniform, b_uniform;
  const gen_value *v = random_percent(r, 50) ? gen_some_var(g, 0, 40) : NULL;
  if (v && v->hi > v->lo) {
    int64_t lo = (int64_t)v->lo, hi = (int64_t)v->hi;
    int64_t one = random_in(r, lo, hi), other = random_in(r, lo, hi);
    *uniform = v->uniform;
    return m2k_printf(g->arena, "%s == %s || %s == %s", v->text,
                      gen_constant(g, one, v->type).text, v->text,
                      gen_constant(g, other, v->type).text);
  }
  memcpy(saved, g->vars, sizeof saved);
  const char *a = comparison(g, true, &a_uniform);
  memcpy(g->vars, saved, sizeof saved);
  const char *b = comparison(g, true, &b_uniform);
  memcpy(g->vars, saved, sizeof saved);
  *uniform = a_uniform && b_uniform;
  return m2k_printf(g->arena, "%s || %s", a, b);
}

const char *gen_condition(gen *g, bool *uniform) {
  if (random_percent(&g->random, 20))
    return either(g, uniform);
  return condition(g, true, uniform);
}

/* ---- statements ---- */

static void guard(gen *g) {
  gen_value saved[GEN_VARS];
  uint32_t nvars = g->nvars;
  bool divergent = g->divergent, uniform;
  gen_stmt *outer = g->block;
  memcpy(saved, g->vars, sizeof saved);
  const char *c = gen_condition(g, &uniform);
  g->divergent = divergent || !uniform;
  gen_stmt *s = gen_open(g, m2k_printf(g->arena, "if (%s) {", c), true);
  gen_statements(g, 1 + random_below(&g->random, 2));
  gen_close(g, s, outer);
  memcpy(g->vars, saved, sizeof saved);
  g->nvars = nvars;
  if (random_percent(&g->random, 25)) {
    s = gen_open(g, "else {", false);
    /* an else without its if is no statement: it goes with it */
    s->plain = false;
    gen_statements(g, 1);
    gen_close(g, s, outer);
    memcpy(g->vars, saved, sizeof saved);
    g->nvars = nvars;
  }
  g->divergent = divergent;
}

static void one_choice(gen *g, const char *head, const char *close) {
  gen_value saved[GEN_VARS];
  uint32_t nvars = g->nvars;
  gen_stmt *outer = g->block;
  memcpy(saved, g->vars, sizeof saved);
  gen_stmt *s = gen_open(g, head, false);
  s->close = close;
  gen_statements(g, 1);
  gen_close(g, s, outer);
  memcpy(g->vars, saved, sizeof saved);
  g->nvars = nvars;
}

static void choice(gen *g) {
  random_state *r = &g->random;
  const gen_value *v = gen_some_var(g, 0, 64);
  if (!v) {
    gen_access(g);
    return;
  }
  bool divergent = g->divergent;
  gen_stmt *outer = g->block;
  int first = (int)random_in(r, 0, 2);
  g->divergent = true;
  gen_stmt *s =
      gen_open(g, m2k_printf(g->arena, "switch (%s) {", v->text), false);
  one_choice(g, m2k_printf(g->arena, "case %d: case %d: {", first, first + 2),
             "} break;");
  one_choice(g, m2k_printf(g->arena, "case %d: {", first + 1),
             random_percent(r, 30) ? "}" : "} break;");
  one_choice(g, "default: {", "}");
  gen_close(g, s, outer);
  g->divergent = divergent;
}

/* A variable that one branch changes. */
static void changed(gen *g) {
  bool uniform;
  gen_type types[] = {GEN_I32, GEN_U32, GEN_I64};
  gen_type t = types[random_below(&g->random, 3)];
  gen_value v = gen_declare(g, gen_expr(g, 1), t);
  gen_value saved[GEN_VARS];
  memcpy(saved, g->vars, sizeof saved);
  const char *c = gen_condition(g, &uniform);
  gen_value w = gen_cast(g, gen_expr(g, 1), t);
  memcpy(g->vars, saved, sizeof saved);
  gen_line(g, m2k_printf(g->arena, "if (%s) %s = %s;", c, v.text, w.text), "");
  for (uint32_t i = 0; i < g->nvars; i++) {
    gen_value *at = &g->vars[i];
    if (strcmp(at->text, v.text) != 0)
      continue;
    at->lo = at->lo < w.lo ? at->lo : w.lo;
    at->hi = at->hi > w.hi ? at->hi : w.hi;
    at->exact_lo = at->exact_lo < w.exact_lo ? at->exact_lo : w.exact_lo;
    at->exact_hi = at->exact_hi > w.exact_hi ? at->exact_hi : w.exact_hi;
    at->below = GEN_NO_EXTENT;
    at->uniform = at->uniform && w.uniform && uniform;
  }
}

static void early_return(gen *g) {
  bool uniform;
  const char *c = condition(g, false, &uniform);
  gen_line(g, m2k_printf(g->arena, "if (%s) return;", c), "");
  g->returned = true;
}

/* Another lane's value. Only for whole warps that are all here. */
static void shuffle(gen *g) {
  random_state *r = &g->random;
  gen_value v = gen_cast(g, gen_expr(g, 1), GEN_I32);
  static const char *const forms[] = {"__shfl_sync(0xffffffffu, %s, %d)",
                                      "__shfl_xor_sync(0xffffffffu, %s, %d)",
                                      "__shfl_down_sync(0xffffffffu, %s, %d)",
                                      "__shfl_up_sync(0xffffffffu, %s, %d)"};
  const char *form = forms[random_below(r, 4)];
  m2k_str text = {0};
  const char *at = strstr(form, "%s");
  m2k_str_add_n(&text, form, (size_t)(at - form));
  m2k_str_addf(&text, "%s, %d)", v.text, (int)random_in(r, 0, 5));
  v.text = m2k_strdup(g->arena, m2k_str_text(&text));
  m2k_str_free(&text);
  v.below = GEN_NO_EXTENT;
  gen_declare(g, v, GEN_I32);
}

static bool whole_warps(const gen *g) {
  return g->depth == 0 && !g->returned && g->extents[g->block_x].lo % 32 == 0 &&
         g->extents[g->block_x].hi % 32 == 0;
}

static bool all_here(const gen *g) { return g->depth == 0 && !g->returned; }

static void statement(gen *g) {
  uint32_t pick = random_below(&g->random, 100);
  if (pick < 46) {
    gen_access(g);
  } else if (pick < 60 && g->depth < 3) {
    guard(g);
  } else if (pick < 78 && g->loops < 2 && g->depth < 3) {
    gen_loop(g);
  } else if (pick < 84) {
    gen_type types[] = {GEN_I32, GEN_U32, GEN_I64, GEN_I32, GEN_I16, GEN_U8};
    gen_declare(g, gen_expr(g, 2), types[random_below(&g->random, 6)]);
  } else if (pick < 88) {
    changed(g);
  } else if (pick < 91) {
    early_return(g);
  } else if (pick < 92 && g->depth < 3) {
    choice(g);
  } else if (pick < 94) {
    gen_walk(g);
  } else if (pick < 97 && all_here(g)) {
    if (random_percent(&g->random, 60))
      gen_shared_exchange(g);
    else
      gen_reduction(g);
  } else if (pick < 99 && whole_warps(g)) {
    shuffle(g);
  } else {
    gen_access(g);
  }
}

void gen_statements(gen *g, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    statement(g);
}
