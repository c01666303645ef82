/*
 * A launch of host code over a summary: grid, block, shared memory, parameters,
 * fields and pointers are what the host execution passed.
 */
#include "passes/launch/bind_state.h"

static uint32_t owner_in_kernel(void *data, uint32_t owner) {
  (void)data;
  uint32_t kind = owner & M2K_OWNER_MASK;
  if (kind == M2K_OWNER_OPAQUE)
    return M2K_OWNER_HOST | (owner & ~M2K_OWNER_MASK);
  return kind ? owner : M2K_OWNER_HOST | M2K_NO_ENTRY;
}

static m2k_term import(const m2k_binding *b, m2k_term t) {
  return m2k_import_term(b->state->import, t);
}

m2k_term m2k_bind_host(const m2k_binding *b, m2k_term t) {
  return import(b, t);
}

/* What the host lost, as a number of the kernel's. */
static m2k_term lost(m2k_binding *b, const char *name, m2k_range range) {
  return m2k_sym_range(b->sum->bank, name, range,
                       M2K_OWNER_HOST | M2K_NO_ENTRY);
}

void m2k_launch_begin(m2k_binding *b) {
  m2k_bind_state *s = b->state;
  const m2k_launch *l = s->launch;
  const m2k_case_terms *host = &l->call->terms;
  uint32_t n = b->c ? b->c->nsymbols : 0;
  s->import = m2k_import_new(l->bank, b->sum->bank, owner_in_kernel, NULL);
  m2k_term *symbols = M2K_NEW_N(b->arena, m2k_term, n + 1);
  for (uint32_t i = 0; i < n; i++)
    symbols[i] = import(b, host->scope.symbols[i]);
  for (uint32_t i = 0; i < host->chosen.len; i++)
    m2k_vec_push(&b->chosen, import(b, host->chosen.at[i]));
  s->terms = (m2k_case_terms){
      .bank = b->sum->bank,
      .arena = b->arena,
      .c = b->c,
      .scope = {symbols, M2K_NO_TERM},
      .stated = m2k_and(
          b->sum->bank, import(b, host->stated),
          m2k_and(b->sum->bank, import(b, host->defined), import(b, l->path))),
      .defined = m2k_true(b->sum->bank)};
  b->symbols = symbols;
  b->unmodelled = l->call->unmodelled;
}

m2k_term m2k_launch_dim(m2k_binding *b, uint32_t i) {
  const m2k_host_op *op = b->state->launch->op;
  const m2k_host_value *v = i < 3 ? &op->block[i] : &op->grid[i - 3];
  m2k_term symbol = b->sum->sregs[M2K_CALL_NTID_X + (i < 3 ? i : i + 3)];
  m2k_range r = m2k_range_of(b->sum->bank, symbol);
  m2k_term t = v->kind == M2K_HOST_INT
                   ? import(b, v->machine)
                   : lost(b, m2k_sym_name(b->sum->bank, symbol), r);
  m2k_bind_limit(b, m2k_const(b->sum->bank, r.lo), t,
                 m2k_const(b->sum->bank, r.hi));
  return t;
}

/* ---- numbers ---- */

/* The number before it was narrowed, or M2K_NO_TERM. One that is read with the
 * other sign only is not narrowed. */
static m2k_term before_narrowing(const m2k_binding *b,
                                 const m2k_host_value *v) {
  return v->exact == v->machine || !v->origin ? M2K_NO_TERM
                                              : import(b, v->exact);
}

static void bind_exactly(m2k_binding *b, m2k_term symbol, m2k_term exact) {
  m2k_bind_state *s = b->state;
  if (!s->exact)
    s->exact = m2k_subst_new(b->sum->bank, m2k_bind_rewrite_exact, b);
  if (symbol != M2K_NO_TERM)
    m2k_subst_bind(s->exact, symbol, exact);
}

