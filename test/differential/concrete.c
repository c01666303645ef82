/*
 * Every launch of a case, run on the concrete interpreter. Nothing of
 * passes/launch is used: the case is read once more, here, and differently.
 */
#include "driver.h"

#include "annotations/parse.h"
#include "passes/base/error.h"

#include <stdio.h>
#include <string.h>

enum { CONTENTS = 7 }; /* samples where contents matter */

/* ---- the case ---- */

static void print_error(void *data, m2k_loc loc, const char *message) {
  (void)data;
  fprintf(stderr, "differential: case, column %u: %s\n", loc.col, message);
}

static m2k_dtype_kind kind_of(gen_type type) {
  return type == GEN_F32         ? M2K_DTYPE_KIND_FLOAT
         : gen_type_signed(type) ? M2K_DTYPE_KIND_SIGNED
                                 : M2K_DTYPE_KIND_UNSIGNED;
}

static m2k_signature signature(m2k_arena *arena, const gen_kernel *k) {
  m2k_sig_param *params = M2K_NEW_N(arena, m2k_sig_param, k->nparams + 1);
  for (uint32_t i = 0; i < k->nparams; i++) {
    const gen_param *p = &k->params[i];
    params[i].name = p->name;
    params[i].kind = p->pointer ? M2K_PARAM_POINTER : M2K_PARAM_INT;
    if (p->pointer) {
      params[i].elem_kind = kind_of(p->type);
      params[i].elem_size = gen_type_size(p->type);
    }
  }
  return (m2k_signature){.function = k->name,
                         .params = params,
                         .nparams = k->nparams,
                         .kernel = true};
}

subject *subject_new(m2k_arena *arena, const gen_kernel *kernel) {
  subject *s = M2K_NEW(arena, subject);
  m2k_errors errors = {.report = print_error};
  m2k_clause_text text = {.text = kernel->interface,
                          .len = strlen(kernel->interface),
                          .file = "case",
                          .line = 1,
                          .col = 1,
                          .exact = true};
  s->kernel = kernel;
  s->sig = signature(arena, kernel);
  s->c = m2k_case_parse(arena, &text, false,
                        (m2k_loc){"case", 1, 1, NULL, NULL}, &errors);
  if (!s->c || m2k_case_check(s->c, &s->sig, &errors) < 0) {
    fprintf(stderr, "differential: bad case: %s\n", kernel->interface);
    return NULL;
  }
  return s;
}

static bool eval(const m2k_expr *e, const m2k_env *env, m2k_i128 *out) {
  return m2k_expr_eval(e, env, out) == M2K_EVAL_OK;
}

bool concrete_admits(const subject *s, const m2k_env *env) {
  for (uint32_t i = 0; i < s->c->nsymbols; i++) {
    bool yes = false;
    if (m2k_set_contains(&s->c->symbols[i].set, env, env->values[i], &yes) !=
            M2K_EVAL_OK ||
        !yes)
      return false;
  }
  for (uint32_t i = 0; i < s->c->nassumes; i++) {
    m2k_i128 holds;
    if (!eval(s->c->assumes[i], env, &holds) || !holds)
      return false;
  }
  return true;
}

/* ---- one launch ---- */

typedef struct builder {
  m2k_arena *arena;
  const subject *s;
  const m2k_env *env;
  uint32_t contents;
  m2k_replay_region *regions;
  m2k_replay_arg *args;
  uint32_t nregions;
  m2k_i128 bytes;
} builder;

static int64_t param_named(const subject *s, const m2k_param_ref *ref) {
  return m2k_signature_param(&s->sig, ref);
}

/* The value of element i: smallest, largest, rising, falling, or any. */
static m2k_i128 content(uint32_t contents, uint64_t i, m2k_i128 lo,
                        m2k_i128 hi) {
  m2k_i128 n = hi - lo + 1;
  switch (contents) {
  case 0:
    return lo;
  case 1:
    return hi;
  case 2:
    return lo + (m2k_i128)i % n;
  case 3:
    return hi - (m2k_i128)i % n;
  default: {
    uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15) * (contents * 2 + 1);
    z ^= z >> 29;
    return lo + (m2k_i128)(z % 1000003) % n;
  }
  }
}

