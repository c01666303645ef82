#include "interface/traced.h"

#include "annotations/print.h"
#include "interface/json_print.h"
#include "interface/poly.h"
#include "passes/base/vec.h"

enum { MAX_POSITION = 1 << 10, MAX_ELEMENT = 1 << 10 };

typedef struct writer {
  m2k_errors *errors;
  const m2k_case *c;
  const char **names; /* of the case's symbols */
  bool *exact;        /* assumes that a division has used */
  bool failed;
} writer;

static bool fail(writer *w, uint32_t offset, const char *what) {
  m2k_error(w->errors, m2k_case_loc(w->c, offset), "the traced form has no %s",
            what);
  w->failed = true;
  return false;
}

/* ---- numbers ---- */

/* Does the case assume that the division leaves no rest? */
static bool is_exact(writer *w, const m2k_expr *div) {
  for (uint32_t i = 0; i < w->c->nassumes; i++) {
    const m2k_expr *cond = w->c->assumes[i];
    if (cond->kind == M2K_EXPR_EQ && cond->l->kind == M2K_EXPR_MOD &&
        cond->r->kind == M2K_EXPR_INT && cond->r->value == 0 &&
        m2k_expr_equal(cond->l->l, div->l) &&
        m2k_expr_equal(cond->l->r, div->r)) {
      w->exact[i] = true;
      return true;
    }
  }
  return false;
}

static bool to_poly(writer *w, const m2k_expr *e, m2k_poly *out) {
  m2k_poly r;
  switch (e->kind) {
  case M2K_EXPR_INT:
    m2k_poly_int(out, e->value);
    return true;
  case M2K_EXPR_SYMBOL:
    m2k_poly_symbol(out, e->symbol);
    return true;
  case M2K_EXPR_NEG:
    if (!to_poly(w, e->l, out))
      return false;
    m2k_poly_negate(out);
    return true;
  case M2K_EXPR_ADD:
  case M2K_EXPR_SUB:
  case M2K_EXPR_MUL:
  case M2K_EXPR_DIV:
    break;
  default:
    return fail(w, e->offset, "such operator");
  }
  if (e->kind == M2K_EXPR_DIV && !is_exact(w, e))
    return fail(w, e->offset, "division that may leave a rest");
  if (!to_poly(w, e->l, out) || !to_poly(w, e->r, &r))
    return false;
  if (e->kind == M2K_EXPR_SUB)
    m2k_poly_negate(&r);
  bool fits = e->kind == M2K_EXPR_MUL   ? m2k_poly_mul(out, &r)
              : e->kind == M2K_EXPR_DIV ? m2k_poly_div(out, &r)
                                        : m2k_poly_add(out, &r);
  return fits || fail(w, e->offset, "expression of this kind or size");
}

static bool fits_json(m2k_i128 value) {
  return value >= INT64_MIN && value <= INT64_MAX;
}

/* Null after an error. */
static json_t *number(writer *w, const m2k_expr *e) {
  m2k_poly poly;
  m2k_i128 value = 0;
  if (!to_poly(w, e, &poly))
    return NULL;
  if (m2k_poly_is_int(&poly, &value) && fits_json(value))
    return json_integer((json_int_t)value);
  m2k_str text = {0};
  m2k_poly_print_traced(&poly, w->names, &text);
  return m2k_json_text(&text);
}

static void mark_symbols(const m2k_expr *e, bool *mentioned) {
  if (!e)
    return;
  if (e->kind == M2K_EXPR_SYMBOL)
    mentioned[e->symbol] = true;
  mark_symbols(e->l, mentioned);
  mark_symbols(e->r, mentioned);
}

/* `s` and `b` in the ranges that they have unless told otherwise. */
static bool is_usual(const m2k_symbol *symbol) {
  m2k_i128 hi = symbol->set.hi->value;
  return symbol->set.lo->value == 1 &&
         ((strcmp(symbol->name, "s") == 0 && hi == 131072) ||
          (strcmp(symbol->name, "b") == 0 && hi == 1024));
}

