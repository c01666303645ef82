#include "interface/signature.h"

#include "annotations/print.h"

#include <string.h>

static bool no(m2k_arena *arena, const char **why, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static bool no(m2k_arena *arena, const char **why, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (why)
    *why = m2k_vprintf(arena, fmt, args);
  va_end(args);
  return false;
}

static bool tensor_fits(const m2k_tensor_clause *t, const m2k_signature *sig,
                        m2k_arena *arena, const char **why) {
  const m2k_sig_param *param = m2k_signature_resolve(sig, &t->param);
  if (!param || param->kind != M2K_PARAM_POINTER || t->absent)
    return true;
  uint32_t size = m2k_dtype_size(t->dtype);
  if (size == 0 || param->elem_size == 0 || size == param->elem_size)
    return true;
  m2k_str text = {0};
  m2k_param_ref_print(&t->param, &text);
  no(arena, why, "'%s' has elements of %u bytes, %s has %u",
     m2k_str_text(&text), param->elem_size, m2k_dtype_name(t->dtype), size);
  m2k_str_free(&text);
  return false;
}

/* `Half` is c10::Half, and `f16` is whatever type the edge says holds it. */
static bool same_type(const char *wanted, const m2k_template_value *has) {
  m2k_dtype dtype = M2K_DTYPE_any;
  if (m2k_dtype_find(wanted, strlen(wanted), &dtype) &&
      has->dtype != M2K_DTYPE_any)
    return dtype == M2K_DTYPE_any || dtype == has->dtype;
  if (m2k_starts_with(wanted, "::"))
    return strcmp(wanted + 2, has->type) == 0;
  size_t w = strlen(wanted), n = strlen(has->type);
  if (w > n || strcmp(has->type + n - w, wanted) != 0)
    return false;
  return w == n || (n - w >= 2 && has->type[n - w - 1] == ':');
}

/* True, too, for an expression whose value depends on symbols. */
static bool same_integer(const m2k_clause_value *wanted, m2k_i128 has) {
  m2k_i128 value = wanted->truth;
  if (wanted->kind == M2K_CLAUSE_BOOL)
    return value == has;
  switch (m2k_expr_eval(wanted->expr, NULL, &value)) {
  case M2K_EVAL_OK:
    return value == has;
  case M2K_EVAL_UNKNOWN:
    return true;
  default:
    return false;
  }
}

static bool arg_fits(const m2k_template_arg *arg, const m2k_signature *sig,
                     m2k_arena *arena, const char **why) {
  const m2k_template_value *has = NULL;
  for (uint32_t i = 0; !has && i < sig->nargs; i++)
    if (strcmp(sig->args[i].name, arg->name) == 0)
      has = &sig->args[i];
  if (!has)
    return no(arena, why, "there is no template parameter '%s'", arg->name);
  const m2k_clause_value *wanted = &arg->value;
  if (wanted->kind == M2K_CLAUSE_EXPR || wanted->kind == M2K_CLAUSE_BOOL) {
    char buf[48];
    if (!has->type && same_integer(wanted, has->value))
      return true;
    return no(arena, why, "template parameter '%s' is %s", arg->name,
              has->type ? has->type : m2k_i128_text(has->value, buf));
  }
  if (wanted->text && has->type && same_type(wanted->text, has))
    return true;
  return no(arena, why, "template parameter '%s' is %s", arg->name,
            has->type ? has->type : "an integer");
}

bool m2k_case_fits(const m2k_case *c, const m2k_signature *sig,
                   m2k_arena *arena, const char **why) {
  for (uint32_t i = 0; i < c->ntensors; i++)
    if (!tensor_fits(&c->tensors[i], sig, arena, why))
      return false;
  for (uint32_t i = 0; i < c->ntemplate_args; i++)
    if (!arg_fits(&c->template_args[i], sig, arena, why))
      return false;
  return true;
}
