/*
 * One case over one summary: symbols, tensors, scalars, launch.
 */
#include "passes/launch/bind.h"

#include "annotations/print.h"
#include "passes/base/map.h"

#include <string.h>

typedef struct m2k_bind_state {
  m2k_subst *subst;
  const m2k_signature *sig;
  const m2k_bind_limits *limits;
  const m2k_bind_choice *choices; /* null, or per symbol */
  M2K_VEC(m2k_term) from, to;     /* loads whose facts are still to be copied */
  bool draining;
} m2k_bind_state;

/* The mark of LOAD terms that belong to a binding. */
#define BOUND_LOAD ((uint64_t)1 << 62)

static void say(m2k_binding *b, m2k_term fact) {
  b->stated = m2k_and(b->sum->bank, b->stated, fact);
}

/* Of the launch: beyond it, nothing runs. */
static void limit(m2k_binding *b, m2k_term lo, m2k_term t, m2k_term hi) {
  m2k_bank *bank = b->sum->bank;
  m2k_term within = m2k_and(bank, m2k_le(bank, lo, t), m2k_le(bank, t, hi));
  b->launch_fact = m2k_and(bank, b->launch_fact, within);
}

/* ---- symbols ---- */

static m2k_term case_symbol(m2k_binding *b, uint32_t i) {
  const m2k_symbol *s = &b->c->symbols[i];
  m2k_i128 lo = -M2K_INF, hi = M2K_INF, at;
  const m2k_set *set = &s->set;
  if (b->state->choices && b->state->choices[i].chosen)
    return m2k_const(b->sum->bank, b->state->choices[i].value);
  if (set->kind == M2K_SET_TYPE) {
    lo = m2k_inttype_lo(set->type);
    hi = m2k_inttype_hi(set->type);
  } else if (set->kind == M2K_SET_RANGE) {
    if (m2k_expr_eval(set->lo, NULL, &at) == M2K_EVAL_OK)
      lo = at;
    if (m2k_expr_eval(set->hi, NULL, &at) == M2K_EVAL_OK)
      hi = at;
  } else {
    bool empty = false;
    if (m2k_set_bounds(set, NULL, &lo, &hi, &empty) != M2K_EVAL_OK || empty) {
      lo = -M2K_INF;
      hi = M2K_INF;
    }
  }
  if (lo == hi)
    return m2k_const(b->sum->bank, lo);
  return m2k_sym(b->sum->bank, s->name, lo, hi, M2K_OWNER_CASE | i);
}

static void bind_symbols(m2k_binding *b) {
  m2k_bank *bank = b->sum->bank;
  m2k_term defined = m2k_true(bank);
  uint32_t n = b->c->nsymbols;
  b->symbols = M2K_NEW_N(b->arena, m2k_term, n + 1);
  m2k_scope scope = {b->symbols, M2K_NO_TERM};
  for (uint32_t i = 0; i < n; i++)
    b->symbols[i] = case_symbol(b, i);
  for (uint32_t i = 0; i < n; i++)
    say(b, m2k_set_term(bank, &b->c->symbols[i].set, b->symbols[i], &scope,
                        &defined));
  for (uint32_t i = 0; i < b->c->nassumes; i++)
    say(b, m2k_expr_term(bank, b->c->assumes[i], &scope, &defined));
  b->launch_fact = m2k_and(bank, b->launch_fact, defined);
}

static m2k_term expr(m2k_binding *b, const m2k_expr *e) {
  m2k_term defined = m2k_true(b->sum->bank);
  m2k_scope scope = {b->symbols, M2K_NO_TERM};
  m2k_term t = m2k_expr_term(b->sum->bank, e, &scope, &defined);
  b->launch_fact = m2k_and(b->sum->bank, b->launch_fact, defined);
  return t;
}

/* ---- tensors ---- */

