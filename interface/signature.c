#include "interface/signature.h"

#include "annotations/print.h"
#include "passes/base/vec.h"

static const m2k_sig_param other = {.kind = M2K_PARAM_OTHER};
static const m2k_sig_param tensor = {.kind = M2K_PARAM_TENSOR};

int64_t m2k_signature_param(const m2k_signature *sig,
                            const m2k_param_ref *ref) {
  if (!ref->name)
    return ref->position < sig->nparams ? (int64_t)ref->position : -1;
  for (uint32_t i = 0; i < sig->nparams; i++)
    if (sig->params[i].name && strcmp(sig->params[i].name, ref->name) == 0)
      return i;
  return -1;
}

/* One step down from `at`. Null when there is no such field or element, with
 * the reason in *what; `other` where the edge did not say more. */
static const m2k_sig_param *step_down(const m2k_sig_param *at,
                                      const m2k_path_step *step,
                                      const char **what) {
  if (at->kind == M2K_PARAM_OTHER)
    return &other;
  if (step->kind == M2K_PATH_FIELD) {
    *what = "is no struct";
    if (at->kind != M2K_PARAM_STRUCT)
      return NULL;
    *what = "has no such field";
    for (uint32_t i = 0; i < at->nfields; i++)
      if (at->fields[i].name && strcmp(at->fields[i].name, step->name) == 0)
        return &at->fields[i];
    return at->fields ? NULL : &other;
  }
  if (at->kind == M2K_PARAM_LIST)
    return at->nfields ? &at->fields[0] : &tensor;
  *what = "is neither a list nor an array";
  if (at->kind != M2K_PARAM_ARRAY)
    return NULL;
  *what = "has fewer elements";
  if (step->kind == M2K_PATH_INDEX && step->index >= at->count)
    return NULL;
  return at->nfields ? &at->fields[0] : &other;
}

const m2k_sig_param *m2k_signature_resolve(const m2k_signature *sig,
                                           const m2k_param_ref *ref) {
  int64_t root = m2k_signature_param(sig, ref);
  const m2k_sig_param *at = root < 0 ? NULL : &sig->params[root];
  const char *what = NULL;
  for (uint32_t i = 0; at && i < ref->nsteps; i++)
    at = step_down(at, &ref->steps[i], &what);
  return at;
}

bool m2k_signature_place(const m2k_signature *sig, const m2k_param_ref *ref,
                         uint64_t *offset) {
  int64_t root = m2k_signature_param(sig, ref);
  const m2k_sig_param *at = root < 0 ? NULL : &sig->params[root];
  const char *what = NULL;
  *offset = 0;
  for (uint32_t i = 0; at && i < ref->nsteps; i++) {
    const m2k_path_step *step = &ref->steps[i];
    const m2k_sig_param *next = step_down(at, step, &what);
    if (!next || !next->size || step->kind == M2K_PATH_RANGE ||
        (at->kind != M2K_PARAM_STRUCT && at->kind != M2K_PARAM_ARRAY))
      return false;
    *offset += at->kind == M2K_PARAM_STRUCT
                   ? next->offset
                   : (uint64_t)step->index * next->size;
    at = next;
  }
  return at != NULL;
}

static const m2k_sig_param *field_at(const m2k_sig_param *at, uint64_t offset) {
  for (uint32_t i = 0; i < at->nfields; i++) {
    const m2k_sig_param *f = &at->fields[i];
    if (offset >= f->offset && offset - f->offset < f->size)
      return f;
  }
  return NULL;
}

