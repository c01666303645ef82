#include "annotations/print.h"

static void print_int(m2k_i128 value, m2k_str *out) {
  char buf[48];
  m2k_str_add(out, m2k_i128_text(value, buf));
}

/* `least`: what binds looser needs parentheses. */
static void print_binding(const m2k_expr *e, unsigned least, m2k_str *out) {
  unsigned binding = m2k_expr_binding(e->kind);
  const char *spelling = m2k_expr_spelling(e->kind);
  bool parens = binding && binding < least;
  if (parens)
    m2k_str_add(out, "(");
  if (e->kind == M2K_EXPR_INT) {
    print_int(e->value, out);
  } else if (e->kind == M2K_EXPR_SYMBOL || e->kind == M2K_EXPR_INDEX) {
    m2k_str_add(out, e->name);
  } else if (!binding) {
    m2k_str_addf(out, "%s(", spelling);
    print_binding(e->l, 0, out);
    m2k_str_add(out, ", ");
    print_binding(e->r, 0, out);
    m2k_str_add(out, ")");
  } else if (!e->r) {
    m2k_str_add(out, spelling);
    print_binding(e->l, binding, out);
  } else {
    print_binding(e->l, binding, out);
    m2k_str_addf(out, " %s ", spelling);
    print_binding(e->r, binding + 1, out);
  }
  if (parens)
    m2k_str_add(out, ")");
}

void m2k_expr_print(const m2k_expr *expr, m2k_str *out) {
  print_binding(expr, 0, out);
}

static void print_exprs(const m2k_expr *const *items, uint32_t n,
                        m2k_str *out) {
  for (uint32_t i = 0; i < n; i++) {
    m2k_str_add(out, i ? ", " : "");
    m2k_expr_print(items[i], out);
  }
}

static void print_range(const m2k_expr *lo, const m2k_expr *hi, m2k_str *out) {
  m2k_expr_print(lo, out);
  m2k_str_add(out, "..");
  m2k_expr_print(hi, out);
}

void m2k_set_print(const m2k_set *set, m2k_str *out) {
  switch (set->kind) {
  case M2K_SET_RANGE:
    print_range(set->lo, set->hi, out);
    if (set->step) {
      m2k_str_add(out, " step ");
      m2k_expr_print(set->step, out);
    }
    break;
  case M2K_SET_LIST:
    m2k_str_add(out, "{");
    print_exprs(set->items, set->nitems, out);
    m2k_str_add(out, "}");
    break;
  case M2K_SET_TYPE:
    m2k_str_add(out, m2k_inttype_name(set->type));
    break;
  }
}

void m2k_param_ref_print(const m2k_param_ref *param, m2k_str *out) {
  if (param->name)
    m2k_str_add(out, param->name);
  else
    m2k_str_addf(out, "@%u", param->position);
  for (uint32_t i = 0; i < param->nsteps; i++) {
    const m2k_path_step *step = &param->steps[i];
    if (step->kind == M2K_PATH_FIELD) {
      m2k_str_addf(out, ".%s", step->name);
    } else if (step->kind == M2K_PATH_INDEX) {
      m2k_str_addf(out, "[%u]", step->index);
    } else {
      m2k_str_addf(out, "[%s in ", step->name);
      print_range(step->lo, step->hi, out);
      m2k_str_add(out, "]");
    }
  }
}

void m2k_string_print(const char *text, m2k_str *out) {
  m2k_str_add(out, "\"");
  for (; *text; text++) {
    const char *escape = *text == '"'    ? "\\\""
                         : *text == '\\' ? "\\\\"
                         : *text == '\n' ? "\\n"
                         : *text == '\t' ? "\\t"
                                         : NULL;
    if (escape)
      m2k_str_add(out, escape);
    else
      m2k_str_add_n(out, text, 1);
  }
  m2k_str_add(out, "\"");
}

void m2k_value_print(const m2k_clause_value *value, m2k_str *out) {
  char buf[48];
  switch (value->kind) {
  case M2K_CLAUSE_EXPR:
    m2k_expr_print(value->expr, out);
    break;
  case M2K_CLAUSE_FLOAT:
    m2k_str_add(out, m2k_double_text(value->number, buf));
    break;
  case M2K_CLAUSE_TYPE:
    m2k_str_add(out, value->text);
    break;
  case M2K_CLAUSE_BOOL:
    m2k_str_add(out, value->truth ? "true" : "false");
    break;
  case M2K_CLAUSE_STRING:
    m2k_string_print(value->text, out);
    break;
  case M2K_CLAUSE_SET:
    m2k_set_print(&value->set, out);
    break;
  }
}

