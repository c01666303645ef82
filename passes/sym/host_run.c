/*
 * The interpreter of host code: frames, branches, paths.
 */
#include "passes/sym/host_state.h"

#include <string.h>

/* A row count and a row length are what most code asks for. */
enum { OPEN_RANK = 2 };
enum { DEFAULT_PATHS = 4096, DEFAULT_STEPS = 4000000, MOST_RESTARTS = 8 };

/* ---- names and functions ---- */

const char *m2k_host_name(m2k_host *h, const char *mangled) {
  uint64_t hit;
  if (m2k_map_get_str(h->name_of, mangled, &hit))
    return h->names.at[hit - 1];
  const char *name = m2k_ir_attribute(h->module, mangled, "m2k-name");
  m2k_vec_push(&h->names, name ? name : m2k_strdup(h->x.arena, mangled));
  m2k_map_put_str(h->name_of, mangled, h->names.len);
  return m2k_vec_last(&h->names);
}

static const m2k_fn *function(m2k_host *h, const char *mangled) {
  uint64_t hit;
  if (m2k_map_get_str(h->functions, mangled, &hit))
    return hit ? h->read.at[hit - 1] : NULL;
  const m2k_fn *fn = m2k_ir_function(h->module, mangled);
  if (fn)
    m2k_vec_push(&h->read, fn);
  m2k_map_put_str(h->functions, mangled, fn ? h->read.len : 0);
  return fn;
}

static uint32_t function_region(m2k_host *h, const char *mangled) {
  uint64_t hit;
  if (m2k_map_get_str(h->function_regions, mangled, &hit))
    return (uint32_t)hit;
  m2k_vec_push(&h->names, mangled);
  uint32_t r =
      m2k_host_region_new(h, M2K_HOST_FUNCTION, h->names.len - 1, mangled, 0);
  m2k_map_put_str(h->function_regions, mangled, r);
  return r;
}

static uint32_t global_region(m2k_host *h, uint32_t global) {
  uint64_t hit;
  if (m2k_map_get(h->global_regions, global, &hit))
    return (uint32_t)hit;
  const m2k_global *g = &h->module->globals[global];
  uint32_t r =
      m2k_host_region_new(h, M2K_HOST_GLOBAL, global, g->display, g->size);
  m2k_map_put(h->global_regions, global, r);
  return r;
}

m2k_type m2k_host_int_type(m2k_host *h, uint32_t bits) {
  for (m2k_type t = 0; t < h->module->type_count; t++)
    if (h->module->types[t].kind == M2K_TY_INT &&
        h->module->types[t].bits == bits)
      return t;
  return M2K_NONE;
}

/* ---- frames ---- */

static m2k_host_frame *top(m2k_host *h) {
  return &h->path->frames[h->path->depth - 1];
}

static void use_frame(m2k_host *h) {
  m2k_host_frame *f = top(h);
  h->x.fn = f->fn;
  h->x.env = f->env;
}

const m2k_loc *m2k_host_loc(m2k_host *h) {
  for (uint32_t d = h->path->depth; d-- > 0;) {
    m2k_host_frame *f = &h->path->frames[d];
    if (f->next && f->next <= f->fn->inst_count &&
        f->fn->insts[f->next - 1].loc)
      return f->fn->insts[f->next - 1].loc;
  }
  return NULL;
}

void m2k_host_note(m2k_host *h, m2k_loss loss, const char *what) {
  m2k_entry entry = {loss, 0, M2K_NO_TERM, what};
  for (uint32_t i = 0; i < h->result.ledger.len; i++)
    if (h->result.ledger.at[i].loss == loss && what &&
        h->result.ledger.at[i].detail &&
        !strcmp(h->result.ledger.at[i].detail, what)) {
      h->path->ledger++;
      return;
    }
  m2k_vec_push(&h->result.ledger, entry);
  h->path->ledger++;
}

