/* One kernel: its case, its parameters and objects, and its text. */
#include "generate.h"

#include "internal.h"

#include <string.h>

enum { MOST_LAUNCHES = 150 };

/* ---- symbols and parameters ---- */

static void add_symbol(gen *g, const char *name, const char *set,
                       uint32_t values) {
  m2k_str_addf(&g->symbols, "%s(%s in %s), ",
               random_percent(&g->random, 70) ? "user" : "fixed", name, set);
  g->launches *= values;
}

static void add_param(gen *g, const char *name, gen_type type, bool pointer) {
  if (g->kernel->nparams < GEN_PARAMS)
    g->kernel->params[g->kernel->nparams++] = (gen_param){name, type, pointer};
}

static uint32_t add_extent(gen *g, const char *in_code, const char *in_case,
                           int64_t lo, int64_t hi) {
  g->extents[g->nextents] = (gen_extent){in_code, in_case, lo, hi};
  return g->nextents++;
}

static gen_value number(const char *name, gen_type type, int64_t lo,
                        int64_t hi) {
  return (gen_value){.text = name,
                     .type = type,
                     .lo = lo,
                     .hi = hi,
                     .exact_lo = lo,
                     .exact_hi = hi,
                     .below = GEN_NO_EXTENT,
                     .uniform = true};
}

/* A size that is a parameter and a symbol of the same name. */
static uint32_t size_param(gen *g, const char *name, int64_t lo, int64_t hi,
                           int64_t step) {
  static const gen_type types[] = {GEN_I32, GEN_I32, GEN_I32, GEN_I32,
                                   GEN_U32, GEN_I64, GEN_I16, GEN_I32};
  gen_type t = types[random_below(&g->random, 8)];
  add_param(g, name, t, false);
  const char *set = step > 1 ? m2k_printf(g->arena, "%d..%d step %d", (int)lo,
                                          (int)hi, (int)step)
                             : m2k_printf(g->arena, "%d..%d", (int)lo, (int)hi);
  add_symbol(g, name, set, (uint32_t)((hi - lo) / step + 1));
  gen_add_var(g, name, number(name, t, lo, hi));
  const char *code = t == GEN_I32 || t == GEN_I16
                         ? name
                         : m2k_printf(g->arena, "(int)%s", name);
  return add_extent(g, code, name, lo, hi);
}

static void sizes(gen *g) {
  random_state *r = &g->random;
  int64_t lo = random_percent(r, 80) ? 1 : random_in(r, 0, 4);
  int64_t step = random_percent(r, 85) ? 1 : 2;
  int64_t count = random_in(r, 2, 5);
  g->n = size_param(g, "n", lo, lo + (count - 1) * step, step);
  g->m = g->n;
  if (random_percent(r, 45)) {
    lo = random_in(r, 1, 3);
    g->m = size_param(g, "m", lo, lo + random_in(r, 0, 2), 1);
  }
}

static void dimension(gen *g, const char *name, const int64_t *values,
                      uint32_t count) {
  m2k_str set = {0};
  for (uint32_t i = 0; i < count; i++)
    m2k_str_addf(&set, i ? ", %d" : "{%d", (int)values[i]);
  m2k_str_add(&set, "}");
  add_symbol(g, name, m2k_str_text(&set), count);
  m2k_str_free(&set);
}

static void launch(gen *g) {
  random_state *r = &g->random;
  static const int64_t blocks[][3] = {{1, 4}, {4, 7},  {32}, {4, 33},
                                      {8},    {2, 16}, {5},  {32, 64},
                                      {3, 6}, {1, 32}};
  static const uint32_t counts[] = {2, 2, 1, 2, 1, 2, 1, 2, 2, 2};
  static const int64_t grids[][2] = {{1}, {2}, {1, 2}, {1, 3}, {3}};
  static const uint32_t grid_counts[] = {1, 1, 2, 2, 1};
  uint32_t b = random_below(r, 10), d = random_below(r, 5);
  dimension(g, "b", blocks[b], counts[b]);
  dimension(g, "g", grids[d], grid_counts[d]);
  int64_t block_hi = blocks[b][counts[b] - 1];
  int64_t grid_hi = grids[d][grid_counts[d] - 1];
  g->block_x = add_extent(g, "(int)blockDim.x", "b", blocks[b][0], block_hi);
  g->grid_x = add_extent(g, "(int)gridDim.x", "g", grids[d][0], grid_hi);
  add_extent(g, "(int)(gridDim.x * blockDim.x)", "(g*b)",
             grids[d][0] * blocks[b][0], grid_hi * block_hi);
}

