/*
 * Parameters of a host function as objects of a host execution.
 */
#include "passes/launch/arguments.h"

#include <string.h>

enum {
  MOST_STEPS = 8,  /* of a path into a parameter */
  MOST_ITEMS = 64, /* of a list */
  RESULT_BYTES = 256
};

typedef struct m2k_call_state {
  const m2k_call_input *in;
  m2k_arena *arena;
  /* The parameter that is being built, and the way into it. */
  uint32_t root, nsteps;
  m2k_path_step steps[MOST_STEPS];
  uint32_t *buffer_of; /* of each tensor clause that shares storage, or NONE */
} m2k_call_state;

static void fill(m2k_call *call, uint32_t object, uint64_t offset,
                 const m2k_sig_param *p, const char *name);

/* ---- clauses ---- */

static bool step_matches(const m2k_path_step *clause,
                         const m2k_path_step *step) {
  m2k_i128 lo, hi;
  switch (clause->kind) {
  case M2K_PATH_FIELD:
    return step->kind == M2K_PATH_FIELD && step->name &&
           strcmp(clause->name, step->name) == 0;
  case M2K_PATH_INDEX:
    return step->kind == M2K_PATH_INDEX && clause->index == step->index;
  default:
    return step->kind == M2K_PATH_INDEX &&
           m2k_expr_eval(clause->lo, NULL, &lo) == M2K_EVAL_OK &&
           m2k_expr_eval(clause->hi, NULL, &hi) == M2K_EVAL_OK &&
           step->index >= lo && step->index <= hi;
  }
}

/* Does the clause's parameter lead to where we are, or, with `inside`,
 * further? */
static bool leads_here(const m2k_call *call, const m2k_param_ref *ref,
                       bool inside) {
  const m2k_call_state *s = call->state;
  if (m2k_signature_param(call->sig, ref) != (int64_t)s->root ||
      (inside ? ref->nsteps < s->nsteps : ref->nsteps != s->nsteps))
    return false;
  for (uint32_t i = 0; i < s->nsteps; i++)
    if (!step_matches(&ref->steps[i], &s->steps[i]))
      return false;
  return true;
}

static const m2k_tensor_clause *tensor_here(const m2k_call *call) {
  const m2k_case *c = call->terms.c;
  for (uint32_t i = 0; c && i < c->ntensors; i++)
    if (leads_here(call, &c->tensors[i].param, false))
      return &c->tensors[i];
  return NULL;
}

static const m2k_scalar_clause *scalar_here(const m2k_call *call) {
  const m2k_case *c = call->terms.c;
  for (uint32_t i = 0; c && i < c->nscalars; i++)
    if (leads_here(call, &c->scalars[i].param, false))
      return &c->scalars[i];
  return NULL;
}

/* Some clause is about what is here or inside of it. */
static bool mentioned(const m2k_call *call) {
  const m2k_case *c = call->terms.c;
  for (uint32_t i = 0; c && i < c->ntensors; i++)
    if (leads_here(call, &c->tensors[i].param, true))
      return true;
  for (uint32_t i = 0; c && i < c->nscalars; i++)
    if (leads_here(call, &c->scalars[i].param, true))
      return true;
  return false;
}

static void step_into(m2k_call *call, const m2k_path_step *step,
                      uint32_t object, uint64_t offset, const m2k_sig_param *p,
                      const char *name) {
  m2k_call_state *s = call->state;
  if (s->nsteps == MOST_STEPS)
    return;
  s->steps[s->nsteps++] = *step;
  m2k_term outer = call->terms.scope.index;
  if (step->kind == M2K_PATH_INDEX)
    call->terms.scope.index = m2k_const(call->terms.bank, step->index);
  fill(call, object, offset, p, name);
  call->terms.scope.index = outer;
  s->nsteps--;
}

/* ---- tensors ---- */

static const m2k_tensor *decided(const m2k_call *call, uint32_t number) {
  const m2k_tensor *all = call->state->in->decided;
  return all ? &all[number] : NULL;
}

static m2k_scalar_type scalar_of(m2k_dtype dtype) {
  static const struct {
    m2k_dtype dtype;
    m2k_scalar_type type;
  } rows[] = {
#define SCALAR(name, number, bytes, kind, dtype)                               \
  {M2K_DTYPE_##dtype, M2K_SCALAR_##name},
#include "passes/sym/scalar_type.def"
#undef SCALAR
  };
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].dtype == dtype)
      return rows[i].type;
  return M2K_SCALAR_OPEN;
}