/* Addresses of functions and globals are those of this execution. */
static void make_constants(m2k_host *h, const m2k_fn *fn, m2k_sval *env) {
  for (uint32_t v = 0; v < fn->value_count; v++) {
    const m2k_value *value = &fn->values[v];
    if (value->kind == M2K_VALUE_FUNCTION && value->name)
      env[v] = m2k_host_address(h, function_region(h, value->name), 0);
    else if (value->kind == M2K_VALUE_GLOBAL)
      env[v] = m2k_host_address(h, global_region(h, value->index), 0);
    else if (value->kind == M2K_VALUE_UNDEF)
      env[v] = m2k_sval_opaque(&h->x, value->type);
  }
}

static bool enter(m2k_host *h, const m2k_fn *fn, m2k_val result,
                  const m2k_sval *args, uint32_t count) {
  m2k_host_path *p = h->path;
  if (p->depth == M2K_HOST_DEPTH)
    return false;
  m2k_host_frame *f = &p->frames[p->depth++];
  *f = (m2k_host_frame){.fn = fn,
                        .from = M2K_NONE,
                        .next = fn->blocks[0].first,
                        .result = result};
  f->env = M2K_NEW_N(h->x.arena, m2k_sval, fn->value_count + 1);
  use_frame(h);
  make_constants(h, fn, f->env);
  for (uint32_t i = 0; i < fn->param_count; i++)
    f->env[fn->params[i].value] =
        i < count && args[i].kind != M2K_SVAL_NONE
            ? args[i]
            : m2k_sval_opaque(&h->x, fn->params[i].type);
  return true;
}

/* ---- paths ---- */

m2k_host_path *m2k_host_split(m2k_host *h) {
  const m2k_host_path *p = h->path;
  m2k_host_path *q = M2K_NEW(h->x.arena, m2k_host_path);
  *q = *p;
  for (uint32_t d = 0; d < p->depth; d++) {
    uint32_t n = p->frames[d].fn->value_count + 1;
    q->frames[d].env = M2K_NEW_N(h->x.arena, m2k_sval, n);
    memcpy(q->frames[d].env, p->frames[d].env, n * sizeof(m2k_sval));
  }
  memset(&q->memory, 0, sizeof q->memory);
  m2k_vec_resize(&q->memory, p->memory.len);
  if (p->memory.len)
    memcpy(q->memory.at, p->memory.at, p->memory.len * sizeof *p->memory.at);
  memset(&q->tensors, 0, sizeof q->tensors);
  m2k_vec_resize(&q->tensors, p->tensors.len);
  if (p->tensors.len)
    memcpy(q->tensors.at, p->tensors.at, p->tensors.len * sizeof(m2k_tensor));
  if (h->todo.len + h->result.paths > h->limits.paths) {
    h->result.dropped++;
    m2k_vec_free(&q->memory);
    m2k_vec_free(&q->tensors);
  } else {
    m2k_vec_push(&h->todo, q);
  }
  return q;
}

static bool possible(m2k_host *h, m2k_term cond) {
  m2k_bank *bank = h->x.bank;
  m2k_term both = m2k_and(bank, h->path->cond, cond);
  if (both == m2k_false(bank))
    return false;
  return !h->query || m2k_query_ask(h->query, &both, 1, NULL) != M2K_UNSAT;
}

/* Every way from the block ends in a call that does not return. */
static bool is_doomed(const m2k_fn *fn, uint32_t block) {
  for (uint32_t steps = 0; steps < 8; steps++) {
    const m2k_block *b = &fn->blocks[block];
    const m2k_inst *end = &fn->insts[b->first + b->count - 1];
    if (end->op == M2K_OP_UNREACHABLE)
      return true;
    if (end->op != M2K_OP_JMP)
      return false;
    block = (uint32_t)end->imm[0];
  }
  return false;
}

static void add_check(m2k_host *h, m2k_term fails) {
  m2k_host_check c = {h->path->cond, fails, m2k_host_loc(h), NULL};
  m2k_vec_push(&h->result.checks, c);
}