/* (1 + sum of (size - 1) * stride) * element size, 0 when a size is 0. */
static m2k_term tensor_bytes(m2k_binding *b, const m2k_tensor_clause *t,
                             uint32_t elem_size) {
  m2k_bank *bank = b->sum->bank;
  m2k_term one = m2k_const(bank, 1), zero = m2k_const(bank, 0);
  m2k_term numel = one, last = one, empty = m2k_false(bank);
  for (uint32_t i = 0; i < t->rank; i++) {
    m2k_term d = expr(b, t->dims[i]);
    say(b, m2k_le(bank, zero, d));
    numel = m2k_mul(bank, numel, d);
    empty = m2k_or(bank, empty, m2k_eq(bank, d, zero));
    if (!t->strides)
      continue;
    /* Regions reach upwards from the first element. */
    m2k_term stride = expr(b, t->strides[i]);
    say(b, m2k_le(bank, zero, stride));
    last = m2k_add(bank, last, m2k_mul(bank, m2k_offset(bank, d, -1), stride));
  }
  if (t->stride_offset)
    say(b, m2k_le(bank, zero, expr(b, t->stride_offset)));
  m2k_term elems = t->strides ? m2k_ite(bank, empty, zero, last) : numel;
  return m2k_scale(bank, elems, elem_size);
}

/* `any` is what the instance's parameter points to. */
static const char *shape_text(m2k_binding *b, const m2k_tensor_clause *t,
                              const m2k_sig_param *pointer) {
  m2k_str out = {0};
  bool own = t->dtype == M2K_DTYPE_any && pointer && pointer->elem_name;
  m2k_str_addf(&out, "%s[",
               own ? pointer->elem_name : m2k_dtype_name(t->dtype));
  for (uint32_t i = 0; i < t->rank; i++) {
    m2k_str_add(&out, i ? ", " : "");
    m2k_expr_print(t->dims[i], &out);
  }
  m2k_str_add(&out, "]");
  const char *text = m2k_strdup(b->arena, m2k_str_text(&out));
  m2k_str_free(&out);
  return text;
}

/* The least and the greatest of a list's elements. */
static void list_hull(m2k_binding *b, m2k_bound_region *r, const m2k_set *set) {
  m2k_bank *bank = b->sum->bank;
  for (uint32_t i = 0; i < set->nitems; i++) {
    m2k_term item = expr(b, set->items[i]);
    r->lo = i ? m2k_min(bank, r->lo, item) : item;
    r->hi = i ? m2k_max(bank, r->hi, item) : item;
  }
}

/* Elements are numbers of the element type; one of unknown sign may be read
 * either way. */
static void bind_values(m2k_binding *b, m2k_bound_region *r, const m2k_set *set,
                        m2k_dtype_kind kind) {
  m2k_bank *bank = b->sum->bank;
  uint32_t bits = 8 * r->elem_size;
  if (kind == M2K_DTYPE_KIND_FLOAT || bits > 64)
    return;
  if (set->kind == M2K_SET_TYPE) {
    r->lo = m2k_const(bank, m2k_inttype_lo(set->type));
    r->hi = m2k_const(bank, m2k_inttype_hi(set->type));
  } else if (set->kind == M2K_SET_RANGE) {
    r->lo = expr(b, set->lo);
    r->hi = expr(b, set->hi);
  } else if (set->nitems) {
    list_hull(b, r, set);
  } else {
    say(b, m2k_false(bank));
    return;
  }
  m2k_i128 half = (m2k_i128)1 << (bits - 1);
  bool is_unsigned =
      kind == M2K_DTYPE_KIND_UNSIGNED || kind == M2K_DTYPE_KIND_BOOL;
  m2k_i128 least = is_unsigned ? 0 : -half;
  m2k_i128 most = kind == M2K_DTYPE_KIND_SIGNED ? half - 1 : 2 * half - 1;
  r->lo = m2k_max(bank, r->lo, m2k_const(bank, least));
  r->hi = m2k_min(bank, r->hi, m2k_const(bank, most));
  /* an empty set of contents excludes the symbols that make it so */
  say(b, m2k_le(bank, r->lo, r->hi));
  r->has_values = true;
  if (set->kind == M2K_SET_LIST || (set->kind == M2K_SET_RANGE && set->step))
    r->members = set;
  if (r->members && set->step) {
    m2k_term step = expr(b, set->step);
    say(b, m2k_le(bank, m2k_const(bank, 1), step));
  }
}

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
static const m2k_sig_param *
pointer_of(const m2k_binding *b, const m2k_region *region, const char **name) {
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
  m2k_subst_bind(b->state->subst, region->base, r->base);
}