static void bind_scalar(m2k_binding *b, uint32_t p, m2k_term symbol) {
  const m2k_launch *l = b->state->launch;
  m2k_bank *bank = b->sum->bank;
  const m2k_type_info *type =
      m2k_type_of(b->sum->fn, b->sum->fn->params[p].type);
  m2k_host_value v =
      m2k_host_arg(l->call->host, l->op, p, 0, (uint32_t)type->size);
  m2k_range r = m2k_range_of(bank, symbol);
  if (v.kind != M2K_HOST_INT) {
    b->params[p] = lost(b, m2k_sym_name(bank, symbol), r);
  } else {
    uint32_t width = 8 * (uint32_t)type->size;
    b->params[p] = import(b, v.machine);
    b->exact_params[p] = before_narrowing(b, &v);
    b->origins[p] = v.origin;
    /* As the kernel reads it, whatever the host's type was. */
    if (r.lo < 0)
      b->params[p] = m2k_swrap(bank, b->params[p], width);
    else if (r.hi == 1)
      b->params[p] = m2k_uwrap(bank, b->params[p], 1);
  }
  m2k_bind_put(b, symbol, b->params[p]);
  if (b->exact_params[p] != M2K_NO_TERM)
    bind_exactly(b, symbol, b->exact_params[p]);
}

void m2k_launch_scalars(m2k_binding *b) {
  for (uint32_t p = 0; p < b->sum->fn->param_count; p++)
    if (b->sum->params[p] != M2K_NO_TERM)
      bind_scalar(b, p, b->sum->params[p]);
}

bool m2k_launch_field(m2k_binding *b, uint32_t p, uint64_t offset,
                      uint32_t size) {
  const m2k_launch *l = b->state->launch;
  uint64_t start = offset;
  const char *name;
  const m2k_sig_param *leaf =
      m2k_signature_leaf(b->state->sig, p, offset, b->arena, &start, &name);
  bool known = leaf && leaf->size && leaf->size <= 8 &&
               (leaf->kind == M2K_PARAM_INT || leaf->kind == M2K_PARAM_BOOL);
  m2k_host_value v =
      known ? m2k_host_arg(l->call->host, l->op, p, start, leaf->size)
            : (m2k_host_value){.kind = M2K_HOST_LOST};
  if (v.kind != M2K_HOST_INT) {
    start = offset;
    v = m2k_host_arg(l->call->host, l->op, p, offset, size);
  } else {
    size = leaf->size;
  }
  if (v.kind != M2K_HOST_INT)
    return false;
  m2k_bound_field field = {.param = p,
                           .size = size,
                           .offset = start,
                           .value = import(b, v.machine),
                           .exact = before_narrowing(b, &v),
                           .origin = v.origin};
  if (field.exact != M2K_NO_TERM)
    bind_exactly(b, M2K_NO_TERM, M2K_NO_TERM);
  m2k_vec_push(&b->fields, field);
  return true;
}

/* ---- pointers ---- */

/* The argument that a buffer is of, or M2K_NONE. */
static uint32_t tensor_in(const m2k_launch *l, uint32_t buffer) {
  for (uint32_t i = 0; i < l->call->tensors.len; i++)
    if (l->call->tensors.at[i].buffer == buffer)
      return i;
  return M2K_NONE;
}

/* Bytes of a tensor whose element type and rank the host code has decided. */
static m2k_term open_bytes(m2k_binding *b, const m2k_tensor *t,
                           uint32_t elem_size) {
  m2k_bank *bank = b->sum->bank;
  m2k_term numel = m2k_const(bank, 1);
  for (uint32_t i = 0; i < t->rank; i++)
    numel = m2k_mul(bank, numel, import(b, t->sizes[i]));
  return m2k_scale(bank, numel, elem_size);
}

static m2k_dtype dtype_of(m2k_scalar_type type) {
  switch (type) {
#define SCALAR(name, number, bytes, kind, dtype)                               \
  case M2K_SCALAR_##name:                                                      \
    return M2K_DTYPE_##dtype;
#include "passes/sym/scalar_type.def"
#undef SCALAR
  default:
    return M2K_DTYPE_any;
  }
}