static void go(m2k_host *h, uint32_t block) {
  m2k_host_frame *f = top(h);
  f->from = f->block;
  f->block = block;
  f->next = f->fn->blocks[block].first;
  /* phis are one simultaneous assignment */
  m2k_sval values[64];
  uint32_t first = f->next, n = 0;
  const m2k_block *b = &f->fn->blocks[block];
  while (n < b->count && n < 64 && f->fn->insts[first + n].op == M2K_OP_PHI) {
    const m2k_inst *in = &f->fn->insts[first + n];
    values[n] = m2k_sval_opaque(&h->x, in->type);
    for (uint32_t i = 0; i < in->op_count; i++)
      if ((uint32_t)in->imm[i] == f->from)
        values[n] = m2k_operand(&h->x, in->ops[i]);
    n++;
  }
  for (uint32_t i = 0; i < n; i++)
    f->env[f->fn->insts[first + i].result] = values[i];
  f->next += n;
}

/* Goes to `yes` where cond holds, else to `no`; splits the path where both are
 * possible and neither ends in a failing check. */
static void branch(m2k_host *h, m2k_term cond, uint32_t yes, uint32_t no) {
  m2k_bank *bank = h->x.bank;
  m2k_term other = m2k_not(bank, cond);
  if (yes == no || !possible(h, other)) {
    go(h, yes);
    return;
  }
  if (!possible(h, cond)) {
    go(h, no);
    return;
  }
  const m2k_fn *fn = top(h)->fn;
  bool yes_fails = is_doomed(fn, yes), no_fails = is_doomed(fn, no);
  if (yes_fails != no_fails) {
    add_check(h, yes_fails ? cond : other);
    h->path->cond = m2k_and(bank, h->path->cond, yes_fails ? other : cond);
    go(h, yes_fails ? no : yes);
    return;
  }
  m2k_host_path *here = h->path, *q = m2k_host_split(h);
  if (h->todo.len && m2k_vec_last(&h->todo) == q) {
    q->cond = m2k_and(bank, q->cond, other);
    h->path = q;
    use_frame(h);
    go(h, no);
    h->path = here;
    use_frame(h);
  }
  here->cond = m2k_and(bank, here->cond, cond);
  go(h, yes);
}

static void switch_to(m2k_host *h, const m2k_inst *in) {
  m2k_bank *bank = h->x.bank;
  m2k_term v = m2k_sval_signed(&h->x, m2k_op_value(&h->x, in, 0));
  m2k_host_path *here = h->path;
  m2k_term other = m2k_true(bank);
  uint32_t taken = M2K_NONE;
  for (uint32_t i = 1; i <= in->op_count; i++) {
    bool last = i == in->op_count;
    m2k_term is =
        last ? m2k_true(bank)
             : m2k_eq(bank, v,
                      m2k_sval_signed(&h->x, m2k_op_value(&h->x, in, i)));
    m2k_term cond = m2k_and(bank, other, is);
    if (!last)
      other = m2k_and(bank, other, m2k_not(bank, is));
    if (!possible(h, cond))
      continue;
    uint32_t to = (uint32_t)in->imm[last ? 0 : i];
    if (taken == M2K_NONE) {
      taken = i;
      continue;
    }
    m2k_host_path *q = m2k_host_split(h);
    if (!h->todo.len || m2k_vec_last(&h->todo) != q)
      continue;
    q->cond = m2k_and(bank, q->cond, cond);
    h->path = q;
    use_frame(h);
    go(h, to);
    h->path = here;
    use_frame(h);
  }
  if (taken == M2K_NONE) { /* cannot be: the path itself is impossible */
    h->path->depth = 0;
    return;
  }
  bool last = taken == in->op_count;
  m2k_term cond = m2k_true(bank);
  if (last)
    cond = other;
  else
    for (uint32_t i = 1; i <= taken; i++) {
      m2k_term is =
          m2k_eq(bank, v, m2k_sval_signed(&h->x, m2k_op_value(&h->x, in, i)));
      cond = m2k_and(bank, cond, i == taken ? is : m2k_not(bank, is));
    }
  here->cond = m2k_and(bank, here->cond, cond);
  go(h, (uint32_t)in->imm[last ? 0 : taken]);
}

/* ---- instructions ---- */

