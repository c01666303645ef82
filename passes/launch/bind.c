/*
 * One case over one summary: symbols, tensors, scalars, launch.
 */
#include "passes/launch/bind_state.h"

#include <string.h>

/* Of the launch: beyond it, nothing runs. */
void m2k_bind_limit(m2k_binding *b, m2k_term lo, m2k_term t, m2k_term hi) {
  m2k_bank *bank = b->sum->bank;
  m2k_term within = m2k_and(bank, m2k_le(bank, lo, t), m2k_le(bank, t, hi));
  b->launch_fact = m2k_and(bank, b->launch_fact, within);
}

static m2k_term expr(m2k_binding *b, const m2k_expr *e) {
  return m2k_case_expr(&b->state->terms, e);
}

/* ---- tensors ---- */

static uint32_t clause_param(const m2k_binding *b, const m2k_param_ref *ref) {
  int64_t i = m2k_signature_param(b->state->sig, ref);
  return i < 0 ? M2K_NONE : (uint32_t)i;
}

/* `ref` names byte `offset` of by-value parameter p. */
static bool leads_to(const m2k_binding *b, const m2k_param_ref *ref, uint32_t p,
                     uint64_t offset) {
  uint64_t at;
  return ref->nsteps && clause_param(b, ref) == p &&
         m2k_signature_place(b->state->sig, ref, &at) && at == offset;
}

static bool refers_to(const m2k_binding *b, const m2k_param_ref *ref,
                      const m2k_region *r) {
  if (r->space != M2K_REGION_GLOBAL)
    return false;
  return r->path ? leads_to(b, ref, r->index, r->path - 1)
                 : ref->nsteps == 0 && clause_param(b, ref) == r->index;
}

static const m2k_tensor_clause *tensor_of(const m2k_binding *b,
                                          const m2k_region *region) {
  for (uint32_t i = 0; b->c && i < b->c->ntensors; i++)
    if (refers_to(b, &b->c->tensors[i].param, region))
      return &b->c->tensors[i];
  return NULL;
}

/* The pointer behind a region, and its name; may be null. */
const m2k_sig_param *m2k_bind_pointer(const m2k_binding *b,
                                      const m2k_region *region,
                                      const char **name) {
  const m2k_signature *sig = b->state->sig;
  *name = region->name;
  if (!region->path)
    return region->index < sig->nparams ? &sig->params[region->index] : NULL;
  uint64_t start;
  const char *path;
  const m2k_sig_param *leaf = m2k_signature_leaf(
      sig, region->index, region->path - 1, b->arena, &start, &path);
  if (leaf)
    *name = path;
  return leaf;
}

static uint32_t element_size(const m2k_tensor_clause *t,
                             const m2k_sig_param *pointer) {
  uint32_t size = m2k_dtype_size(t->dtype);
  if (!size && pointer)
    size = pointer->elem_size;
  return size ? size : 1;
}

static m2k_dtype_kind element_kind(const m2k_tensor_clause *t,
                                   const m2k_sig_param *pointer) {
  m2k_dtype_kind kind = m2k_dtype_kind_of(t->dtype);
  return kind == M2K_DTYPE_KIND_ANY && pointer ? pointer->elem_kind : kind;
}

/* Addresses are where cudaMalloc puts them. */
static void bind_base(m2k_binding *b, const m2k_region *region,
                      m2k_bound_region *r, uint32_t align) {
  m2k_bank *bank = b->sum->bank;
  if (r->absent) {
    r->base = m2k_const(bank, 0);
  } else {
    m2k_range range = {256, (m2k_i128)1 << 47, align ? align : 1, 0};
    r->base =
        m2k_sym_range(bank, r->name, range, m2k_sym_owner(bank, region->base));
  }
  m2k_bind_put(b, region->base, r->base);
}

static void bind_tensor(m2k_binding *b, uint32_t i) {
  m2k_bank *bank = b->sum->bank;
  const m2k_region *region = &b->sum->regions.at[i];
  m2k_bound_region *r = &b->regions[i];
  const m2k_sig_param *pointer = m2k_bind_pointer(b, region, &r->name);
  r->clause = tensor_of(b, region);
  r->slot = b->slots++;
  uint32_t align = 1;
  if (!r->clause) {
    r->free_size = true;
    r->bytes =
        m2k_sym(bank, r->name, 1, (m2k_i128)b->state->limits->device_memory,
                M2K_OWNER_FREE | i);
    r->elem_size = pointer ? pointer->elem_size : 1;
  } else if (r->clause->absent) {
    r->absent = true;
    r->bytes = m2k_const(bank, 0);
  } else {
    r->elem_size = element_size(r->clause, pointer);
    r->dtype = r->clause->dtype;
    r->bytes = m2k_case_bytes(&b->state->terms, r->clause, r->elem_size);
    r->shape = m2k_case_shape(&b->state->terms, r->clause, pointer);
    align = r->clause->align           ? r->clause->align
            : r->clause->stride_offset ? r->elem_size
                                       : 256;
    if (r->clause->values)
      r->values =
          m2k_case_values(&b->state->terms, r->clause->values, r->elem_size,
                          element_kind(r->clause, pointer));
    b->device_bytes = m2k_add(bank, b->device_bytes, r->bytes);
  }
  bind_base(b, region, r, align);
  m2k_bind_put(b, region->size, r->bytes);
}