/* A scalar near the limit of its type. */
static void limits(gen *g) {
  static const struct {
    gen_type type;
    int64_t lo, hi;
  } rows[] = {
      {GEN_I32, 2147483642, 2147483647}, {GEN_U32, 4294967290, 4294967295},
      {GEN_I32, 2147483632, 2147483647}, {GEN_U32, 4294967200, 4294967295},
      {GEN_I32, 1073741820, 1073741824}, {GEN_I16, 32755, 32767},
      {GEN_U16, 65530, 65535},           {GEN_I8, 120, 127},
      {GEN_I64, 2147483640, 2147483652}, {GEN_U32, 1431655763, 1431655767},
      {GEN_I32, 2147483644, 2147483647}, {GEN_I32, 2147483644, 2147483647},
      {GEN_I32, 1073741820, 1073741824}, {GEN_U32, 4294967293, 4294967295}};
  random_state *r = &g->random;
  uint32_t i = random_below(r, 14);
  int64_t count = random_in(r, 1, 3);
  int64_t lo = random_in(r, rows[i].lo, rows[i].hi - count + 1);
  add_param(g, "big", rows[i].type, false);
  add_symbol(g, "big",
             m2k_printf(g->arena, "%lld..%lld", (long long)lo,
                        (long long)(lo + count - 1)),
             (uint32_t)count);
  gen_add_var(g, "big", number("big", rows[i].type, lo, lo + count - 1));
}

/* A variable made of it, near the limit of another type. */
static void limit_variable(gen *g) {
  random_state *r = &g->random;
  gen_value big = g->vars[g->nvars - 1];
  static const gen_type types[] = {GEN_I32, GEN_U32, GEN_I64};
  gen_value v =
      gen_binary(g, '*', big, gen_constant(g, random_in(r, 1, 3), GEN_I32));
  gen_declare(g, v, types[random_below(r, 3)]);
}

/* ---- objects ---- */

static gen_object *add_object(gen *g, const char *name, gen_space space,
                              gen_type type) {
  gen_object *o = &g->objects[g->nobjects++];
  *o = (gen_object){.name = name,
                    .space = space,
                    .type = type,
                    .value_below = GEN_NO_EXTENT,
                    .hi = -1,
                    .exact_hi = -1};
  if (space == GEN_TENSOR)
    add_param(g, name, type, true);
  return o;
}

static gen_type element(gen *g) {
  static const gen_type types[] = {GEN_F32, GEN_I8,  GEN_I32, GEN_U8,
                                   GEN_I16, GEN_I64, GEN_F32, GEN_I32};
  return types[random_below(&g->random, g->limits ? 5 : 8)];
}

static void index_table(gen *g) {
  random_state *r = &g->random;
  static const gen_type types[] = {GEN_I32, GEN_I32, GEN_I64, GEN_I16, GEN_U8};
  gen_object *o = add_object(g, "idx", GEN_TENSOR, types[random_below(r, 5)]);
  o->readonly = o->has_values = true;
  if (random_percent(r, 50)) {
    o->value_below = random_percent(r, 70) ? g->n : g->m;
    o->value_hi = g->extents[o->value_below].hi - 1;
    if (g->extents[o->value_below].lo < 1) { /* no values: no launch */
      o->value_below = GEN_NO_EXTENT;
      o->value_hi = 3;
    }
  } else {
    o->value_hi = random_in(r, 0, 9);
    if (random_percent(r, 15) && gen_type_signed(o->type))
      o->value_lo = -random_in(r, 1, 3);
  }
  o->dims[0] = random_percent(r, 60) ? g->n : random_below(r, g->nextents);
  o->ndims = random_percent(r, 70) ? 1 : 0;
}

static void objects(gen *g) {
  random_state *r = &g->random;
  static const char *const names[] = {"a", "c", "d"};
  uint32_t tensors = 1 + random_below(r, 3);
  for (uint32_t i = 0; i < tensors; i++) {
    gen_object *o = add_object(g, names[i], GEN_TENSOR, element(g));
    o->readonly = random_percent(r, 30);
    if (g->limits && i == 0)
      continue;
    uint32_t pick = random_below(r, 100);
    o->ndims = pick < 35 ? 1 : pick < 55 ? 2 : 0;
    o->dims[0] = random_percent(r, 55) ? g->n : random_below(r, g->nextents);
    o->dims[1] = random_percent(r, 60) ? g->m : random_below(r, g->nextents);
  }
  if (random_percent(r, 22))
    index_table(g);
  if (random_percent(r, 25))
    add_object(g, "sh", GEN_SHARED, random_percent(r, 50) ? GEN_F32 : GEN_I32);
  else if (random_percent(r, 15))
    add_object(g, "dyn", GEN_DYNAMIC, GEN_F32);
  if (random_percent(r, 20))
    add_object(g, "loc", GEN_LOCAL, random_percent(r, 50) ? GEN_I32 : GEN_I8);
}