const m2k_sig_param *m2k_signature_leaf(const m2k_signature *sig,
                                        uint32_t param, uint64_t offset,
                                        m2k_arena *arena, uint64_t *start,
                                        const char **name) {
  if (param >= sig->nparams)
    return NULL;
  const m2k_sig_param *at = &sig->params[param];
  uint64_t rest = offset;
  *name = at->name ? at->name : m2k_printf(arena, "@%u", param);
  while (at && (at->kind == M2K_PARAM_STRUCT || at->kind == M2K_PARAM_ARRAY)) {
    if (at->kind == M2K_PARAM_STRUCT) {
      at = field_at(at, rest);
      rest -= at ? at->offset : 0;
      if (at && at->name)
        *name = m2k_printf(arena, "%s.%s", *name, at->name);
      continue;
    }
    uint32_t size = at->nfields ? at->fields[0].size : 0;
    if (!size || rest / size >= at->count)
      return NULL;
    *name = m2k_printf(arena, "%s[%u]", *name, (unsigned)(rest / size));
    at = &at->fields[0];
    rest %= size;
  }
  *start = offset - rest;
  return at;
}

typedef struct checker {
  const m2k_case *c;
  const m2k_signature *sig;
  m2k_errors *errors;
  M2K_VEC(m2k_param_ref) seen; /* by position, to find two names of one */
} checker;

static const char *ref_text(const m2k_param_ref *ref, uint32_t nsteps,
                            m2k_str *out) {
  m2k_param_ref part = *ref;
  part.nsteps = nsteps;
  m2k_str_clear(out);
  m2k_param_ref_print(&part, out);
  return m2k_str_text(out);
}

/* What the reference leads to; null after an error. */
static const m2k_sig_param *check_ref(checker *k, const m2k_param_ref *ref) {
  int64_t root = m2k_signature_param(k->sig, ref);
  m2k_str text = {0};
  const char *what = NULL;
  const m2k_sig_param *at = root < 0 ? NULL : &k->sig->params[root];
  if (!at)
    m2k_error(k->errors, m2k_case_loc(k->c, ref->offset),
              "function '%s' has no parameter '%s': expected one of its %u",
              k->sig->function, ref_text(ref, 0, &text), k->sig->nparams);
  for (uint32_t i = 0; at && i < ref->nsteps; i++) {
    at = step_down(at, &ref->steps[i], &what);
    if (!at)
      m2k_error(k->errors, m2k_case_loc(k->c, ref->steps[i].offset),
                "'%s' %s: expected what parameter '%s' of '%s' holds",
                ref_text(ref, i, &text), what, ref_text(ref, 0, &text),
                k->sig->function);
  }
  m2k_str_free(&text);
  return at;
}

/* The parser has compared spellings; here `@0` meets the name. */
static void check_once(checker *k, const m2k_param_ref *ref) {
  m2k_param_ref by_position = *ref;
  by_position.name = NULL;
  by_position.position = (uint32_t)m2k_signature_param(k->sig, ref);
  for (uint32_t i = 0; i < k->seen.len; i++)
    if (m2k_param_ref_same(&k->seen.at[i], &by_position)) {
      m2k_str text = {0};
      m2k_error(k->errors, m2k_case_loc(k->c, ref->offset),
                "parameter '%s' already has a clause: expected one for each "
                "parameter",
                ref_text(ref, ref->nsteps, &text));
      m2k_str_free(&text);
      return;
    }
  m2k_vec_push(&k->seen, by_position);
}

static bool holds_elements(const m2k_sig_param *param) {
  return param->kind == M2K_PARAM_OTHER || param->kind == M2K_PARAM_TENSOR ||
         param->kind == M2K_PARAM_POINTER;
}

static void check_storage(checker *k, const m2k_param_ref *ref, bool clause) {
  const m2k_sig_param *param = check_ref(k, ref);
  if (!param)
    return;
  if (clause)
    check_once(k, ref);
  if (holds_elements(param))
    return;
  bool many = param->kind == M2K_PARAM_LIST || param->kind == M2K_PARAM_ARRAY;
  m2k_str text = {0};
  m2k_error(k->errors, m2k_case_loc(k->c, ref->offset),
            "'%s' is %s: expected %s", ref_text(ref, ref->nsteps, &text),
            many ? "a list" : "no tensor",
            many ? "one of its elements, or '[i in LO..HI]'"
                 : "a tensor or a pointer");
  m2k_str_free(&text);
}