static void bind_regions(m2k_binding *b) {
  m2k_bank *bank = b->sum->bank;
  for (uint32_t i = 0; i < b->sum->regions.len; i++) {
    const m2k_region *region = &b->sum->regions.at[i];
    m2k_bound_region *r = &b->regions[i];
    m2k_i128 c;
    r->name = region->name;
    r->start = r->exact_start = m2k_const(bank, 0);
    r->slot = r->tensor = M2K_NONE;
    r->dtype = M2K_DTYPE_any;
    if (region->space == M2K_REGION_GLOBAL) {
      if (!b->state->launch)
        bind_tensor(b, i);
      continue;
    }
    r->base = region->base;
    if (region->space == M2K_REGION_DYNAMIC) {
      r->bytes = b->shared;
      r->free_size = b->free_launch;
      m2k_bind_put(b, region->size, r->bytes);
    } else {
      r->bytes = region->size;
      r->free_size = !m2k_is_const(bank, region->size, &c);
    }
  }
}

/* ---- scalars ---- */

/* Parameters are read as signed: a value above the signed maximum is that of
 * an unsigned parameter. */
static m2k_term as_signed(m2k_bank *bank, m2k_term value, m2k_term symbol) {
  m2k_range type = m2k_range_of(bank, symbol);
  uint32_t width = 1;
  while (width < 64 && type.hi >> (width - 1) > 0)
    width++;
  return type.lo < 0 ? m2k_swrap(bank, value, width) : value;
}

static m2k_term scalar_value(m2k_binding *b, const m2k_scalar_clause *s,
                             const m2k_sig_param *type, const char *name,
                             m2k_range machine) {
  return m2k_case_scalar(&b->state->terms, s, type, name, machine,
                         b->state->limits->max_dim, M2K_OWNER_FREE);
}

static const m2k_scalar_clause *scalar_of(const m2k_binding *b, uint32_t p) {
  for (uint32_t i = 0; b->c && i < b->c->nscalars; i++)
    if (b->c->scalars[i].param.nsteps == 0 &&
        clause_param(b, &b->c->scalars[i].param) == p)
      return &b->c->scalars[i];
  return NULL;
}

static void bind_scalars(m2k_binding *b) {
  m2k_bank *bank = b->sum->bank;
  const m2k_signature *sig = b->state->sig;
  for (uint32_t p = 0; p < b->sum->fn->param_count; p++) {
    m2k_term symbol = b->sum->params[p];
    b->params[p] = M2K_NO_TERM;
    if (symbol == M2K_NO_TERM)
      continue;
    b->params[p] = scalar_value(
        b, scalar_of(b, p), p < sig->nparams ? &sig->params[p] : NULL,
        m2k_sym_name(bank, symbol), m2k_range_of(bank, symbol));
    m2k_bind_put(b, symbol, as_signed(bank, b->params[p], symbol));
  }
}

/* ---- numbers in by-value parameters ---- */

/* Adds the number at `offset`; false when none is known there. */
bool m2k_bind_add_field(m2k_binding *b, const m2k_scalar_clause *s, uint32_t p,
                        uint64_t offset) {
  uint64_t start;
  const char *name;
  const m2k_sig_param *leaf =
      m2k_signature_leaf(b->state->sig, p, offset, b->arena, &start, &name);
  if (!leaf || !leaf->size || leaf->size > 8 ||
      (leaf->kind != M2K_PARAM_INT && leaf->kind != M2K_PARAM_BOOL))
    return false;
  m2k_i128 half = (m2k_i128)1 << (8 * leaf->size - 1);
  m2k_range machine = {-half, half - 1, 1, 0};
  if (leaf->kind == M2K_PARAM_BOOL)
    machine = (m2k_range){0, 1, 1, 0};
  m2k_bound_field field = {.param = p,
                           .size = leaf->size,
                           .offset = start,
                           .value = scalar_value(b, s, leaf, name, machine),
                           .exact = M2K_NO_TERM};
  m2k_vec_push(&b->fields, field);
  return true;
}