static void print_attrs(const m2k_tensor_clause *t, m2k_str *out) {
  const char *sep = " ";
  if (t->strides) {
    m2k_str_addf(out, "%sstrides [", sep);
    print_exprs(t->strides, t->rank, out);
    m2k_str_add(out, "]");
    sep = ", ";
  }
  if (t->stride_offset) {
    m2k_str_addf(out, "%soffset ", sep);
    m2k_expr_print(t->stride_offset, out);
    sep = ", ";
  }
  if (t->values) {
    m2k_str_addf(out, "%svalues in ", sep);
    m2k_set_print(t->values, out);
    sep = ", ";
  }
  if (t->unique) {
    m2k_str_addf(out, "%sunique", sep);
    sep = ", ";
  }
  if (t->align) {
    m2k_str_addf(out, "%salign %u", sep, t->align);
    sep = ", ";
  }
  if (t->alias) {
    m2k_str_addf(out, "%salias ", sep);
    m2k_param_ref_print(t->alias, out);
  }
}

void m2k_tensor_print(const m2k_tensor_clause *tensor, m2k_str *out) {
  m2k_str_add(out, "tensor(");
  m2k_param_ref_print(&tensor->param, out);
  if (tensor->absent) {
    m2k_str_add(out, ", absent)");
    return;
  }
  m2k_str_addf(out, ", %s, [", m2k_dtype_name(tensor->dtype));
  print_exprs(tensor->dims, tensor->rank, out);
  m2k_str_add(out, "]");
  print_attrs(tensor, out);
  m2k_str_add(out, ")");
}

void m2k_launch_print(const m2k_launch_clause *launch, m2k_str *out) {
  for (int block = 0; block < 2; block++) {
    const m2k_expr *const *dims = block ? launch->block : launch->grid;
    uint32_t n = 0;
    while (n < 3 && dims[n])
      n++;
    m2k_str_add(out, block ? ", block = [" : "launch(grid = [");
    print_exprs(dims, n, out);
    m2k_str_add(out, "]");
  }
  if (launch->shared) {
    m2k_str_add(out, ", shared = ");
    m2k_expr_print(launch->shared, out);
  }
  m2k_str_add(out, ")");
}

static void print_symbols(const m2k_case *c, const char *sep, m2k_str *out) {
  for (uint32_t i = 0; i < c->nsymbols; i++) {
    const m2k_symbol *s = &c->symbols[i];
    bool same = i && s[-1].fixed == s->fixed;
    if (same)
      m2k_str_add(out, ", ");
    else
      m2k_str_addf(out, "%s%s%s(", i ? ")" : "", sep,
                   s->fixed ? "fixed" : "user");
    m2k_str_addf(out, "%s in ", s->name);
    m2k_set_print(&s->set, out);
  }
  m2k_str_add(out, c->nsymbols ? ")" : "");
}

void m2k_scalar_print(const m2k_scalar_clause *scalar, m2k_str *out) {
  m2k_str_add(out, "scalar(");
  m2k_param_ref_print(&scalar->param, out);
  m2k_str_add(out, scalar->value.kind == M2K_CLAUSE_SET ? " in " : " = ");
  m2k_value_print(&scalar->value, out);
  m2k_str_add(out, ")");
}

static void print_template(const m2k_case *c, m2k_str *out) {
  for (uint32_t i = 0; i < c->ntemplate_args; i++) {
    m2k_str_addf(out, "%s%s = ", i ? ", " : "template(",
                 c->template_args[i].name);
    m2k_value_print(&c->template_args[i].value, out);
  }
  m2k_str_add(out, ")");
}

/* Every clause with `sep` before it. */
static void print_clauses(const m2k_case *c, const char *sep, m2k_str *out) {
  if (c->label) {
    m2k_str_addf(out, "%scase(", sep);
    m2k_string_print(c->label, out);
    m2k_str_add(out, ")");
  }
  print_symbols(c, sep, out);
  for (uint32_t i = 0; i < c->ntensors; i++) {
    m2k_str_add(out, sep);
    m2k_tensor_print(&c->tensors[i], out);
  }
  for (uint32_t i = 0; i < c->nscalars; i++) {
    m2k_str_add(out, sep);
    m2k_scalar_print(&c->scalars[i], out);
  }
  for (uint32_t i = 0; i < c->nassumes; i++) {
    m2k_str_addf(out, "%sassume(", sep);
    m2k_expr_print(c->assumes[i], out);
    m2k_str_add(out, ")");
  }
  if (c->launch) {
    m2k_str_add(out, sep);
    m2k_launch_print(c->launch, out);
  }
  if (c->ntemplate_args) {
    m2k_str_add(out, sep);
    print_template(c, out);
  }
}

static void print_case(const m2k_case *c, const char *sep, m2k_str *out) {
  m2k_str text = {0};
  print_clauses(c, sep, &text);
  if (c->target)
    m2k_string_print(c->target, out);
  /* The first separator's comma is one too many without a target. */
  m2k_str_add(out, m2k_str_text(&text) + (c->target || !text.len ? 0 : 2));
  m2k_str_free(&text);
}

void m2k_case_print(const m2k_case *c, m2k_str *out) {
  print_case(c, ", ", out);
}

void m2k_case_print_macro(const m2k_case *c, m2k_str *out) {
  m2k_str_add(out, c->target ? "__m2k_iface_for(" : "__m2k_iface(\n");
  print_case(c, ",\n    ", out);
  m2k_str_add(out, ")\n");
}
