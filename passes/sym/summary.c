/*
 * Summaries: the symbols that a kernel starts from, and the text form.
 */
#include "passes/sym/engine.h"

#include <string.h>

static void make_registers(m2k_exec *x) {
  /* CUDA C++ Programming Guide, "Compute Capabilities": limits per dimension */
  static const struct {
    const char *name;
    int64_t lo, hi;
  } rows[12] = {{"threadIdx.x", 0, 1023},      {"threadIdx.y", 0, 1023},
                {"threadIdx.z", 0, 63},        {"blockDim.x", 1, 1024},
                {"blockDim.y", 1, 1024},       {"blockDim.z", 1, 64},
                {"blockIdx.x", 0, 2147483646}, {"blockIdx.y", 0, 65534},
                {"blockIdx.z", 0, 65534},      {"gridDim.x", 1, 2147483647},
                {"gridDim.y", 1, 65535},       {"gridDim.z", 1, 65535}};
  m2k_term *s = x->sum->sregs;
  for (uint32_t i = 0; i < 12; i++)
    s[i] = m2k_sym(x->bank, rows[i].name, rows[i].lo, rows[i].hi,
                   M2K_OWNER_SREG | i);
  for (uint32_t d = 0; d < 3; d++) {
    m2k_fact_add(
        x->bank, s[M2K_CALL_TID_X + d], m2k_true(x->bank),
        m2k_lt(x->bank, s[M2K_CALL_TID_X + d], s[M2K_CALL_NTID_X + d]));
    m2k_fact_add(
        x->bank, s[M2K_CALL_CTAID_X + d], m2k_true(x->bank),
        m2k_lt(x->bank, s[M2K_CALL_CTAID_X + d], s[M2K_CALL_NCTAID_X + d]));
  }
}

static m2k_sval make_param(m2k_exec *x, uint32_t i) {
  const m2k_param *p = &x->fn->params[i];
  const m2k_type_info *ti = m2k_type_of(x->fn, p->type);
  const char *name =
      p->name ? p->name : m2k_printf(x->arena, "@%u", (unsigned)i);
  m2k_term zero = m2k_const(x->bank, 0);
  if (ti->kind == M2K_TY_PTR) {
    m2k_region region = {
        .space = p->byval_size ? M2K_REGION_PARAM : M2K_REGION_GLOBAL,
        .index = i,
        .name = name,
        .size = p->byval_size ? m2k_const(x->bank, (m2k_i128)p->byval_size)
                              : M2K_NO_TERM,
        .align = p->byval_size ? (p->align ? p->align : 8) : 1};
    uint32_t r = m2k_region_new(x, region);
    x->sum->param_regions[i] = r;
    return m2k_sval_ptr(x, r, zero, zero);
  }
  if (ti->kind == M2K_TY_INT && ti->bits <= 64 && ti->bits > 1) {
    m2k_term t = m2k_fresh_int(x, name, ti->bits, M2K_OWNER_PARAM | i);
    x->sum->params[i] = t;
    return m2k_sval_restart(x, t, ti->bits);
  }
  if (ti->kind == M2K_TY_INT && ti->bits == 1) {
    m2k_term t = m2k_sym(x->bank, name, 0, 1, M2K_OWNER_PARAM | i);
    x->sum->params[i] = t;
    return m2k_sval_bool(x, m2k_eq(x->bank, t, m2k_const(x->bank, 1)));
  }
  return m2k_sval_opaque(x, p->type);
}

static m2k_exec start(m2k_summary *sum, const m2k_sym_options *options) {
  const m2k_fn *fn = sum->fn;
  m2k_exec x = {
      .sum = sum,
      .fn = fn,
      .bank = sum->bank,
      .arena = sum->arena,
      .env = calloc(fn->value_count ? fn->value_count : 1, sizeof(m2k_sval)),
      .path = malloc(sizeof(m2k_term) * (fn->block_count + 1)),
      .leave = calloc(fn->loop_count + 1, sizeof(m2k_copy *)),
      .exits = m2k_map_new(),
      .locals = m2k_map_new(),
      .names = m2k_map_new(),
      .left = m2k_map_new(),
      .origins = m2k_map_new(),
      .session = options ? options->session : NULL,
      .max_events =
          options && options->max_events ? options->max_events : 20000};
  for (uint32_t b = 0; b <= fn->block_count; b++)
    x.path[b] = M2K_NO_TERM;
  return x;
}