/* ---- thread numbers ---- */

static void thread_number(gen *g, const char *name, gen_type type,
                          const char *text, int64_t hi, uint32_t below,
                          bool uniform) {
  gen_line(
      g,
      m2k_printf(g->arena, "const %s %s = %s;", gen_type_c(type), name, text),
      NULL);
  gen_value v = number(name, type, 0, hi);
  v.below = below;
  v.uniform = uniform;
  gen_add_var(g, name, v);
}

static void thread_numbers(gen *g) {
  random_state *r = &g->random;
  static const gen_type types[] = {GEN_I32, GEN_I32, GEN_U32, GEN_I32, GEN_I64};
  const gen_extent *b = &g->extents[g->block_x], *d = &g->extents[g->grid_x];
  thread_number(g, "tid", types[random_below(r, 4)], "threadIdx.x", b->hi - 1,
                g->block_x, false);
  g->rows = random_percent(r, 12);
  if (g->rows)
    thread_number(g, "row", types[random_below(r, 5)], "threadIdx.y", 1,
                  GEN_NO_EXTENT, false);
  if (random_percent(r, 60))
    thread_number(g, "bid", types[random_below(r, 4)], "blockIdx.x", d->hi - 1,
                  g->grid_x, true);
  if (random_percent(r, 70))
    thread_number(g, "gid", types[random_below(r, 5)],
                  "blockIdx.x * blockDim.x + threadIdx.x", b->hi * d->hi - 1,
                  g->grid_x + 1, false);
}

/* ---- what is decided at the end ---- */

static int64_t chosen_size(gen *g, const gen_object *o) {
  random_state *r = &g->random;
  m2k_i128 last =
      o->exact_hi > o->hi && random_percent(r, 70) ? o->exact_hi : o->hi;
  int64_t size = (int64_t)last + 1;
  uint32_t pick = random_below(r, 100);
  if (pick < 30)
    size -= 1;
  else if (pick < 36)
    size -= random_in(r, 1, 3);
  else if (pick < 52)
    size += random_in(r, 1, 5);
  return size < 1 ? 1 : size;
}

static const char *shape(gen *g, const gen_object *o) {
  random_state *r = &g->random;
  m2k_str text = {0};
  if (!o->ndims) {
    m2k_str_addf(&text, "%lld", (long long)chosen_size(g, o));
  } else {
    for (uint32_t i = 0; i < o->ndims; i++) {
      const gen_extent *x = &g->extents[o->dims[i]];
      m2k_str_addf(&text, "%s%s", i ? ", " : "", x->in_case);
      if (i == 0 && random_percent(r, 20))
        m2k_str_addf(&text,
                     x->lo > 0 && random_percent(r, 60) ? " - 1" : " + %d",
                     (int)random_in(r, 1, 3));
    }
  }
  const char *out = m2k_strdup(g->arena, m2k_str_text(&text));
  m2k_str_free(&text);
  return out;
}

static void tensor_clause(gen *g, const gen_object *o, m2k_str *out) {
  m2k_str_addf(out, "tensor(%s, %s, [%s]", o->name, gen_type_dtype(o->type),
               shape(g, o));
  if (o->has_values && o->value_below != GEN_NO_EXTENT)
    m2k_str_addf(out, " values in 0..%s - 1",
                 g->extents[o->value_below].in_case);
  else if (o->has_values)
    m2k_str_addf(out, " values in %d..%d", (int)o->value_lo, (int)o->value_hi);
  m2k_str_add(out, "), ");
}