static void bind_tensor(m2k_binding *b, uint32_t i) {
  m2k_bank *bank = b->sum->bank;
  const m2k_region *region = &b->sum->regions.at[i];
  m2k_bound_region *r = &b->regions[i];
  const m2k_sig_param *pointer = pointer_of(b, region, &r->name);
  r->clause = tensor_of(b, region);
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
    r->bytes = tensor_bytes(b, r->clause, r->elem_size);
    r->shape = shape_text(b, r->clause, pointer);
    align = r->clause->align           ? r->clause->align
            : r->clause->stride_offset ? r->elem_size
                                       : 256;
    if (r->clause->values)
      bind_values(b, r, r->clause->values, element_kind(r->clause, pointer));
    b->device_bytes = m2k_add(bank, b->device_bytes, r->bytes);
  }
  bind_base(b, region, r, align);
  m2k_subst_bind(b->state->subst, region->size, r->bytes);
}

static void bind_regions(m2k_binding *b) {
  m2k_bank *bank = b->sum->bank;
  for (uint32_t i = 0; i < b->sum->regions.len; i++) {
    const m2k_region *region = &b->sum->regions.at[i];
    m2k_bound_region *r = &b->regions[i];
    m2k_i128 c;
    r->name = region->name;
    if (region->space == M2K_REGION_GLOBAL) {
      bind_tensor(b, i);
      continue;
    }
    r->base = region->base;
    if (region->space == M2K_REGION_DYNAMIC) {
      r->bytes = b->shared;
      r->free_size = b->free_launch;
      m2k_subst_bind(b->state->subst, region->size, r->bytes);
    } else {
      r->bytes = region->size;
      r->free_size = !m2k_is_const(bank, region->size, &c);
    }
  }
}

/* ---- scalars ---- */

/* The numbers of a parameter's type; either sign where that is unknown. */
static void type_limits(const m2k_sig_param *type, m2k_range machine,
                        m2k_i128 *lo, m2k_i128 *hi) {
  *lo = machine.lo;
  *hi = machine.hi;
  if (machine.lo >= 0 || (type && type->bits && !type->is_unsigned))
    return;
  *hi = 2 * machine.hi + 1;
  if (type && type->bits && type->is_unsigned)
    *lo = 0;
}

/* A number that is passed: `machine` is its range, read as signed; the clause
 * and its type may be null. */
static m2k_term scalar_value(m2k_binding *b, const m2k_scalar_clause *s,
                             const m2k_sig_param *type, const char *name,
                             m2k_range machine) {
  m2k_bank *bank = b->sum->bank;
  m2k_i128 lo, hi;
  type_limits(type, machine, &lo, &hi);
  m2k_term t;
  if (s && s->value.kind == M2K_CLAUSE_EXPR) {
    t = expr(b, s->value.expr);
  } else if (s && s->value.kind == M2K_CLAUSE_BOOL) {
    t = m2k_const(bank, s->value.truth);
  } else if (s && s->value.kind == M2K_CLAUSE_SET) {
    m2k_term defined = m2k_true(bank);
    t = m2k_sym(bank, name, lo, hi, M2K_OWNER_PARAM);
    m2k_scope scope = {b->symbols, M2K_NO_TERM};
    say(b, m2k_set_term(bank, &s->value.set, t, &scope, &defined));
    say(b, defined);
  } else {
    m2k_i128 most = (m2k_i128)b->state->limits->max_dim;
    t = m2k_sym(bank, name, 0, most < machine.hi ? most : machine.hi,
                M2K_OWNER_FREE);
  }
  /* A value that the parameter's type cannot hold is not passed. */
  say(b, m2k_and(bank, m2k_le(bank, m2k_const(bank, lo), t),
                 m2k_le(bank, t, m2k_const(bank, hi))));
  return t;
}

/* Parameters are read as signed: a value above the signed maximum is that of
 * an unsigned parameter. */
static m2k_term as_signed(m2k_bank *bank, m2k_term value, m2k_term symbol) {
  m2k_range type = m2k_range_of(bank, symbol);
  uint32_t width = 1;
  while (width < 64 && type.hi >> (width - 1) > 0)
    width++;
  return type.lo < 0 ? m2k_swrap(bank, value, width) : value;
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
    m2k_subst_bind(b->state->subst, symbol,
                   as_signed(bank, b->params[p], symbol));
  }
}