/* What is stated about the argument that a region lies in. */
static void from_argument(m2k_binding *b, m2k_bound_region *r,
                          const m2k_sig_param *pointer) {
  const m2k_launch *l = b->state->launch;
  const m2k_call_tensor *t = &l->call->tensors.at[r->tensor];
  r->clause = t->clause;
  r->shape = t->shape;
  if (t->elem_size)
    r->elem_size = t->elem_size;
  if (t->clause)
    r->dtype = t->clause->dtype;
  if (t->pointer) {
    r->free_size = !t->clause;
    return;
  }
  m2k_tensor decided = m2k_host_op_tensor(l->call->host, l->op, r->tensor);
  if (r->dtype == M2K_DTYPE_any)
    r->dtype = dtype_of(decided.dtype);
  uint32_t size = m2k_scalar_size(decided.dtype);
  if (!size)
    size = pointer && pointer->elem_size ? pointer->elem_size : 1;
  if (t->clause && t->elem_size)
    return;
  r->elem_size = size;
  r->bytes = open_bytes(b, &decided, size);
}

/* Contents are as stated unless somebody else writes there. */
static void import_values(m2k_binding *b, m2k_bound_region *r) {
  if (r->tensor == M2K_NONE || r->shared_store)
    return;
  const m2k_call_tensor *t = &b->state->launch->call->tensors.at[r->tensor];
  if (!t->values.stated)
    return;
  r->values = t->values;
  r->values.lo = import(b, t->values.lo);
  r->values.hi = import(b, t->values.hi);
  const m2k_param_ref *ref = &t->clause->param;
  if (ref->nsteps && ref->steps[ref->nsteps - 1].kind == M2K_PATH_RANGE)
    r->values.members = NULL; /* may name the element's number */
}

static void bind_buffer(m2k_binding *b, uint32_t i, const m2k_host_value *v,
                        uint32_t *slot_of) {
  const m2k_launch *l = b->state->launch;
  const m2k_buffer *buffer = m2k_host_buffer(l->call->host, v->buffer);
  m2k_bound_region *r = &b->regions[i];
  const m2k_sig_param *pointer =
      m2k_bind_pointer(b, &b->sum->regions.at[i], &r->name);
  r->start = import(b, v->machine);
  r->exact_start = import(b, v->exact);
  r->base = import(b, buffer->base);
  r->bytes = import(b, buffer->bytes);
  r->elem_size = pointer && pointer->elem_size ? pointer->elem_size : 1;
  r->tensor = tensor_in(l, v->buffer);
  if (r->tensor != M2K_NONE)
    from_argument(b, r, pointer);
  if (slot_of[v->buffer] == M2K_NONE)
    slot_of[v->buffer] = b->slots++;
  r->slot = slot_of[v->buffer];
}

/* A pointer that nothing is known of. */
static void bind_lost(m2k_binding *b, uint32_t i) {
  m2k_bound_region *r = &b->regions[i];
  const m2k_sig_param *pointer =
      m2k_bind_pointer(b, &b->sum->regions.at[i], &r->name);
  r->elem_size = pointer && pointer->elem_size ? pointer->elem_size : 1;
  r->bytes = lost(b, r->name, (m2k_range){0, (m2k_i128)1 << 47, 1, 0});
  r->base = lost(b, r->name, (m2k_range){256, (m2k_i128)1 << 47, 1, 0});
  r->slot = b->slots++;
  r->free_size = true;
}

static void bind_null(m2k_binding *b, uint32_t i) {
  m2k_bound_region *r = &b->regions[i];
  m2k_bind_pointer(b, &b->sum->regions.at[i], &r->name);
  r->absent = true;
  r->bytes = r->base = m2k_const(b->sum->bank, 0);
  r->slot = b->slots++;
}

static bool is_null(const m2k_bank *bank, const m2k_host_value *v) {
  m2k_i128 value;
  return v->kind == M2K_HOST_NULL ||
         (v->kind == M2K_HOST_INT && m2k_is_const(bank, v->machine, &value) &&
          value == 0);
}