/* Two addresses: equal when they are the same place; objects do not touch. */
static m2k_sval compare_addresses(m2k_host *h, const m2k_inst *in, m2k_sval a,
                                  m2k_sval b) {
  m2k_bank *bank = h->x.bank;
  if (a.count != 1 || b.count != 1 || (in->sub != M2K_EQ && in->sub != M2K_NE))
    return m2k_sx_icmp(&h->x, in);
  m2k_term same = m2k_false(bank);
  if (a.alts[0].region == b.alts[0].region)
    same = m2k_eq(bank, a.alts[0].m, b.alts[0].m);
  return m2k_sval_bool(&h->x, in->sub == M2K_EQ ? same : m2k_not(bank, same));
}

static m2k_sval load(m2k_host *h, const m2k_inst *in) {
  const m2k_host_path *p = h->path;
  m2k_sval at = m2k_op_value(&h->x, in, 0);
  return m2k_host_read(h, p->memory.at, p->memory.len, at, in->type);
}

static void set_memory(m2k_host *h, const m2k_inst *in) {
  m2k_sval to = m2k_op_value(&h->x, in, 0);
  m2k_i128 byte, n;
  if (!m2k_is_const(h->x.bank, m2k_op_value(&h->x, in, 1).m, &byte) ||
      !m2k_is_const(h->x.bank, m2k_op_value(&h->x, in, 2).m, &n) || byte ||
      n < 0 || n > 1 << 16) {
    m2k_host_forget(h, to);
    return;
  }
  for (uint64_t i = 0; i < (uint64_t)n; i += 8) {
    uint64_t size = (uint64_t)n - i < 8 ? (uint64_t)n - i : 8;
    for (uint64_t k = 0; k < size; k += size == 8 ? 8 : 1)
      m2k_host_write(h, to, i + k, m2k_sval_const(&h->x, 0, size == 8 ? 64 : 8),
                     size == 8 ? 8 : 1);
  }
}

/* False when the path has ended. */
static bool call(m2k_host *h, const m2k_inst *in) {
  m2k_sval value = {0};
  m2k_host_frame *f = top(h);
  switch (m2k_host_call(h, in, &value)) {
  case M2K_HOST_FAIL:
    return false;
  case M2K_HOST_DONE:
    if (in->result != M2K_NONE)
      f->env[in->result] = value.kind == M2K_SVAL_NONE
                               ? m2k_sval_opaque(&h->x, in->type)
                               : value;
    return true;
  case M2K_HOST_ENTER:
    break;
  }
  const m2k_fn *fn = in->text ? function(h, in->text) : NULL;
  m2k_sval args[64];
  uint32_t n = in->op_count < 64 ? in->op_count : 64;
  for (uint32_t i = 0; i < n; i++)
    args[i] = m2k_op_value(&h->x, in, i);
  if (fn && enter(h, fn, in->result, args, n))
    return true;
  m2k_host_note(h, M2K_LOSS_CALL,
                in->text ? m2k_host_name(h, in->text) : "indirect call");
  for (uint32_t i = 0; i < n; i++)
    if (!m2k_host_tensor_at(h, args[i]))
      m2k_host_forget(h, args[i]);
  if (in->result != M2K_NONE)
    f->env[in->result] = m2k_sval_opaque(&h->x, in->type);
  return true;
}

static void leave(m2k_host *h, const m2k_inst *in) {
  m2k_sval v = {0};
  if (in->op_count)
    v = m2k_op_value(&h->x, in, 0);
  m2k_val result = top(h)->result;
  h->path->depth--;
  if (!h->path->depth)
    return;
  use_frame(h);
  if (result != M2K_NONE)
    top(h)->env[result] = v;
}