/* What a scalar's value must be for each kind of parameter; null: fits. */
static const char *value_misfit(m2k_param_kind kind,
                                m2k_clause_value_kind value) {
  switch (kind) {
  case M2K_PARAM_OTHER:
    return NULL;
  case M2K_PARAM_INT:
    return value == M2K_CLAUSE_FLOAT || value == M2K_CLAUSE_STRING
               ? "an integer"
               : NULL;
  case M2K_PARAM_BOOL:
    return value == M2K_CLAUSE_FLOAT || value == M2K_CLAUSE_STRING
               ? "true or false"
               : NULL;
  case M2K_PARAM_FLOAT:
    return value == M2K_CLAUSE_STRING || value == M2K_CLAUSE_BOOL ? "a number"
                                                                  : NULL;
  case M2K_PARAM_STRING:
    return value == M2K_CLAUSE_STRING ? NULL : "a string";
  default:
    return "a scalar parameter";
  }
}

static void check_scalar(checker *k, const m2k_scalar_clause *scalar) {
  const m2k_sig_param *param = check_ref(k, &scalar->param);
  if (!param)
    return;
  check_once(k, &scalar->param);
  const char *want = value_misfit(param->kind, scalar->value.kind);
  if (!want)
    return;
  bool scalar_param =
      param->kind >= M2K_PARAM_INT && param->kind <= M2K_PARAM_STRING;
  uint32_t offset = scalar_param ? scalar->value.offset : scalar->param.offset;
  m2k_str text = {0};
  ref_text(&scalar->param, scalar->param.nsteps, &text);
  m2k_error(k->errors, m2k_case_loc(k->c, offset),
            scalar_param ? "wrong value for '%s': expected %s"
                         : "'%s' is no scalar: expected %s",
            m2k_str_text(&text), want);
  m2k_str_free(&text);
}

static const m2k_template_value *find_arg(const m2k_signature *sig,
                                          const char *name) {
  for (uint32_t i = 0; i < sig->nargs; i++)
    if (strcmp(sig->args[i].name, name) == 0)
      return &sig->args[i];
  return NULL;
}

static void check_template(checker *k, const m2k_template_arg *arg) {
  m2k_loc loc = m2k_case_loc(k->c, arg->offset);
  const m2k_template_value *has = find_arg(k->sig, arg->name);
  if (!has)
    m2k_error(k->errors, loc,
              "function '%s' has no template parameter '%s': expected one of "
              "its %u",
              k->sig->function, arg->name, k->sig->nargs);
  else if (!has->type != (arg->value.kind == M2K_CLAUSE_EXPR ||
                          arg->value.kind == M2K_CLAUSE_BOOL))
    m2k_error(k->errors, m2k_case_loc(k->c, arg->value.offset),
              "wrong value for template parameter '%s': expected %s", arg->name,
              has->type ? "a type" : "an integer");
}

static void check_kernel_only(checker *k) {
  if (k->sig->kernel)
    return;
  if (k->c->launch)
    m2k_error(k->errors, m2k_case_loc(k->c, k->c->launch->offset),
              "'launch' on '%s', which is no kernel: expected it on a kernel",
              k->sig->function);
}

int m2k_case_check(const m2k_case *c, const m2k_signature *sig,
                   m2k_errors *errors) {
  checker k = {.c = c, .sig = sig, .errors = errors};
  unsigned before = errors->count;
  for (uint32_t i = 0; i < c->ntensors; i++) {
    check_storage(&k, &c->tensors[i].param, true);
    if (c->tensors[i].alias)
      check_storage(&k, c->tensors[i].alias, false);
  }
  for (uint32_t i = 0; i < c->nscalars; i++)
    check_scalar(&k, &c->scalars[i]);
  for (uint32_t i = 0; i < c->ntemplate_args; i++)
    check_template(&k, &c->template_args[i]);
  check_kernel_only(&k);
  m2k_vec_free(&k.seen);
  return errors->count > before ? -1 : 0;
}