static void array_text(gen *g, const gen_object *o, m2k_str *out,
                       m2k_str *shared) {
  const char *c = gen_type_c(o->type);
  if (o->space == GEN_SHARED) {
    m2k_str_addf(out, "  __shared__ %s %s[%lld];\n", c, o->name,
                 (long long)chosen_size(g, o));
  } else if (o->space == GEN_LOCAL) {
    m2k_str_addf(out, "  %s %s[%lld] = {};\n", c, o->name,
                 (long long)chosen_size(g, o));
  } else if (o->space == GEN_DYNAMIC) {
    m2k_str_addf(out, "  extern __shared__ float %s[];\n", o->name);
    if (o->hi + 1 == g->extents[g->block_x].hi &&
        random_percent(&g->random, 70))
      m2k_str_addf(shared, ", shared = 4*b");
    else
      m2k_str_addf(shared, ", shared = %lld", (long long)chosen_size(g, o) * 4);
  }
}

static const char *header_text(gen *g, const char *arrays) {
  const gen_kernel *k = g->kernel;
  m2k_str out = {0};
  m2k_str_addf(&out, "extern \"C\" __global__ void %s(", k->name);
  for (uint32_t i = 0; i < k->nparams; i++)
    m2k_str_addf(&out, "%s%s %s%s", i ? ", " : "",
                 gen_type_c(k->params[i].type), k->params[i].pointer ? "*" : "",
                 k->params[i].name);
  m2k_str_addf(&out, ") {\n%s  float acc = 0;\n", arrays);
  const char *text = m2k_strdup(g->arena, m2k_str_text(&out));
  m2k_str_free(&out);
  return text;
}

static void finish(gen *g) {
  gen_kernel *k = g->kernel;
  m2k_str arrays = {0}, shared = {0}, clauses = {0};
  for (uint32_t i = 0; i < g->nobjects; i++) {
    const gen_object *o = &g->objects[i];
    if (o->space == GEN_TENSOR)
      tensor_clause(g, o, &clauses);
    else
      array_text(g, o, &arrays, &shared);
  }
  for (uint32_t i = 0; i < k->nparams; i++)
    if (!k->params[i].pointer)
      m2k_str_addf(&clauses, "scalar(%s = %s), ", k->params[i].name,
                   k->params[i].name);
  k->header = header_text(g, m2k_str_text(&arrays));
  k->interface = m2k_printf(g->arena, "%s%slaunch(grid = [g], block = [b%s]%s)",
                            m2k_str_text(&g->symbols), m2k_str_text(&clauses),
                            g->rows ? ", 2" : "", m2k_str_text(&shared));
  m2k_str_free(&arrays);
  m2k_str_free(&shared);
  m2k_str_free(&clauses);
}

/* ---- the whole ---- */

gen_kernel *gen_new(m2k_arena *arena, uint64_t seed, uint64_t number_of) {
  gen *g = M2K_NEW(arena, gen);
  g->arena = arena;
  g->random.at = seed * UINT64_C(0x2545f4914f6cdd1d) + number_of;
  g->random.at = random_bits(&g->random);
  g->kernel = M2K_NEW(arena, gen_kernel);
  g->kernel->number = number_of;
  g->kernel->name = m2k_printf(arena, "k%llu", (unsigned long long)number_of);
  g->launches = g->work = 1;
  gen_stmt root = {0};
  g->block = &root;
  g->limits = random_percent(&g->random, 30);
  launch(g);
  sizes(g);
  if (g->limits && g->launches <= MOST_LAUNCHES / 3) {
    limits(g);
    if (random_percent(&g->random, 30))
      limit_variable(g);
  }
  objects(g);
  thread_numbers(g);
  gen_statements(g, 2 + random_below(&g->random, 4));
  g->kernel->body = root.first;
  finish(g);
  m2k_str_free(&g->symbols);
  return g->kernel;
}

static void print_stmts(const gen_stmt *s, const gen_keep *keep, uint32_t depth,
                        m2k_str *out) {
  for (; s; s = s->next) {
    gen_keep how = keep ? keep[s->id] : GEN_KEEP;
    if (how == GEN_DROP && (s->close || s->dropped)) {
      if (!s->close && *s->dropped)
        m2k_str_addf(out, "%*s%s\n", (int)depth * 2, "", s->dropped);
      continue;
    }
    m2k_str_addf(out, "%*s%s\n", (int)depth * 2, "",
                 how == GEN_UNWRAP && s->plain ? "{" : s->open);
    if (!s->close)
      continue;
    print_stmts(s->first, keep, depth + 1, out);
    m2k_str_addf(out, "%*s%s\n", (int)depth * 2, "", s->close);
  }
}

void gen_print(const gen_kernel *kernel, const gen_keep *keep, m2k_str *out) {
  m2k_str_add(out, kernel->header);
  print_stmts(kernel->body, keep, 1, out);
  m2k_str_add(out, "}\n");
}