/* ---- numbers in by-value parameters ---- */

/* Adds the number at `offset`; false when none is known there. */
static bool add_field(m2k_binding *b, const m2k_scalar_clause *s, uint32_t p,
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
  m2k_bound_field field = {p, leaf->size, start,
                           scalar_value(b, s, leaf, name, machine)};
  m2k_vec_push(&b->fields, field);
  return true;
}

static void bind_fields(m2k_binding *b) {
  for (uint32_t i = 0; b->c && i < b->c->nscalars; i++) {
    const m2k_scalar_clause *s = &b->c->scalars[i];
    uint64_t offset;
    if (s->param.nsteps &&
        m2k_signature_place(b->state->sig, &s->param, &offset))
      add_field(b, s, clause_param(b, &s->param), offset);
  }
}

static const m2k_bound_field *field_with(const m2k_binding *b, uint32_t p,
                                         uint64_t offset, uint32_t size) {
  for (uint32_t i = 0; i < b->fields.len; i++) {
    const m2k_bound_field *f = &b->fields.at[i];
    if (f->param == p && offset >= f->offset &&
        offset + size <= f->offset + f->size)
      return f;
  }
  return NULL;
}

/* The summary reads a by-value parameter as it was passed. */
static bool is_stored_to(const m2k_binding *b, uint32_t region) {
  for (uint32_t i = 0; i < b->sum->events.len; i++) {
    const m2k_event *ev = &b->sum->events.at[i];
    if (ev->region == region &&
        (ev->kind == M2K_EVENT_WRITE || ev->kind == M2K_EVENT_ATOMIC))
      return true;
  }
  return false;
}

/* What a load from a by-value parameter gives; M2K_NO_TERM when it is no
 * number or a part of several. */
static m2k_term field_load(m2k_binding *b, m2k_term load) {
  m2k_bank *bank = b->sum->bank;
  uint64_t param = m2k_app_param(bank, load);
  const m2k_region *region = &b->sum->regions.at[m2k_load_region(param)];
  uint32_t size = m2k_load_bytes(param);
  m2k_i128 at;
  if (is_stored_to(b, m2k_load_region(param)) ||
      !m2k_is_const(bank, m2k_arg(bank, load, 0), &at) || at < 0)
    return M2K_NO_TERM;
  uint64_t offset = (uint64_t)at;
  const m2k_bound_field *f = field_with(b, region->index, offset, size);
  if (!f && add_field(b, NULL, region->index, offset))
    f = field_with(b, region->index, offset, size);
  if (!f)
    return M2K_NO_TERM;
  m2k_i128 below = (m2k_i128)1 << (8 * (offset - f->offset));
  return m2k_swrap(bank, m2k_div(bank, f->value, m2k_const(bank, below)),
                   8 * size);
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
        say(b, m2k_eq(b->sum->bank, expr(b, a->value.expr),
                      m2k_const(b->sum->bank, v->value)));
    }
  }
}

/* ---- launch ---- */