static void set_ranges(writer *w, json_t *arg, const bool *mentioned) {
  json_t *ranges = json_object();
  for (uint32_t i = 0; i < w->c->nsymbols; i++) {
    const m2k_symbol *symbol = &w->c->symbols[i];
    if (!mentioned[i] || w->failed || is_usual(symbol))
      continue;
    json_t *range = json_array();
    m2k_json_append(range, json_integer((json_int_t)symbol->set.lo->value));
    m2k_json_append(range, json_integer((json_int_t)symbol->set.hi->value));
    m2k_json_set(ranges, symbol->name, range);
  }
  if (json_object_size(ranges))
    m2k_json_set(arg, "symRanges", ranges);
  else
    json_decref(ranges);
}

/* ---- arguments ---- */

static void set_number(writer *w, json_t *arg, const char *key,
                       const m2k_expr *e, bool *mentioned) {
  json_t *value = number(w, e);
  mark_symbols(e, mentioned);
  if (value)
    m2k_json_set(arg, key, value);
}

/* The two ends of a range; `0..0` would read back as nothing known. */
static void set_bounds(writer *w, json_t *arg, const m2k_set *set,
                       bool *mentioned) {
  if (set->kind != M2K_SET_RANGE || set->step) {
    fail(w, set->offset, "set of values but a range without 'step'");
    return;
  }
  if (set->lo->kind == M2K_EXPR_INT && set->hi->kind == M2K_EXPR_INT &&
      set->lo->value == 0 && set->hi->value == 0) {
    fail(w, set->offset, "range 0..0, which means that nothing is known");
    return;
  }
  set_number(w, arg, "minV", set->lo, mentioned);
  set_number(w, arg, "maxV", set->hi, mentioned);
}

/* Null for `any`. */
static const char *dtype_word(m2k_dtype dtype) {
  static const struct {
    m2k_dtype dtype;
    const char *word;
  } words[] = {
#define M2K_TORCH_DTYPE(word, dtype) {M2K_DTYPE_##dtype, "torch." word},
#include "interface/torch_dtype.def"
#undef M2K_TORCH_DTYPE
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].dtype == dtype)
      return words[i].word;
  return NULL;
}

static json_t *new_arg(const char *type) {
  json_t *arg = json_object();
  m2k_json_set(arg, "type", json_string(type));
  return arg;
}

static json_t *none_arg(void) {
  json_t *arg = new_arg("NoneType");
  m2k_json_set(arg, "value", json_string("None"));
  return arg;
}

static json_t *tensor_arg(writer *w, const m2k_tensor_clause *t,
                          bool *mentioned) {
  if (t->absent)
    return none_arg();
  json_t *arg = new_arg("torch.Tensor"), *shape = json_array();
  if (dtype_word(t->dtype))
    m2k_json_set(arg, "dtype", json_string(dtype_word(t->dtype)));
  else
    fail(w, t->offset, "dtype 'any'");
  for (uint32_t i = 0; i < t->rank; i++) {
    json_t *dim = number(w, t->dims[i]);
    mark_symbols(t->dims[i], mentioned);
    if (dim)
      m2k_json_append(shape, dim);
  }
  m2k_json_set(arg, "shape", shape);
  if (t->strides || t->stride_offset || t->align || t->alias)
    fail(w, t->offset, "strides, offset, align and alias");
  if (t->values)
    set_bounds(w, arg, t->values, mentioned);
  if (t->values || t->unique)
    m2k_json_set(arg, "dupV", json_boolean(!t->unique));
  return arg;
}