/* The clause whose storage a clause shares: itself without `alias`. */
static uint32_t leader(const m2k_call *call, uint32_t clause) {
  const m2k_case *c = call->terms.c;
  for (uint32_t hops = 0; hops < c->ntensors; hops++) {
    const m2k_param_ref *alias = c->tensors[clause].alias;
    uint32_t next = clause;
    for (uint32_t i = 0; alias && i < c->ntensors; i++)
      if (m2k_param_ref_same(alias, &c->tensors[i].param) ||
          (alias->nsteps == 0 && c->tensors[i].param.nsteps == 0 &&
           m2k_signature_param(call->sig, alias) ==
               m2k_signature_param(call->sig, &c->tensors[i].param)))
        next = i;
    if (next == clause)
      break;
    clause = next;
  }
  return clause;
}

static uint32_t element_size(const m2k_tensor_clause *t,
                             const m2k_sig_param *p) {
  uint32_t size = m2k_dtype_size(t->dtype);
  return size ? size : p->kind == M2K_PARAM_POINTER ? p->elem_size : 0;
}

/* Storage that reaches as far as the farthest of those that share it. */
static m2k_term storage_bytes(m2k_call *call, uint32_t lead,
                              const m2k_sig_param *p) {
  const m2k_case *c = call->terms.c;
  m2k_term most = m2k_const(call->terms.bank, 0);
  for (uint32_t i = 0; i < c->ntensors; i++) {
    const m2k_tensor_clause *t = &c->tensors[i];
    uint32_t size = element_size(t, p);
    if (!t->absent && leader(call, i) == lead)
      most = m2k_max(call->terms.bank, most,
                     m2k_case_bytes(&call->terms, t, size ? size : 1));
  }
  return most;
}

static uint32_t new_buffer(m2k_call *call, const m2k_call_tensor *t,
                           m2k_term bytes, uint32_t align) {
  m2k_range range = {256, (m2k_i128)1 << 47, align, 0};
  m2k_buffer buffer = {
      .name = t->name,
      .bytes = bytes,
      .base = m2k_sym_range(call->terms.bank, t->name, range, M2K_OWNER_BASE),
      .align = align,
      .tensor = t->pointer ? -1 : (int32_t)call->tensors.len};
  return m2k_host_add_buffer(call->host, buffer);
}

static uint32_t stated_buffer(m2k_call *call, const m2k_call_tensor *t,
                              const m2k_sig_param *p) {
  const m2k_case *c = call->terms.c;
  uint32_t size = t->elem_size ? t->elem_size : 1;
  uint32_t align = t->clause->align           ? t->clause->align
                   : t->clause->stride_offset ? size
                                              : 256;
  uint32_t lead = leader(call, (uint32_t)(t->clause - c->tensors));
  bool shared = false;
  for (uint32_t i = 0; i < c->ntensors; i++)
    shared = shared || (c->tensors[i].alias && leader(call, i) == lead);
  if (!shared)
    return new_buffer(call, t, m2k_case_bytes(&call->terms, t->clause, size),
                      align);
  if (call->state->buffer_of[lead] == M2K_NONE)
    call->state->buffer_of[lead] =
        new_buffer(call, t, storage_bytes(call, lead, p), align);
  return call->state->buffer_of[lead];
}

/* Sizes and strides as the case has them. */
static void stated_shape(m2k_call *call, const m2k_tensor_clause *clause,
                         m2k_tensor *out) {
  m2k_bank *bank = call->terms.bank;
  out->rank = clause->rank;
  if (clause->rank > M2K_MOST_DIMS) {
    call->unmodelled = "a tensor has more than eight dimensions";
    out->rank = M2K_MOST_DIMS;
  }
  m2k_term stride = m2k_const(bank, 1);
  for (uint32_t i = out->rank; i-- > 0;) {
    out->sizes[i] = m2k_case_expr(&call->terms, clause->dims[i]);
    out->strides[i] = clause->strides
                          ? m2k_case_expr(&call->terms, clause->strides[i])
                          : stride;
    stride = m2k_mul(bank, stride, out->sizes[i]);
  }
}