/* False when the path has ended in a failing check. */
static bool step(m2k_host *h) {
  m2k_host_frame *f = top(h);
  const m2k_inst *in = &f->fn->insts[f->next++];
  m2k_sval v = {0};
  switch (in->op) {
  case M2K_OP_JMP:
    go(h, (uint32_t)in->imm[0]);
    return true;
  case M2K_OP_BR:
    branch(h, m2k_op_value(&h->x, in, 0).m, (uint32_t)in->imm[0],
           (uint32_t)in->imm[1]);
    return true;
  case M2K_OP_SWITCH:
    switch_to(h, in);
    return true;
  case M2K_OP_RET:
    leave(h, in);
    return true;
  case M2K_OP_UNREACHABLE:
    return false;
  case M2K_OP_CALL:
  case M2K_OP_ASM:
    return call(h, in);
  case M2K_OP_ALLOCA:
    v = m2k_host_address(
        h,
        m2k_host_region_new(h, M2K_HOST_MEMORY, 0,
                            m2k_value_of(f->fn, in->result)->name,
                            (uint64_t)in->imm[0]),
        0);
    break;
  case M2K_OP_LOAD:
    v = load(h, in);
    break;
  case M2K_OP_STORE:
    m2k_host_write_typed(h, m2k_op_value(&h->x, in, 1), 0,
                         m2k_op_value(&h->x, in, 0), in->type);
    return true;
  case M2K_OP_MEMCPY: {
    m2k_i128 n = -1;
    m2k_sval to = m2k_op_value(&h->x, in, 0);
    if (m2k_is_const(h->x.bank, m2k_op_value(&h->x, in, 2).m, &n) && n >= 0)
      m2k_host_copy(h, to, m2k_op_value(&h->x, in, 1), (uint64_t)n);
    else
      m2k_host_forget(h, to);
    return true;
  }
  case M2K_OP_MEMSET:
    set_memory(h, in);
    return true;
  case M2K_OP_ICMP: {
    m2k_sval a = m2k_op_value(&h->x, in, 0), b = m2k_op_value(&h->x, in, 1);
    v = a.kind == M2K_SVAL_PTR && b.kind == M2K_SVAL_PTR
            ? compare_addresses(h, in, a, b)
            : m2k_sx_icmp(&h->x, in);
    break;
  }
  case M2K_OP_ATOMICRMW:
  case M2K_OP_CMPXCHG:
    m2k_host_forget(h, m2k_op_value(&h->x, in, 0));
    v = m2k_sval_opaque(&h->x, m2k_value_of(f->fn, in->result)->type);
    break;
  case M2K_OP_FENCE:
  case M2K_OP_EVENT:
    return true;
  case M2K_OP_UNKNOWN:
    m2k_host_note(h, M2K_LOSS_INSTRUCTION, in->text);
    break;
  default:
    v = m2k_sx_inst(&h->x, in);
  }
  if (in->result != M2K_NONE)
    f->env[in->result] =
        v.kind == M2K_SVAL_NONE
            ? m2k_sval_opaque(&h->x, m2k_value_of(f->fn, in->result)->type)
            : v;
  return true;
}

/* ---- the whole ---- */

static void free_path(m2k_host_path *p) {
  m2k_vec_free(&p->memory);
  m2k_vec_free(&p->tensors);
}

static void follow(m2k_host *h, m2k_host_path *p) {
  h->path = p;
  use_frame(h);
  bool ended = false;
  while (p->depth && !ended && !h->again) {
    if (h->steps++ > h->limits.instructions) {
      h->result.dropped++;
      return;
    }
    ended = !step(h);
  }
  h->result.paths++;
  if (ended)
    h->result.failed++;
}

static void pass_arguments(m2k_host *h, const m2k_fn *fn, m2k_sval *args) {
  for (uint32_t i = 0; i < fn->param_count && i < h->passed.len; i++) {
    if (h->passed_how.at[i] == M2K_HOST_PASS_ADDRESS)
      args[i] = h->passed.at[i];
    else if (h->passed_how.at[i] == M2K_HOST_PASS_PIECE)
      args[i] = m2k_host_read(h, h->initial->memory.at, h->initial->memory.len,
                              h->passed.at[i], fn->params[i].type);
  }
}