static void stop(m2k_exec *x) {
  for (uint32_t l = 0; l < x->fn->loop_count; l++)
    if (x->leave[l])
      m2k_copy_free(x->leave[l]);
  for (uint32_t r = 0; r < x->logs.len; r++)
    m2k_vec_free(&x->logs.at[r].cells);
  m2k_vec_free(&x->logs);
  m2k_vec_free(&x->shared_loads);
  if (x->query)
    m2k_query_free(x->query);
  m2k_map_free(x->exits);
  m2k_map_free(x->locals);
  m2k_map_free(x->names);
  m2k_map_free(x->left);
  m2k_map_free(x->origins);
  m2k_vec_free(&x->outs);
  free(x->env);
  free(x->path);
  free(x->leave);
}

/* Everything that the terms of accesses rest on: their parts, the facts of
 * these, and what copied symbols are copies of. */
typedef struct reach {
  m2k_exec *x;
  m2k_map *seen;
  m2k_vec_u32 todo;
} reach;

static bool reach_term(void *data, m2k_term t) {
  reach *r = data;
  m2k_bank *bank = r->x->bank;
  uint64_t hit;
  if (m2k_map_get(r->seen, t, &hit))
    return true;
  m2k_map_put(r->seen, t, 1);
  if (m2k_map_get(r->x->origins, t, &hit))
    m2k_vec_push(&r->todo, (m2k_term)hit);
  for (uint32_t i = 0; i < m2k_fact_count(bank, t); i++) {
    m2k_term guard, fact;
    m2k_fact_get(bank, t, i, &guard, &fact);
    m2k_vec_push(&r->todo, guard);
    m2k_vec_push(&r->todo, fact);
  }
  return true;
}

static void reach_events(reach *r) {
  const m2k_summary *sum = r->x->sum;
  for (uint32_t i = 0; i < sum->events.len; i++) {
    const m2k_event *ev = &sum->events.at[i];
    if (ev->kind == M2K_EVENT_WRAP)
      continue;
    /* what is stored to tensors does not come back as an address */
    bool comes_back = ev->region != M2K_NONE &&
                      sum->regions.at[ev->region].space != M2K_REGION_GLOBAL;
    const m2k_term terms[] = {ev->machine, ev->exact, ev->path, ev->size,
                              comes_back ? ev->value : M2K_NO_TERM};
    for (uint32_t k = 0; k < sizeof terms / sizeof *terms; k++)
      if (terms[k] != M2K_NO_TERM)
        m2k_vec_push(&r->todo, terms[k]);
  }
  while (r->todo.len) {
    m2k_term t = m2k_vec_pop(&r->todo);
    m2k_visit(r->x->bank, t, reach_term, r);
  }
}

/* A counter that wraps matters only where an access rests on it. */
static void drop_idle_wraps(m2k_exec *x) {
  m2k_summary *sum = x->sum;
  reach r = {.x = x, .seen = m2k_map_new()};
  uint32_t kept = 0;
  uint64_t hit;
  reach_events(&r);
  for (uint32_t i = 0; i < sum->events.len; i++) {
    m2k_event ev = sum->events.at[i];
    if (ev.kind != M2K_EVENT_WRAP || m2k_map_get(r.seen, ev.machine, &hit))
      sum->events.at[kept++] = ev;
  }
  sum->events.len = kept;
  m2k_vec_free(&r.todo);
  m2k_map_free(r.seen);
}