/* Sizes that nobody states; strides follow from them once the rank is known. */
static void open_shape(m2k_call *call, const m2k_call_tensor *t,
                       uint32_t number, m2k_tensor *out) {
  const m2k_tensor *was = decided(call, number);
  out->rank = was ? was->rank : M2K_OPEN_DIMS;
  out->open_rank = !was;
  for (uint32_t i = 0; i < M2K_OPEN_DIMS; i++)
    out->sizes[i] = m2k_case_choose(
        &call->terms, m2k_printf(call->state->arena, "%s.size(%u)", t->name, i),
        1, (m2k_i128)call->state->in->max_dim, M2K_OWNER_FREE | number);
  m2k_term stride = m2k_const(call->terms.bank, 1);
  for (uint32_t i = out->rank; i-- > 0;) {
    out->strides[i] = stride;
    stride = m2k_mul(call->terms.bank, stride, out->sizes[i]);
  }
}

static m2k_term open_bytes(m2k_call *call, const m2k_call_tensor *t,
                           uint32_t number) {
  return m2k_case_choose(&call->terms,
                         m2k_printf(call->state->arena, "bytes of %s", t->name),
                         0, (m2k_i128)1 << 47, M2K_OWNER_FREE | number);
}

static m2k_call_tensor new_record(m2k_call *call, const m2k_sig_param *p,
                                  const char *name) {
  m2k_call_tensor t = {.name = name,
                       .clause = tensor_here(call),
                       .buffer = M2K_NONE,
                       .pointer = p->kind == M2K_PARAM_POINTER};
  if (!t.clause || t.clause->absent)
    return t;
  m2k_dtype_kind kind = m2k_dtype_kind_of(t.clause->dtype);
  if (kind == M2K_DTYPE_KIND_ANY && t.pointer)
    kind = p->elem_kind;
  t.elem_size = element_size(t.clause, p);
  t.shape = m2k_case_shape(&call->terms, t.clause);
  if (t.clause->values)
    t.values =
        m2k_case_values(&call->terms, t.clause->values, t.elem_size, kind);
  return t;
}

static void fill_tensor(m2k_call *call, uint32_t object, uint64_t offset,
                        const m2k_sig_param *p, const char *name) {
  uint32_t number = call->tensors.len;
  m2k_call_tensor t = new_record(call, p, name);
  m2k_tensor out = {.name = name,
                    .defined = true,
                    .dtype = M2K_SCALAR_OPEN,
                    .offset = m2k_const(call->terms.bank, 0),
                    .buffer = M2K_NONE,
                    .argument = (int32_t)number};
  const m2k_tensor *was = decided(call, number);
  if (t.clause && t.clause->absent) {
    out.defined = false;
    out.absent = true;
  } else if (t.clause) {
    out.dtype = scalar_of(t.clause->dtype);
    stated_shape(call, t.clause, &out);
    t.buffer = out.buffer = stated_buffer(call, &t, p);
  } else {
    open_shape(call, &t, number, &out);
    t.buffer = out.buffer =
        new_buffer(call, &t, open_bytes(call, &t, number), 256);
  }
  if (out.dtype == M2K_SCALAR_OPEN && was)
    out.dtype = was->dtype;
  m2k_vec_push(&call->tensors, t);
  m2k_host_put_tensor(call->host, object, offset,
                      m2k_host_add_tensor(call->host, out));
}

static void fill_pointer(m2k_call *call, uint32_t object, uint64_t offset,
                         const m2k_sig_param *p, const char *name) {
  uint32_t number = call->tensors.len;
  m2k_call_tensor t = new_record(call, p, name);
  if (t.clause && t.clause->absent) {
    m2k_host_put_null(call->host, object, offset);
  } else {
    t.buffer = t.clause ? stated_buffer(call, &t, p)
                        : new_buffer(call, &t, open_bytes(call, &t, number), 1);
    m2k_host_put_buffer(call->host, object, offset, t.buffer);
  }
  m2k_vec_push(&call->tensors, t);
}

/* ---- lists ---- */

/* One more than the greatest element that a clause names. */
static uint32_t list_length(const m2k_call *call) {
  const m2k_case *c = call->terms.c;
  const m2k_call_state *s = call->state;
  m2k_i128 most = 0, hi;
  for (uint32_t i = 0; c && i < c->ntensors; i++) {
    const m2k_param_ref *ref = &c->tensors[i].param;
    if (!leads_here(call, ref, true) || ref->nsteps <= s->nsteps)
      continue;
    const m2k_path_step *step = &ref->steps[s->nsteps];
    if (step->kind == M2K_PATH_INDEX)
      hi = step->index;
    else if (step->kind != M2K_PATH_RANGE ||
             m2k_expr_eval(step->hi, NULL, &hi) != M2K_EVAL_OK)
      continue;
    most = hi + 1 > most ? hi + 1 : most;
  }
  return most > MOST_ITEMS ? MOST_ITEMS : (uint32_t)most;
}