/* Everything that the call needs at once. */
static void count_device_bytes(m2k_binding *b) {
  const m2k_launch *l = b->state->launch;
  m2k_bank *bank = b->sum->bank;
  for (uint32_t n = 0; n < m2k_host_buffer_count(l->call->host); n++) {
    const m2k_buffer *buffer = m2k_host_buffer(l->call->host, n);
    m2k_term bytes = M2K_NO_TERM;
    uint32_t tensor = tensor_in(l, n);
    for (uint32_t i = 0; i < b->sum->regions.len; i++)
      if (b->regions[i].slot != M2K_NONE && b->regions[i].tensor == tensor &&
          tensor != M2K_NONE)
        bytes = b->regions[i].bytes;
    if (bytes == M2K_NO_TERM && (buffer->host || tensor == M2K_NONE ||
                                 !l->call->tensors.at[tensor].clause))
      continue; /* contributes nothing that is known to be there */
    if (bytes == M2K_NO_TERM)
      bytes = import(b, buffer->bytes);
    b->device_bytes = m2k_add(bank, b->device_bytes, bytes);
  }
}

static bool is_open(const m2k_call_tensor *t) {
  return !t->clause && !t->pointer;
}

/* Each open tensor is like the first one of its rank. */
static void bind_alike(m2k_binding *b) {
  const m2k_launch *l = b->state->launch;
  const m2k_call_tensor *all = l->call->tensors.at;
  for (uint32_t i = 1; i < l->call->tensors.len; i++) {
    m2k_tensor x = m2k_host_op_tensor(l->call->host, l->op, i), y = {0};
    uint32_t k = 0;
    for (; is_open(&all[i]) && k < i; k++) {
      y = m2k_host_op_tensor(l->call->host, l->op, k);
      if (is_open(&all[k]) && x.rank == y.rank)
        break;
    }
    for (uint32_t d = 0; is_open(&all[i]) && k < i && d < x.rank; d++) {
      m2k_alike pair = {import(b, x.sizes[d]), import(b, y.sizes[d])};
      if (m2k_kind(b->sum->bank, pair.of) == M2K_TERM_SYM &&
          m2k_kind(b->sum->bank, pair.as) == M2K_TERM_SYM)
        m2k_vec_push(&b->alike, pair);
    }
  }
}

void m2k_launch_regions(m2k_binding *b) {
  const m2k_launch *l = b->state->launch;
  uint32_t buffers = m2k_host_buffer_count(l->call->host);
  uint32_t *slot_of = M2K_NEW_N(b->arena, uint32_t, buffers + 1);
  for (uint32_t i = 0; i < buffers; i++)
    slot_of[i] = M2K_NONE;
  for (uint32_t i = 0; i < b->sum->regions.len; i++) {
    const m2k_region *region = &b->sum->regions.at[i];
    m2k_bound_region *r = &b->regions[i];
    r->tensor = M2K_NONE;
    if (region->space != M2K_REGION_GLOBAL)
      continue;
    m2k_host_value v = m2k_host_arg(l->call->host, l->op, region->index,
                                    region->path ? region->path - 1 : 0, 8);
    if (v.kind == M2K_HOST_BUFFER)
      bind_buffer(b, i, &v, slot_of);
    else if (is_null(l->bank, &v))
      bind_null(b, i);
    else
      bind_lost(b, i);
    m2k_bind_put(b, region->base, m2k_add(b->sum->bank, r->base, r->start));
    m2k_bind_put(b, region->size, r->bytes);
  }
  for (uint32_t i = 0; i < b->sum->regions.len; i++)
    for (uint32_t k = 0; k < b->sum->regions.len; k++)
      if (i != k && b->regions[i].slot != M2K_NONE &&
          b->regions[i].slot == b->regions[k].slot &&
          b->sum->regions.at[k].written)
        b->shares = b->regions[i].shared_store = true;
  for (uint32_t i = 0; i < b->sum->regions.len; i++)
    import_values(b, &b->regions[i]);
  count_device_bytes(b);
  bind_alike(b);
}