m2k_summary *m2k_summarise(m2k_arena *arena, m2k_bank *bank, const m2k_fn *fn,
                           const m2k_sym_options *options) {
  m2k_summary *sum = M2K_NEW(arena, m2k_summary);
  sum->fn = fn;
  sum->bank = bank;
  sum->arena = arena;
  sum->dynamic = M2K_NONE;
  sum->params = M2K_NEW_N(arena, m2k_term, fn->param_count + 1);
  sum->param_regions = M2K_NEW_N(arena, uint32_t, fn->param_count + 1);
  if (fn->irreducible) {
    sum->failure = "control flow that is no nest of loops";
    return sum;
  }
  m2k_exec x = start(sum, options);
  make_registers(&x);
  for (uint32_t i = 0; i < fn->param_count; i++) {
    sum->params[i] = M2K_NO_TERM;
    sum->param_regions[i] = M2K_NONE;
    x.env[fn->params[i].value] = make_param(&x, i);
  }
  m2k_memory_scan(&x);
  m2k_sx_level(&x, M2K_NONE);
  if (!sum->failure) {
    m2k_memory_link_shared(&x);
    drop_idle_wraps(&x);
  }
  stop(&x);
  return sum;
}

void m2k_summary_free(m2k_summary *summary) {
  m2k_vec_free(&summary->regions);
  m2k_vec_free(&summary->events);
  m2k_vec_free(&summary->ledger);
}

/* ---- text ---- */

const char *m2k_loss_text(m2k_loss loss) {
  static const char *const text[] = {
#define LOSS(name, text) text,
#include "passes/sym/loss.def"
#undef LOSS
  };
  return loss < M2K_LOSS_COUNT ? text[loss] : "?";
}

const char *m2k_event_kind_text(m2k_event_kind kind) {
  static const char *const text[] = {"read",     "write", "atomic", "barrier",
                                     "fall-off", "wrap",  "unknown"};
  return text[kind];
}

const char *m2k_space_text(m2k_space space) {
  static const char *const text[] = {"global", "shared",   "dynamic shared",
                                     "local",  "constant", "param",
                                     "foreign"};
  return text[space];
}

static void print_event(const m2k_summary *s, const m2k_event *ev,
                        m2k_str *out) {
  const m2k_loc *loc = s->fn->insts[ev->inst].loc;
  m2k_str_addf(out, "  %s", m2k_event_kind_text(ev->kind));
  if (ev->region != M2K_NONE)
    m2k_str_addf(out, " %s", s->regions.at[ev->region].name);
  if (loc)
    m2k_str_addf(out, " at %u:%u", loc->line, loc->col);
  m2k_str_add(out, " [");
  m2k_term_print(s->bank, ev->machine, out);
  if (ev->exact != ev->machine) {
    m2k_str_add(out, " ; exact ");
    m2k_term_print(s->bank, ev->exact, out);
  }
  m2k_str_add(out, "] size ");
  m2k_term_print(s->bank, ev->size, out);
  m2k_str_add(out, " if ");
  m2k_term_print(s->bank, ev->path, out);
  if (ev->ledger != M2K_NONE)
    m2k_str_addf(out, " (%s)", m2k_loss_text(s->ledger.at[ev->ledger].loss));
  m2k_str_add(out, "\n");
}

void m2k_summary_print(const m2k_summary *s, m2k_str *out) {
  m2k_str_addf(out, "summary of %s\n", s->fn->display);
  if (s->failure)
    m2k_str_addf(out, "  not executed: %s\n", s->failure);
  for (uint32_t r = 0; r < s->regions.len; r++) {
    const m2k_region *region = &s->regions.at[r];
    m2k_str_addf(out, "  region %s %s: ", m2k_space_text(region->space),
                 region->name);
    m2k_term_print(s->bank, region->size, out);
    m2k_str_addf(out, " bytes, align %u%s\n", region->align,
                 region->written ? ", written" : "");
  }
  for (uint32_t i = 0; i < s->events.len; i++)
    print_event(s, &s->events.at[i], out);
  for (uint32_t i = 0; i < s->ledger.len; i++) {
    const m2k_entry *e = &s->ledger.at[i];
    m2k_str_addf(out, "  ledger: %s%s%s\n", m2k_loss_text(e->loss),
                 e->detail ? ": " : "", e->detail ? e->detail : "");
  }
}