static void bind_fields(m2k_binding *b) {
  for (uint32_t i = 0; b->c && i < b->c->nscalars; i++) {
    const m2k_scalar_clause *s = &b->c->scalars[i];
    uint64_t offset;
    if (s->param.nsteps &&
        m2k_signature_place(b->state->sig, &s->param, &offset))
      m2k_bind_add_field(b, s, clause_param(b, &s->param), offset);
  }
}

/* Template arguments that the case ties to symbols. */
static void bind_template(m2k_binding *b) {
  for (uint32_t i = 0; b->c && i < b->c->ntemplate_args; i++) {
    const m2k_template_arg *a = &b->c->template_args[i];
    if (a->value.kind != M2K_CLAUSE_EXPR)
      continue;
    for (uint32_t k = 0; k < b->state->sig->nargs; k++) {
      const m2k_template_value *v = &b->state->sig->args[k];
      if (v->name && !v->type && strcmp(v->name, a->name) == 0)
        m2k_case_say(&b->state->terms,
                     m2k_eq(b->sum->bank, expr(b, a->value.expr),
                            m2k_const(b->sum->bank, v->value)));
    }
  }
}

/* ---- launch ---- */

static m2k_term launch_dim(m2k_binding *b, uint32_t i) {
  if (b->state->launch)
    return m2k_launch_dim(b, i);
  m2k_bank *bank = b->sum->bank;
  m2k_term symbol = b->sum->sregs[M2K_CALL_NTID_X + (i < 3 ? i : i + 3)];
  const m2k_launch_clause *l = b->c ? b->c->launch : NULL;
  m2k_range r = m2k_range_of(bank, symbol);
  if (!l)
    return m2k_sym(bank, m2k_sym_name(bank, symbol), r.lo, r.hi,
                   M2K_OWNER_FREE);
  const m2k_expr *e = i < 3 ? l->block[i] : l->grid[i - 3];
  m2k_term t = e ? expr(b, e) : m2k_const(bank, 1);
  m2k_bind_limit(b, m2k_const(bank, r.lo), t, m2k_const(bank, r.hi));
  return t;
}

static m2k_term index_symbol(m2k_binding *b, m2k_term original,
                             m2k_term extent) {
  m2k_bank *bank = b->sum->bank;
  m2k_range r = m2k_range_of(bank, original), e = m2k_range_of(bank, extent);
  if (e.hi - 1 < r.hi)
    r.hi = e.hi - 1;
  if (r.hi <= 0)
    return m2k_const(bank, 0);
  m2k_term t = m2k_sym(bank, m2k_sym_name(bank, original), 0, r.hi,
                       m2k_sym_owner(bank, original));
  m2k_fact_add(bank, t, m2k_true(bank), m2k_lt(bank, t, extent));
  return t;
}

static void bind_geometry(m2k_binding *b) {
  m2k_bank *bank = b->sum->bank;
  b->free_launch = !b->state->launch && (!b->c || !b->c->launch);
  for (uint32_t i = 0; i < 6; i++) {
    b->launch[i] = launch_dim(b, i);
    m2k_term symbol = b->sum->sregs[M2K_CALL_NTID_X + (i < 3 ? i : i + 3)];
    m2k_bind_put(b, symbol, b->launch[i]);
  }
  m2k_term threads =
      m2k_mul(bank, b->launch[0], m2k_mul(bank, b->launch[1], b->launch[2]));
  uint32_t most_threads = b->state->sig->max_threads;
  if (!most_threads || most_threads > 1024)
    most_threads = 1024;
  m2k_bind_limit(b, m2k_const(bank, 1), threads, m2k_const(bank, most_threads));
  for (uint32_t d = 0; d < 3; d++) {
    m2k_term tid = b->sum->sregs[M2K_CALL_TID_X + d];
    m2k_term cta = b->sum->sregs[M2K_CALL_CTAID_X + d];
    b->thread[d] = index_symbol(b, tid, b->launch[d]);
    b->block_idx[d] = index_symbol(b, cta, b->launch[3 + d]);
    m2k_bind_put(b, tid, b->thread[d]);
    m2k_bind_put(b, cta, b->block_idx[d]);
  }
  /* CUDA C++ Programming Guide: at most 227 KiB per block on any device. */
  m2k_i128 most = 227 * 1024;
  if (b->free_launch) {
    b->shared = m2k_sym(bank, "dynamic shared bytes", 0, most, M2K_OWNER_FREE);
    return;
  }
  if (b->state->launch) {
    b->shared =
        m2k_import_term(b->state->import, b->state->launch->op->shared.machine);
  } else {
    const m2k_expr *e = b->c->launch->shared;
    b->shared = e ? expr(b, e) : m2k_const(bank, 0);
  }
  m2k_bind_limit(b, m2k_const(bank, 0), b->shared, m2k_const(bank, most));
}