static json_t *scalar_arg(writer *w, const m2k_scalar_clause *s,
                          bool *mentioned) {
  const m2k_clause_value *value = &s->value;
  json_t *arg = NULL;
  switch (value->kind) {
  case M2K_CLAUSE_EXPR:
    arg = new_arg("int");
    set_number(w, arg, "value", value->expr, mentioned);
    break;
  case M2K_CLAUSE_FLOAT:
    arg = new_arg("float");
    m2k_json_set(arg, "value", json_real(value->number));
    break;
  case M2K_CLAUSE_BOOL:
    arg = new_arg("bool");
    m2k_json_set(arg, "value", json_boolean(value->truth));
    break;
  case M2K_CLAUSE_STRING:
    arg = new_arg("str");
    m2k_json_set(arg, "value", json_string(value->text));
    break;
  case M2K_CLAUSE_SET:
  case M2K_CLAUSE_TYPE:
    fail(w, value->offset, "set of a scalar's values");
    break;
  }
  return arg;
}

/* ---- cases ---- */

/* A clause by where its argument, or element of a list, stands. */
typedef struct slot {
  uint32_t position, element;
  bool in_list;
  const m2k_tensor_clause *tensor;
  const m2k_scalar_clause *scalar;
} slot;

typedef M2K_VEC(slot) slot_list;

static void add_slot(writer *w, slot_list *slots, const m2k_param_ref *param,
                     slot s) {
  bool list = param->nsteps == 1 && param->steps[0].kind == M2K_PATH_INDEX;
  if (param->name)
    fail(w, param->offset, "names of parameters: expected @0, @1 …");
  else if (param->nsteps && !list)
    fail(w, param->offset, "paths: expected a parameter or a list's element");
  else if (param->position > MAX_POSITION ||
           (list && param->steps[0].index > MAX_ELEMENT))
    fail(w, param->offset, "position so large");
  s.position = param->position;
  s.in_list = list;
  s.element = list ? param->steps[0].index : 0;
  m2k_vec_push(slots, s);
}

static int compare_slots(const void *a, const void *b) {
  const slot *x = a, *y = b;
  if (x->position != y->position)
    return x->position < y->position ? -1 : 1;
  return x->element < y->element ? -1 : x->element > y->element;
}

static json_t *slot_arg(writer *w, const slot *s, bool *mentioned) {
  return s->tensor ? tensor_arg(w, s->tensor, mentioned)
                   : scalar_arg(w, s->scalar, mentioned);
}

/* Elements of which only one range is known, that of all. */
static bool is_bounded(const slot *s, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!s[i].scalar || s[i].scalar->value.kind != M2K_CLAUSE_SET ||
        !m2k_set_equal(&s[i].scalar->value.set, &s[0].scalar->value.set))
      return false;
  return true;
}

static json_t *list_arg(writer *w, const slot *s, uint32_t count,
                        bool *mentioned) {
  json_t *arg = new_arg("list"), *shape = json_array();
  m2k_json_append(shape, json_integer(count));
  m2k_json_set(arg, "shape", shape);
  if (is_bounded(s, count)) {
    m2k_json_set(arg, "dtype", json_string("int"));
    set_bounds(w, arg, &s->scalar->value.set, mentioned);
    return arg;
  }
  json_t *values = json_array();
  for (uint32_t i = 0; i < count; i++) {
    json_t *value = slot_arg(w, &s[i], mentioned);
    if (value)
      m2k_json_append(values, value);
  }
  m2k_json_set(arg, "value", values);
  return arg;
}

static uint32_t slot_offset(const slot *s) {
  return s->tensor ? s->tensor->param.offset : s->scalar->param.offset;
}

/* Arguments from 0 on and list elements from 0 on, none left out. */
static bool check_slots(writer *w, const slot_list *slots) {
  for (uint32_t i = 0; i < slots->len; i++) {
    const slot *s = &slots->at[i], *before = i ? s - 1 : NULL;
    bool same = before && before->position == s->position;
    if (same ? s->element == before->element + 1 && before->in_list
             : s->position == (before ? before->position + 1 : 0) &&
                   s->element == 0)
      continue;
    return fail(w, slot_offset(s),
                "gaps: expected a clause for each argument before this one");
  }
  return true;
}