static bool fill_values(builder *b, const m2k_set *set, uint64_t count,
                        m2k_replay_region *r) {
  m2k_i128 lo = 0, hi = 0;
  bool empty = false;
  if (m2k_set_bounds(set, b->env, &lo, &hi, &empty) != M2K_EVAL_OK || empty)
    return false;
  r->fill = (uint64_t)lo;
  uint32_t n = count > 4096 ? 4096 : (uint32_t)count;
  m2k_replay_word *words = M2K_NEW_N(b->arena, m2k_replay_word, n + 1);
  for (uint32_t i = 0; i < n; i++)
    words[i] = (m2k_replay_word){(uint64_t)i * r->elem_size, r->elem_size,
                                 (uint64_t)content(b->contents, i, lo, hi)};
  r->words = words;
  r->word_count = n;
  return true;
}

static bool tensor(builder *b, const m2k_tensor_clause *t) {
  int64_t p = param_named(b->s, &t->param);
  if (p < 0)
    return false;
  uint32_t elem = gen_type_size(b->s->kernel->params[p].type);
  m2k_i128 count = 1;
  for (uint32_t i = 0; i < t->rank; i++) {
    m2k_i128 d;
    if (!eval(t->dims[i], b->env, &d) || d < 0)
      return false;
    count *= d;
  }
  m2k_replay_region *r = &b->regions[b->nregions];
  *r = (m2k_replay_region){.name = b->s->kernel->params[p].name,
                           .size = (uint64_t)count * elem,
                           .align = 256,
                           .elem_size = elem};
  b->bytes += count * elem;
  b->args[p] =
      (m2k_replay_arg){.kind = M2K_REPLAY_ARG_POINTER, .region = b->nregions++};
  return !t->values || fill_values(b, t->values, (uint64_t)count, r);
}

static bool scalar(builder *b, const m2k_scalar_clause *c) {
  int64_t p = param_named(b->s, &c->param);
  m2k_i128 v, lo, hi, one = 1;
  if (p < 0 || c->value.kind != M2K_CLAUSE_EXPR ||
      !eval(c->value.expr, b->env, &v))
    return false;
  gen_type type = b->s->kernel->params[p].type;
  unsigned bits = gen_type_size(type) * 8;
  lo = gen_type_signed(type) ? -(one << (bits - 1)) : 0;
  hi = (one << (gen_type_signed(type) ? bits - 1 : bits)) - 1;
  if (v < lo || v > hi)
    return false;
  uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  b->args[p] =
      (m2k_replay_arg){.kind = M2K_REPLAY_ARG_BITS, .bits = (uint64_t)v & mask};
  return true;
}

static bool dimension(const builder *b, const m2k_expr *e, uint32_t *out) {
  m2k_i128 v = 1;
  if (e && !eval(e, b->env, &v))
    return false;
  *out = (uint32_t)v;
  return v >= 1 && v <= 1 << 20;
}

static bool launch(const builder *b, m2k_replay_input *in) {
  const m2k_launch_clause *l = b->s->c->launch;
  for (uint32_t d = 0; d < 3; d++)
    if (!dimension(b, l->grid[d], &in->grid[d]) ||
        !dimension(b, l->block[d], &in->block[d]))
      return false;
  m2k_i128 shared = 0;
  if (l->shared && !eval(l->shared, b->env, &shared))
    return false;
  in->dynamic_shared = (uint64_t)shared;
  return shared >= 0 && shared <= 227 * 1024 &&
         (uint64_t)in->block[0] * in->block[1] * in->block[2] <= 1024;
}

bool concrete_input(m2k_arena *arena, const subject *s, const m2k_fn *fn,
                    const m2k_env *env, uint32_t contents,
                    m2k_replay_input *out) {
  builder b = {.arena = arena, .s = s, .env = env, .contents = contents};
  b.regions = M2K_NEW_N(arena, m2k_replay_region, s->c->ntensors + 1);
  b.args = M2K_NEW_N(arena, m2k_replay_arg, fn->param_count + 1);
  *out = (m2k_replay_input){.fn = fn};
  for (uint32_t i = 0; i < s->c->ntensors; i++)
    if (!tensor(&b, &s->c->tensors[i]))
      return false;
  for (uint32_t i = 0; i < s->c->nscalars; i++)
    if (!scalar(&b, &s->c->scalars[i]))
      return false;
  out->regions = b.regions;
  out->region_count = b.nregions;
  out->args = b.args;
  return launch(&b, out) && b.bytes <= (m2k_i128)192 << 30;
}

/* ---- all launches ---- */

typedef struct enumeration {
  m2k_arena *arena, *scratch;
  const subject *s;
  const m2k_fn *fn;
  m2k_i128 *values;
  bool *known;
  concrete *out;
} enumeration;