/* ---- the whole ---- */

/* Storage that two names share is two regions here, which is right as long as
 * the kernel writes through neither. */
static void check_aliases(m2k_binding *b) {
  for (uint32_t i = 0; b->c && i < b->c->ntensors; i++) {
    const m2k_tensor_clause *t = &b->c->tensors[i];
    for (uint32_t r = 0; t->alias && r < b->sum->regions.len; r++)
      if (b->sum->regions.at[r].written &&
          (refers_to(b, &t->param, &b->sum->regions.at[r]) ||
           refers_to(b, t->alias, &b->sum->regions.at[r])))
        b->unmodelled = "'alias' with a tensor that the kernel writes is not "
                        "modelled";
  }
}

static m2k_binding *begin(m2k_arena *arena, m2k_summary *sum, const m2k_case *c,
                          const m2k_signature *sig,
                          const m2k_bind_limits *limits) {
  m2k_binding *b = M2K_NEW(arena, m2k_binding);
  b->sum = sum;
  b->arena = arena;
  b->c = c;
  b->state = M2K_NEW(arena, m2k_bind_state);
  b->state->sig = sig;
  b->state->limits = limits;
  b->state->subst = m2k_subst_new(sum->bank, m2k_bind_rewrite, b);
  b->launch_fact = m2k_true(sum->bank);
  b->device_bytes = m2k_const(sum->bank, 0);
  b->regions = M2K_NEW_N(arena, m2k_bound_region, sum->regions.len + 1);
  b->params = M2K_NEW_N(arena, m2k_term, sum->fn->param_count + 1);
  b->exact_params = M2K_NEW_N(arena, m2k_term, sum->fn->param_count + 1);
  b->origins = M2K_NEW_N(arena, const m2k_loc *, sum->fn->param_count + 1);
  for (uint32_t p = 0; p < sum->fn->param_count; p++)
    b->params[p] = b->exact_params[p] = M2K_NO_TERM;
  return b;
}

static void end(m2k_binding *b) {
  m2k_bank *bank = b->sum->bank;
  b->symbols = b->state->terms.scope.symbols;
  b->stated = b->state->terms.stated;
  b->launch_fact = m2k_and(bank, b->launch_fact, b->state->terms.defined);
  b->facts = m2k_and(bank, b->stated, b->launch_fact);
  b->fits_device =
      m2k_le(bank, b->device_bytes,
             m2k_const(bank, (m2k_i128)b->state->limits->device_memory));
}

m2k_binding *m2k_bind_new(m2k_arena *arena, m2k_summary *sum, const m2k_case *c,
                          const m2k_signature *sig,
                          const m2k_bind_choice *choices,
                          const m2k_bind_limits *limits) {
  m2k_binding *b = begin(arena, sum, c, sig, limits);
  b->state->terms = m2k_case_terms_new(arena, sum->bank, c, choices, NULL);
  b->symbols = b->state->terms.scope.symbols;
  bind_geometry(b);
  bind_regions(b);
  bind_scalars(b);
  bind_fields(b);
  bind_template(b);
  check_aliases(b);
  end(b);
  return b;
}

m2k_binding *m2k_bind_launch(m2k_arena *arena, m2k_summary *sum,
                             const m2k_signature *sig, const m2k_launch *launch,
                             const m2k_bind_limits *limits) {
  m2k_binding *b = begin(arena, sum, launch->call->terms.c, sig, limits);
  b->launched = launch;
  b->state->launch = launch;
  m2k_launch_begin(b);
  bind_geometry(b);
  bind_regions(b);
  m2k_launch_scalars(b);
  m2k_launch_regions(b);
  end(b);
  return b;
}

const char *m2k_bind_region_name(const m2k_binding *b, uint32_t region) {
  return b->regions[region].name;
}

void m2k_bind_free(m2k_binding *b) {
  m2k_vec_free(&b->fields);
  m2k_vec_free(&b->chosen);
  m2k_vec_free(&b->alike);
  m2k_case_terms_free(&b->state->terms);
  m2k_subst_free(b->state->subst);
  m2k_subst_free(b->state->exact);
  m2k_import_free(b->state->import);
  m2k_vec_free(&b->state->from);
  m2k_vec_free(&b->state->to);
}