static void print_args(writer *w, slot_list *slots, m2k_str *out) {
  bool *mentioned = calloc(w->c->nsymbols + 1, sizeof *mentioned);
  for (uint32_t i = 0, n = 0; i < slots->len && !w->failed; i += n) {
    const slot *s = &slots->at[i];
    for (n = 1; i + n < slots->len && s[n].position == s->position;)
      n++;
    memset(mentioned, 0, w->c->nsymbols * sizeof *mentioned);
    json_t *arg =
        s->in_list ? list_arg(w, s, n, mentioned) : slot_arg(w, s, mentioned);
    if (!arg)
      continue;
    set_ranges(w, arg, mentioned);
    m2k_str_add(out, i ? ", " : "");
    m2k_json_print(arg, json_object_get(arg, "value"), out);
  }
  free(mentioned);
}

static void check_case(writer *w) {
  const m2k_case *c = w->c;
  if (c->launch)
    fail(w, c->launch->offset, "launch");
  if (c->ntemplate_args)
    fail(w, c->template_args[0].offset, "template arguments");
  for (uint32_t i = 0; i < c->nsymbols; i++) {
    const m2k_set *set = &c->symbols[i].set;
    if (c->symbols[i].fixed)
      fail(w, c->symbols[i].offset, "fixed symbols");
    else if (set->kind != M2K_SET_RANGE || set->step ||
             set->lo->kind != M2K_EXPR_INT || set->hi->kind != M2K_EXPR_INT ||
             !fits_json(set->lo->value) || !fits_json(set->hi->value) ||
             set->lo->value > set->hi->value)
      fail(w, set->offset, "symbols but in a range of two numbers");
  }
}

static void print_case(writer *w, m2k_str *out) {
  slot_list slots = {0};
  check_case(w);
  for (uint32_t i = 0; i < w->c->ntensors; i++)
    add_slot(w, &slots, &w->c->tensors[i].param,
             (slot){.tensor = &w->c->tensors[i]});
  for (uint32_t i = 0; i < w->c->nscalars; i++)
    add_slot(w, &slots, &w->c->scalars[i].param,
             (slot){.scalar = &w->c->scalars[i]});
  if (slots.len)
    qsort(slots.at, slots.len, sizeof *slots.at, compare_slots);
  m2k_str_add(out, "{\"py_function\": ");
  m2k_json_print(json_string(w->c->target), NULL, out);
  m2k_str_add(out, ", \"cuda_function\": ");
  m2k_json_print(json_string(w->c->target), NULL, out);
  if (w->c->label) {
    m2k_str_add(out, ", \"case\": ");
    m2k_json_print(json_string(w->c->label), NULL, out);
  }
  m2k_str_add(out, ", \"args\": [");
  if (!w->failed && check_slots(w, &slots))
    print_args(w, &slots, out);
  for (uint32_t i = 0; i < w->c->nassumes && !w->failed; i++)
    if (!w->exact[i])
      fail(w, w->c->assumes[i]->offset,
           "assume, but that a division leaves no rest");
  m2k_str_add(out, "]}");
  m2k_vec_free(&slots);
}

static bool write_case(const m2k_case *c, m2k_str *out, m2k_errors *errors) {
  writer w = {.errors = errors, .c = c};
  m2k_arena *arena = m2k_arena_new();
  w.exact = M2K_NEW_N(arena, bool, c->nassumes);
  w.names = M2K_NEW_N(arena, const char *, c->nsymbols);
  for (uint32_t i = 0; i < c->nsymbols; i++)
    w.names[i] = c->symbols[i].name;
  print_case(&w, out);
  m2k_arena_free(arena);
  return !w.failed;
}

int m2k_traced_print(const m2k_store *store, m2k_str *out, m2k_errors *errors) {
  int status = 0;
  m2k_str_add(out, "[");
  for (uint32_t i = 0; i < m2k_store_len(store); i++) {
    m2k_str_add(out, i ? ",\n" : "\n");
    if (!write_case(m2k_store_case(store, i), out, errors))
      status = -1;
  }
  m2k_str_add(out, m2k_store_len(store) ? "\n]\n" : "]\n");
  return status;
}