static void start(m2k_host *h, const m2k_fn *fn) {
  h->x.fn = fn;
  h->path = h->initial;
  m2k_host_path *p = m2k_host_split(h);
  h->path = p;
  m2k_sval args[64] = {{0}};
  pass_arguments(h, fn, args);
  enter(h, fn, M2K_NONE, args, fn->param_count < 64 ? fn->param_count : 64);
  for (uint32_t t = 0; t < p->tensors.len; t++)
    if (p->tensors.at[t].open_rank)
      p->tensors.at[t].rank =
          t < 64 && h->min_rank[t] > OPEN_RANK ? h->min_rank[t] : OPEN_RANK;
}

const m2k_host_result *m2k_host_run(m2k_host *h) {
  const m2k_fn *fn = function(h, h->entry);
  if (!fn) {
    h->result.failure = "no code was generated for it";
    return &h->result;
  }
  for (uint32_t tries = 0; tries < MOST_RESTARTS; tries++) {
    h->again = false;
    h->result.ops.len = h->result.checks.len = h->result.ledger.len = 0;
    h->result.paths = h->result.failed = h->result.dropped = 0;
    start(h, fn);
    while (h->todo.len) {
      m2k_host_path *p = m2k_vec_pop(&h->todo);
      if (!h->again)
        follow(h, p);
      free_path(p);
    }
    if (!h->again)
      break;
  }
  h->path = NULL;
  return &h->result;
}

m2k_host *m2k_host_new(m2k_arena *arena, m2k_bank *bank, m2k_module *module,
                       const char *fn, m2k_query *query,
                       const m2k_device_model *device,
                       const m2k_host_limits *limits) {
  m2k_host *h = M2K_NEW(arena, m2k_host);
  m2k_summary *sum = M2K_NEW(arena, m2k_summary);
  sum->bank = bank;
  sum->arena = arena;
  sum->dynamic = M2K_NONE;
  h->x = (m2k_exec){.sum = sum, .bank = bank, .arena = arena, .by_path = true};
  h->x.locals = m2k_map_new();
  h->x.names = m2k_map_new();
  h->x.left = m2k_map_new();
  h->x.origins = m2k_map_new();
  h->module = module;
  h->entry = m2k_strdup(arena, fn);
  h->query = query;
  h->device = device ? device : m2k_device_model_of(NULL);
  if (limits)
    h->limits = *limits;
  if (!h->limits.paths)
    h->limits.paths = DEFAULT_PATHS;
  if (!h->limits.instructions)
    h->limits.instructions = DEFAULT_STEPS;
  h->functions = m2k_map_new();
  h->name_of = m2k_map_new();
  h->function_regions = m2k_map_new();
  h->global_regions = m2k_map_new();
  h->initial = M2K_NEW(arena, m2k_host_path);
  h->initial->cond = m2k_true(bank);
  return h;
}

void m2k_host_free(m2k_host *h) {
  m2k_map_free(h->x.locals);
  m2k_map_free(h->x.names);
  m2k_map_free(h->x.left);
  m2k_map_free(h->x.origins);
  m2k_map_free(h->functions);
  m2k_map_free(h->name_of);
  m2k_map_free(h->function_regions);
  m2k_map_free(h->global_regions);
  for (uint32_t i = 0; i < h->x.logs.len; i++)
    m2k_vec_free(&h->x.logs.at[i].cells);
  m2k_vec_free(&h->x.logs);
  m2k_vec_free(&h->x.outs);
  m2k_summary_free(h->x.sum);
  for (uint32_t i = 0; i < h->result.ops.len; i++)
    if (h->result.ops.at[i].args) {
      m2k_vec_free(&h->result.ops.at[i].args->at);
      m2k_vec_free(&h->result.ops.at[i].args->memory);
      m2k_vec_free(&h->result.ops.at[i].args->tensors);
    }
  m2k_vec_free(&h->result.ops);
  m2k_vec_free(&h->result.checks);
  m2k_vec_free(&h->result.ledger);
  m2k_vec_free(&h->regions);
  m2k_vec_free(&h->buffers);
  m2k_vec_free(&h->buffer_regions);
  m2k_vec_free(&h->handles);
  m2k_vec_free(&h->names);
  m2k_vec_free(&h->todo);
  m2k_vec_free(&h->read);
  m2k_vec_free(&h->passed);
  m2k_vec_free(&h->passed_how);
  free_path(h->initial);
}
