#include "interface/json_form.h"

#include "annotations/print.h"
#include "interface/json_print.h"

/* One clause a line: the library writes each, the lines are laid out here. */

static json_t *list_value(const m2k_expr *const *items, uint32_t count) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++)
    m2k_json_append(list, m2k_json_expr(items[i]));
  return list;
}

static json_t *set_value(const m2k_set *values) {
  m2k_str text = {0};
  m2k_set_print(values, &text);
  return m2k_json_text(&text);
}

static json_t *param_value(const m2k_param_ref *param) {
  m2k_str text = {0};
  m2k_param_ref_print(param, &text);
  return m2k_json_text(&text);
}

static json_t *cond_value(const m2k_expr *cond) {
  m2k_str text = {0};
  m2k_expr_print(cond, &text);
  return m2k_json_text(&text);
}

static json_t *symbol_value(const m2k_symbol *symbol) {
  json_t *object = json_object();
  m2k_json_set(object, "name", json_string(symbol->name));
  m2k_json_set(object, "who", json_string(symbol->fixed ? "fixed" : "user"));
  m2k_json_set(object, "in", set_value(&symbol->set));
  return object;
}

static json_t *tensor_value(const m2k_tensor_clause *tensor) {
  json_t *object = json_object();
  m2k_json_set(object, "param", param_value(&tensor->param));
  if (tensor->absent) {
    m2k_json_set(object, "absent", json_true());
    return object;
  }
  m2k_json_set(object, "dtype", json_string(m2k_dtype_name(tensor->dtype)));
  m2k_json_set(object, "shape", list_value(tensor->dims, tensor->rank));
  if (tensor->strides)
    m2k_json_set(object, "strides", list_value(tensor->strides, tensor->rank));
  if (tensor->stride_offset)
    m2k_json_set(object, "offset", m2k_json_expr(tensor->stride_offset));
  if (tensor->values)
    m2k_json_set(object, "values", set_value(tensor->values));
  if (tensor->unique)
    m2k_json_set(object, "unique", json_true());
  if (tensor->align)
    m2k_json_set(object, "align", json_integer(tensor->align));
  if (tensor->alias)
    m2k_json_set(object, "alias", param_value(tensor->alias));
  return object;
}

static void set_clause_value(json_t *object, const m2k_clause_value *value) {
  switch (value->kind) {
  case M2K_CLAUSE_EXPR:
    m2k_json_set(object, "equals", m2k_json_expr(value->expr));
    break;
  case M2K_CLAUSE_FLOAT:
    m2k_json_set(object, "number", json_real(value->number));
    break;
  case M2K_CLAUSE_BOOL:
    m2k_json_set(object, "truth", json_boolean(value->truth));
    break;
  case M2K_CLAUSE_STRING:
    m2k_json_set(object, "text", json_string(value->text));
    break;
  case M2K_CLAUSE_SET:
    m2k_json_set(object, "in", set_value(&value->set));
    break;
  case M2K_CLAUSE_TYPE:
    m2k_json_set(object, "type", json_string(value->text));
    break;
  }
}

static json_t *scalar_value(const m2k_scalar_clause *scalar) {
  json_t *object = json_object();
  m2k_json_set(object, "param", param_value(&scalar->param));
  set_clause_value(object, &scalar->value);
  return object;
}

static json_t *template_value(const m2k_template_arg *arg) {
  json_t *object = json_object();
  m2k_json_set(object, "name", json_string(arg->name));
  set_clause_value(object, &arg->value);
  return object;
}

static json_t *launch_value(const m2k_launch_clause *launch) {
  uint32_t ngrid = 0, nblock = 0;
  while (ngrid < 3 && launch->grid[ngrid])
    ngrid++;
  while (nblock < 3 && launch->block[nblock])
    nblock++;
  json_t *object = json_object();
  m2k_json_set(object, "grid", list_value(launch->grid, ngrid));
  m2k_json_set(object, "block", list_value(launch->block, nblock));
  if (launch->shared)
    m2k_json_set(object, "shared", m2k_json_expr(launch->shared));
  return object;
}

static void print_value(json_t *value, m2k_str *out) {
  m2k_json_print(value, json_object_get(value, "number"), out);
}

static void print_member(const char *key, json_t *value, m2k_str *out) {
  m2k_str_addf(out, ",\n   \"%s\": ", key);
  print_value(value, out);
}

/* The member's lines; `value(i)` is element i. */
#define PRINT_LIST(key, count, value, out)                                     \
  do {                                                                         \
    if (count)                                                                 \
      m2k_str_addf((out), ",\n   \"%s\": [", (key));                           \
    for (uint32_t i = 0; i < (count); i++) {                                   \
      m2k_str_add((out), i ? ",\n    " : "\n    ");                            \
      print_value((value), (out));                                             \
    }                                                                          \
    if (count)                                                                 \
      m2k_str_add((out), "]");                                                 \
  } while (0)

static void print_case(const m2k_case *c, m2k_str *out) {
  m2k_str_add(out, "  {\"function\": ");
  print_value(json_string(c->target), out);
  if (c->label)
    print_member("case", json_string(c->label), out);
  PRINT_LIST("symbols", c->nsymbols, symbol_value(&c->symbols[i]), out);
  PRINT_LIST("tensors", c->ntensors, tensor_value(&c->tensors[i]), out);
  PRINT_LIST("scalars", c->nscalars, scalar_value(&c->scalars[i]), out);
  PRINT_LIST("assume", c->nassumes, cond_value(c->assumes[i]), out);
  if (c->launch)
    print_member("launch", launch_value(c->launch), out);
  PRINT_LIST("template", c->ntemplate_args,
             template_value(&c->template_args[i]), out);
  m2k_str_add(out, "}");
}

void m2k_json_form_print(const m2k_store *store, m2k_str *out) {
  m2k_str_add(out, "{\"format\": \"m2k-iface/1\",\n \"cases\": [");
  for (uint32_t i = 0; i < m2k_store_len(store); i++) {
    m2k_str_add(out, i ? ",\n" : "\n");
    print_case(m2k_store_case(store, i), out);
  }
  m2k_str_add(out, "]}\n");
}