static void fill_list(m2k_call *call, uint32_t object, uint64_t offset,
                      const m2k_sig_param *p, const char *name) {
  static const m2k_sig_param tensor = {.kind = M2K_PARAM_TENSOR, .size = 8};
  const m2k_sig_param *element = p->nfields ? &p->fields[0] : &tensor;
  uint32_t size = element->size ? element->size : 8;
  uint32_t count = list_length(call);
  if (!count) /* how many there are is not stated: its memory holds nothing */
    return;
  uint32_t items = m2k_host_object(call->host, name, (uint64_t)count * size);
  for (uint32_t i = 0; i < count; i++) {
    m2k_path_step step = {.kind = M2K_PATH_INDEX, .index = i};
    step_into(call, &step, items, (uint64_t)i * size, element,
              m2k_printf(call->state->arena, "%s[%u]", name, i));
  }
  m2k_host_put_object(call->host, object, offset, items, 0);
  if (p->type && strstr(p->type, "vector")) {
    uint64_t end = (uint64_t)count * size;
    m2k_host_put_object(call->host, object, offset + 8, items, end);
    m2k_host_put_object(call->host, object, offset + 16, items, end);
  } else {
    m2k_host_put_int(call->host, object, offset + 8, 8,
                     m2k_const(call->terms.bank, count));
  }
}

/* ---- scalars ---- */

static void fill_int(m2k_call *call, uint32_t object, uint64_t offset,
                     const m2k_sig_param *p, const char *name) {
  uint32_t size = p->size && p->size <= 8 ? p->size : 8;
  if (p->bits && p->bits <= 64 && p->bits / 8 && p->optional)
    size = p->bits / 8; /* `size` is that of the optional */
  m2k_i128 half = (m2k_i128)1 << (8 * size - 1);
  m2k_range machine = {-half, half - 1, 1, 0};
  if (p->kind == M2K_PARAM_BOOL) {
    machine = (m2k_range){0, 1, 1, 0};
    size = 1;
  }
  m2k_term value = m2k_case_scalar(&call->terms, scalar_here(call), p, name,
                                   machine, call->state->in->max_dim,
                                   M2K_OWNER_FREE | M2K_FREE_SCALAR |
                                       call->terms.chosen.len);
  m2k_host_put_int(call->host, object, offset, size, value);
}

static void put_text(m2k_call *call, uint32_t object, uint64_t pointer,
                     uint64_t length, const char *text) {
  size_t n = strlen(text);
  uint32_t bytes = m2k_host_object(call->host, text, n + 1);
  m2k_host_put_bytes(call->host, bytes, 0, text, n + 1);
  m2k_host_put_object(call->host, object, pointer, bytes, 0);
  if (length != pointer)
    m2k_host_put_int(call->host, object, length, 8,
                     m2k_const(call->terms.bank, (m2k_i128)n));
}

static void fill_string(m2k_call *call, uint32_t object, uint64_t offset,
                        const m2k_sig_param *p) {
  const m2k_scalar_clause *s = scalar_here(call);
  const char *type = p->type ? p->type : "";
  if (!s || s->value.kind != M2K_CLAUSE_STRING) {
    m2k_host_open_string(call->host, object);
    return;
  }
  if (strchr(type, '*')) /* const char * */
    put_text(call, object, offset, offset, s->value.text);
  else if (strstr(type, "string_view") && !strstr(type, "c10"))
    put_text(call, object, offset + 8, offset, s->value.text);
  else
    put_text(call, object, offset, offset + 8, s->value.text);
}

/* ---- everything ---- */

static void fill_fields(m2k_call *call, uint32_t object, uint64_t offset,
                        const m2k_sig_param *p, const char *name) {
  for (uint32_t i = 0; i < p->nfields; i++) {
    const m2k_sig_param *f = &p->fields[i];
    m2k_path_step step = {.kind = M2K_PATH_FIELD, .name = f->name};
    step_into(
        call, &step, object, offset + f->offset, f,
        m2k_printf(call->state->arena, "%s.%s", name, f->name ? f->name : "?"));
  }
}