static m2k_term launch_dim(m2k_binding *b, uint32_t i) {
  m2k_bank *bank = b->sum->bank;
  m2k_term symbol = b->sum->sregs[M2K_CALL_NTID_X + (i < 3 ? i : i + 3)];
  const m2k_launch_clause *l = b->c ? b->c->launch : NULL;
  m2k_range r = m2k_range_of(bank, symbol);
  if (!l)
    return m2k_sym(bank, m2k_sym_name(bank, symbol), r.lo, r.hi,
                   M2K_OWNER_FREE);
  const m2k_expr *e = i < 3 ? l->block[i] : l->grid[i - 3];
  m2k_term t = e ? expr(b, e) : m2k_const(bank, 1);
  limit(b, m2k_const(bank, r.lo), t, m2k_const(bank, r.hi));
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

static void bind_launch(m2k_binding *b) {
  m2k_bank *bank = b->sum->bank;
  b->free_launch = !b->c || !b->c->launch;
  for (uint32_t i = 0; i < 6; i++) {
    b->launch[i] = launch_dim(b, i);
    m2k_term symbol = b->sum->sregs[M2K_CALL_NTID_X + (i < 3 ? i : i + 3)];
    m2k_subst_bind(b->state->subst, symbol, b->launch[i]);
  }
  m2k_term threads =
      m2k_mul(bank, b->launch[0], m2k_mul(bank, b->launch[1], b->launch[2]));
  uint32_t most_threads = b->state->sig->max_threads;
  if (!most_threads || most_threads > 1024)
    most_threads = 1024;
  limit(b, m2k_const(bank, 1), threads, m2k_const(bank, most_threads));
  for (uint32_t d = 0; d < 3; d++) {
    m2k_term tid = b->sum->sregs[M2K_CALL_TID_X + d];
    m2k_term cta = b->sum->sregs[M2K_CALL_CTAID_X + d];
    b->thread[d] = index_symbol(b, tid, b->launch[d]);
    b->block_idx[d] = index_symbol(b, cta, b->launch[3 + d]);
    m2k_subst_bind(b->state->subst, tid, b->thread[d]);
    m2k_subst_bind(b->state->subst, cta, b->block_idx[d]);
  }
  /* CUDA C++ Programming Guide: at most 227 KiB per block on any device. */
  m2k_i128 most = 227 * 1024;
  if (b->free_launch) {
    b->shared = m2k_sym(bank, "dynamic shared bytes", 0, most, M2K_OWNER_FREE);
  } else {
    const m2k_expr *e = b->c->launch->shared;
    b->shared = e ? expr(b, e) : m2k_const(bank, 0);
    limit(b, m2k_const(bank, 0), b->shared, m2k_const(bank, most));
  }
}

/* ---- loads ---- */

static bool at_element(m2k_bank *bank, m2k_term offset, uint32_t size) {
  m2k_range r = m2k_range_of(bank, offset);
  if (r.lo == r.hi)
    return r.lo % size == 0;
  return r.mod % size == 0 && r.rem % size == 0;
}

/* What the interface says of the contents holds of one load: of a whole
 * element, and, in a tensor that the kernel writes, before this thread has
 * written or waited. */
static bool is_valued(const m2k_binding *b, m2k_term load) {
  uint64_t param = m2k_app_param(b->sum->bank, load);
  uint32_t region = m2k_load_region(param);
  const m2k_bound_region *r = &b->regions[region];
  return r->has_values && m2k_load_bytes(param) == r->elem_size &&
         !(param & BOUND_LOAD) &&
         !(b->sum->regions.at[region].written && (uint32_t)param != 0) &&
         at_element(b->sum->bank, m2k_arg(b->sum->bank, load, 0), r->elem_size);
}

/* The element as a number of the stated set. */
static m2k_term element_load(m2k_binding *b, m2k_term candidate) {
  m2k_bank *bank = b->sum->bank;
  uint64_t param = m2k_app_param(bank, candidate);
  const m2k_bound_region *r = &b->regions[m2k_load_region(param)];
  m2k_i128 lo = m2k_range_of(bank, r->lo).lo, hi = m2k_range_of(bank, r->hi).hi;
  m2k_i128 half = (m2k_i128)1 << (8 * r->elem_size - 1);
  if (lo > hi) { /* the case is contradictory, which b->facts says */
    lo = -half;
    hi = 2 * half - 1;
  }
  m2k_term arg = m2k_arg(bank, candidate, 0);
  m2k_term load =
      m2k_apply(bank, M2K_APP_LOAD, param | BOUND_LOAD, &arg, 1, lo, hi);
  if (m2k_fact_count(bank, load) != 0)
    return load;
  m2k_term fact =
      m2k_and(bank, m2k_le(bank, r->lo, load), m2k_le(bank, load, r->hi));
  m2k_term defined = m2k_true(bank); /* b->facts has it */
  m2k_scope scope = {b->symbols, M2K_NO_TERM};
  if (r->members)
    fact = m2k_and(bank, fact,
                   m2k_set_term(bank, r->members, load, &scope, &defined));
  m2k_fact_add(bank, load, m2k_true(bank), fact);
  return load;
}

static m2k_term rewrite(void *data, m2k_term original, m2k_term candidate) {
  m2k_binding *b = data;
  m2k_bank *bank = b->sum->bank;
  if (m2k_kind(bank, candidate) != M2K_TERM_APP ||
      m2k_app_of(bank, candidate) != M2K_APP_LOAD)
    return M2K_NO_TERM;
  uint64_t param = m2k_app_param(bank, candidate);
  if (b->sum->regions.at[m2k_load_region(param)].space == M2K_REGION_PARAM)
    return field_load(b, candidate);
  bool valued = is_valued(b, candidate);
  bool facts = m2k_fact_count(bank, original) > 0;
  if (!valued && !facts)
    return M2K_NO_TERM;
  m2k_term load;
  if (valued) {
    load = element_load(b, candidate);
  } else {
    m2k_range range = m2k_range_of(bank, candidate);
    m2k_term arg = m2k_arg(bank, candidate, 0);
    load = m2k_apply(bank, M2K_APP_LOAD, param | BOUND_LOAD, &arg, 1, range.lo,
                     range.hi);
  }
  if (facts) {
    m2k_vec_push(&b->state->from, original);
    m2k_vec_push(&b->state->to, load);
  }
  /* The summary reads memory as signed. */
  return valued ? m2k_swrap(bank, load, 8 * m2k_load_bytes(param)) : load;
}

m2k_term m2k_bind_term(m2k_binding *b, m2k_term t) {
  m2k_bank *bank = b->sum->bank;
  m2k_bind_state *s = b->state;
  m2k_term result = m2k_subst_apply(s->subst, t);
  if (s->draining)
    return result;
  s->draining = true;
  while (s->from.len) {
    m2k_term from = m2k_vec_pop(&s->from), to = m2k_vec_pop(&s->to);
    uint32_t n = m2k_fact_count(bank, from);
    for (uint32_t i = 0; i < n; i++) {
      m2k_term guard, fact;
      m2k_fact_get(bank, from, i, &guard, &fact);
      guard = m2k_subst_apply(s->subst, guard);
      fact = m2k_subst_apply(s->subst, fact);
      m2k_fact_add(bank, to, guard, fact);
    }
  }
  s->draining = false;
  return result;
}

uint32_t m2k_bind_load(const m2k_binding *b, m2k_term t) {
  m2k_bank *bank = b->sum->bank;
  if (m2k_kind(bank, t) != M2K_TERM_APP || m2k_app_of(bank, t) != M2K_APP_LOAD)
    return M2K_NONE;
  return m2k_load_region(m2k_app_param(bank, t));
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

m2k_binding *m2k_bind_new(m2k_arena *arena, m2k_summary *sum, const m2k_case *c,
                          const m2k_signature *sig,
                          const m2k_bind_choice *choices,
                          const m2k_bind_limits *limits) {
  m2k_binding *b = M2K_NEW(arena, m2k_binding);
  b->sum = sum;
  b->arena = arena;
  b->c = c;
  b->state = M2K_NEW(arena, m2k_bind_state);
  b->state->sig = sig;
  b->state->limits = limits;
  b->state->choices = choices;
  b->state->subst = m2k_subst_new(sum->bank, rewrite, b);
  b->stated = b->launch_fact = m2k_true(sum->bank);
  b->device_bytes = m2k_const(sum->bank, 0);
  b->regions = M2K_NEW_N(arena, m2k_bound_region, sum->regions.len + 1);
  b->params = M2K_NEW_N(arena, m2k_term, sum->fn->param_count + 1);
  if (c)
    bind_symbols(b);
  bind_launch(b);
  bind_regions(b);
  bind_scalars(b);
  bind_fields(b);
  bind_template(b);
  check_aliases(b);
  b->facts = m2k_and(sum->bank, b->stated, b->launch_fact);
  b->fits_device =
      m2k_le(sum->bank, b->device_bytes,
             m2k_const(sum->bank, (m2k_i128)limits->device_memory));
  return b;
}

const char *m2k_bind_region_name(const m2k_binding *b, uint32_t region) {
  return b->regions[region].name;
}

void m2k_bind_free(m2k_binding *b) {
  m2k_vec_free(&b->fields);
  m2k_subst_free(b->state->subst);
  m2k_vec_free(&b->state->from);
  m2k_vec_free(&b->state->to);
}