static const char *launch_text(const enumeration *e, const m2k_fault *f,
                               uint32_t contents) {
  m2k_str text = {0};
  for (uint32_t i = 0; i < e->s->c->nsymbols; i++) {
    char buf[48];
    m2k_str_addf(&text, "%s = %s, ", e->s->c->symbols[i].name,
                 m2k_i128_text(e->values[i], buf));
  }
  char at[48], exact[48];
  m2k_str_addf(&text,
               "contents %u, block %u, thread %u: offset %s (exact %s), %llu "
               "bytes of %llu",
               contents, f->block_idx[0], f->thread_idx[0],
               m2k_i128_text(f->machine_offset, at),
               m2k_i128_text(f->exact_offset, exact),
               (unsigned long long)f->size, (unsigned long long)f->region_size);
  const char *out = m2k_strdup(e->arena, m2k_str_text(&text));
  m2k_str_free(&text);
  return out;
}

/* Arrays in which threads hand each other numbers: x1, x2 … Threads index them
 * by their own numbers, so a fault there follows from nothing else. */
static bool is_exchange(const enumeration *e, const m2k_fault *f) {
  if (f->space != M2K_SPACE_SHARED)
    return false;
  /* mangled: _ZZ3k17E2x1 */
  const char *at = strrchr(e->fn->module->globals[f->region].name, 'E');
  at = at ? at + 1 : "";
  return at[strspn(at, "0123456789")] == 'x';
}

/* A bad access to what addresses are made of, these arrays or an index table.
 * What is read there is no number of the program's, so what happens later in
 * this launch follows from this fault and is none of its own. */
static bool misleads(const enumeration *e, const m2k_replay_input *in,
                     const m2k_fault *f) {
  return is_exchange(e, f) || (f->space == M2K_SPACE_GLOBAL &&
                               in->regions[f->region].word_count > 0);
}

static void run_launch(enumeration *e, uint32_t contents) {
  m2k_env env = {.values = e->values, .count = e->s->c->nsymbols};
  m2k_replay_input in;
  m2k_arena_reset(e->scratch);
  if (!concrete_input(e->scratch, e->s, e->fn, &env, contents, &in))
    return;
  m2k_replay_result r = m2k_replay_grid(e->scratch, &in);
  e->out->launches++;
  e->out->executed += r.executed;
  if (r.status != M2K_REPLAY_DONE && !r.fault_count) {
    e->out->incomplete++;
    e->out->why = r.why ? m2k_strdup(e->arena, r.why) : "no reason";
  }
  bool misled = false;
  for (uint32_t i = 0; i < r.fault_count; i++) {
    const m2k_fault *f = &r.faults[i];
    if (misled && !is_exchange(e, f))
      continue;
    misled = misled || misleads(e, &in, f);
    if (!e->out->kinds[f->inst])
      e->out->where[f->inst] = launch_text(e, f, contents);
    e->out->kinds[f->inst] |= (uint8_t)(1u << f->kind);
  }
}

static void enumerate(enumeration *e, uint32_t symbol) {
  const m2k_case *c = e->s->c;
  m2k_env env = {e->values, e->known, c->nsymbols, NULL};
  if (symbol == c->nsymbols) {
    env.known = NULL;
    for (uint32_t i = 0; i < (e->s->kernel->data ? CONTENTS : 1u); i++)
      if (concrete_admits(e->s, &env))
        run_launch(e, i);
    return;
  }
  m2k_i128 lo = 0, hi = 0;
  bool empty = false, yes;
  const m2k_set *set = &c->symbols[symbol].set;
  if (m2k_set_bounds(set, &env, &lo, &hi, &empty) != M2K_EVAL_OK || empty)
    return;
  for (m2k_i128 v = lo; v <= hi; v++) {
    e->known[symbol] = false;
    if (m2k_set_contains(set, &env, v, &yes) != M2K_EVAL_OK || !yes)
      continue;
    e->values[symbol] = v;
    e->known[symbol] = true;
    enumerate(e, symbol + 1);
  }
  e->known[symbol] = false;
}

void concrete_run(m2k_arena *arena, const subject *s, const m2k_fn *fn,
                  concrete *out) {
  *out =
      (concrete){.kinds = M2K_NEW_N(arena, uint8_t, fn->inst_count + 1),
                 .where = M2K_NEW_N(arena, const char *, fn->inst_count + 1)};
  enumeration e = {.arena = arena,
                   .scratch = m2k_arena_new(),
                   .s = s,
                   .fn = fn,
                   .values = M2K_NEW_N(arena, m2k_i128, s->c->nsymbols + 1),
                   .known = M2K_NEW_N(arena, bool, s->c->nsymbols + 1),
                   .out = out};
  enumerate(&e, 0);
  m2k_arena_free(e.scratch);
}