static void fill_array(m2k_call *call, uint32_t object, uint64_t offset,
                       const m2k_sig_param *p, const char *name) {
  uint32_t size = p->nfields ? p->fields[0].size : 0;
  for (uint32_t i = 0; size && i < p->count && i < MOST_ITEMS; i++) {
    m2k_path_step step = {.kind = M2K_PATH_INDEX, .index = i};
    step_into(call, &step, object, offset + (uint64_t)i * size, &p->fields[0],
              m2k_printf(call->state->arena, "%s[%u]", name, i));
  }
}

/* Sets the flag: by the case, or left open where nothing states it. False when
 * there is no value to be built. */
static bool fill_engaged(m2k_call *call, uint32_t object, uint64_t offset,
                         const m2k_sig_param *p, const char *name) {
  const m2k_tensor_clause *t = tensor_here(call);
  m2k_term flag;
  if (t && t->absent)
    flag = m2k_const(call->terms.bank, 0);
  else if (mentioned(call))
    flag = m2k_const(call->terms.bank, 1);
  else
    flag = m2k_case_choose(
        &call->terms, m2k_printf(call->state->arena, "%s.has_value()", name), 0,
        1, M2K_OWNER_FREE | M2K_FREE_SCALAR | call->terms.chosen.len);
  m2k_host_put_int(call->host, object, offset + p->engaged, 1, flag);
  return !(t && t->absent);
}

static void fill(m2k_call *call, uint32_t object, uint64_t offset,
                 const m2k_sig_param *p, const char *name) {
  if (p->optional && !fill_engaged(call, object, offset, p, name))
    return;
  switch (p->kind) {
  case M2K_PARAM_TENSOR:
    fill_tensor(call, object, offset, p, name);
    break;
  case M2K_PARAM_LIST:
    fill_list(call, object, offset, p, name);
    break;
  case M2K_PARAM_POINTER:
    fill_pointer(call, object, offset, p, name);
    break;
  case M2K_PARAM_INT:
  case M2K_PARAM_BOOL:
    fill_int(call, object, offset, p, name);
    break;
  case M2K_PARAM_FLOAT:
    m2k_host_put_float(call->host, object, offset,
                       p->size && p->size <= 8 ? p->size : 8);
    break;
  case M2K_PARAM_STRING:
    fill_string(call, object, offset, p);
    break;
  case M2K_PARAM_STRUCT:
    fill_fields(call, object, offset, p, name);
    break;
  case M2K_PARAM_ARRAY:
    fill_array(call, object, offset, p, name);
    break;
  case M2K_PARAM_OTHER:
    break;
  }
}

static void pass(m2k_call *call, uint32_t i) {
  const m2k_sig_param *p = &call->sig->params[i];
  const m2k_run_param *how = &call->state->in->params[i];
  m2k_call_state *s = call->state;
  if (how->how == M2K_PASS_IGNORED)
    return;
  const char *name = p->name ? p->name : m2k_printf(s->arena, "@%u", i);
  uint32_t object =
      m2k_host_object(call->host, name, p->size ? p->size : RESULT_BYTES);
  s->root = i;
  s->nsteps = 0;
  fill(call, object, 0, p, name);
  if (how->how == M2K_PASS_POINTER)
    m2k_host_pass_address(call->host, how->first, object);
  for (uint32_t k = 0; how->how == M2K_PASS_DIRECT && k < how->count; k++)
    m2k_host_pass_piece(call->host, how->first + k, object, how->offsets[k]);
}

m2k_call *m2k_call_new(m2k_arena *arena, m2k_bank *bank, m2k_host *host,
                       const m2k_call_input *input) {
  m2k_call *call = M2K_NEW(arena, m2k_call);
  call->terms =
      m2k_case_terms_new(arena, bank, input->c, input->choices, input->values);
  call->sig = input->sig;
  call->host = host;
  call->state = M2K_NEW(arena, m2k_call_state);
  call->state->in = input;
  call->state->arena = arena;
  uint32_t n = input->c ? input->c->ntensors : 0;
  call->state->buffer_of = M2K_NEW_N(arena, uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++)
    call->state->buffer_of[i] = M2K_NONE;
  for (uint32_t i = 0; i < input->sig->nparams; i++)
    pass(call, i);
  if (input->result != M2K_NONE)
    m2k_host_pass_address(host, input->result,
                          m2k_host_object(host, "result", RESULT_BYTES));
  return call;
}

void m2k_call_free(m2k_call *call) {
  m2k_case_terms_free(&call->terms);
  m2k_vec_free(&call->tensors);
}
