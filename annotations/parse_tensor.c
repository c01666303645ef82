#include "annotations/parser.h"

#include "annotations/print.h"

/* Every index that fits a 32-bit count of elements. */
static bool parse_index(m2k_parser *p, m2k_path_step *step) {
  uint32_t offset = p->lex.token.offset;
  m2k_i128 index = 0;
  step->kind = M2K_PATH_INDEX;
  if (!m2k_parse_integer(p, "an index", &index))
    return false;
  if (index > INT32_MAX)
    return m2k_parse_fail(p, offset, "index too large: expected at most %d",
                          INT32_MAX);
  step->index = (uint32_t)index;
  return m2k_parse_punct(p, "]");
}

/* `i in LO..HI]` */
static bool parse_list_range(m2k_parser *p, m2k_path_step *step) {
  step->kind = M2K_PATH_RANGE;
  if (m2k_at_reserved(p))
    return m2k_parse_expected(p, "an index or a name for it");
  step->name = m2k_token_copy(p);
  step->offset = p->lex.token.offset;
  m2k_lex_next(p);
  if (!m2k_take_word(p, "in"))
    return m2k_parse_expected(p, "'in' and the range of the index");
  return m2k_parse_range(p, &step->lo, &step->hi) && m2k_parse_punct(p, "]");
}

static bool parse_step(m2k_parser *p, bool range_allowed, m2k_path_step *step) {
  *step = (m2k_path_step){.offset = p->lex.token.offset};
  if (m2k_take(p, ".")) {
    if (p->lex.token.kind != M2K_TOKEN_WORD)
      return m2k_parse_expected(p, "a field's name");
    step->name = m2k_token_copy(p);
    m2k_lex_next(p);
    return true;
  }
  m2k_lex_next(p); /* [ */
  if (range_allowed && p->lex.token.kind == M2K_TOKEN_WORD)
    return parse_list_range(p, step);
  return parse_index(p, step);
}

static bool parse_steps(m2k_parser *p, bool range_allowed,
                        m2k_param_ref *param) {
  M2K_VEC(m2k_path_step) steps = {0};
  bool ok = true, range = false;
  while (ok && !range && (m2k_at(p, ".") || m2k_at(p, "["))) {
    m2k_path_step step;
    if (steps.len == M2K_CLAUSE_MAX_DEPTH)
      ok = m2k_parse_fail(p, p->lex.token.offset,
                          "path too long: expected at most %d steps",
                          (int)M2K_CLAUSE_MAX_DEPTH);
    ok = ok && parse_step(p, range_allowed, &step);
    if (ok) {
      range = step.kind == M2K_PATH_RANGE;
      m2k_vec_push(&steps, step);
    }
  }
  m2k_path_step *copy = M2K_NEW_N(p->arena, m2k_path_step, steps.len);
  if (steps.len)
    memcpy(copy, steps.at, steps.len * sizeof *copy);
  param->steps = copy;
  param->nsteps = steps.len;
  if (ok && range)
    m2k_vec_push(&p->indices, &copy[steps.len - 1]);
  m2k_vec_free(&steps);
  return ok;
}

bool m2k_parse_param(m2k_parser *p, bool range_allowed, m2k_param_ref *param) {
  const m2k_token *t = &p->lex.token;
  *param = (m2k_param_ref){.offset = t->offset};
  if (t->kind == M2K_TOKEN_WORD)
    param->name = m2k_token_copy(p);
  else if (t->kind == M2K_TOKEN_POSITION)
    param->position = (uint32_t)t->value;
  else
    return m2k_parse_expected(p, "a parameter's name or @POSITION");
  m2k_lex_next(p);
  return parse_steps(p, range_allowed, param);
}

bool m2k_check_param(m2k_parser *p, const m2k_param_ref *param) {
  const char *has = NULL;
  for (uint32_t i = 0; !has && i < p->tensors.len; i++)
    if (m2k_param_ref_same(&p->tensors.at[i].param, param))
      has = "tensor";
  for (uint32_t i = 0; !has && i < p->scalars.len; i++)
    if (m2k_param_ref_same(&p->scalars.at[i].param, param))
      has = "scalar";
  if (!has)
    return true;
  m2k_str text = {0};
  m2k_param_ref_print(param, &text);
  m2k_parse_fail(
      p, param->offset,
      "parameter '%s' already has a '%s' clause: expected one clause "
      "for each parameter",
      m2k_str_text(&text), has);
  m2k_str_free(&text);
  return false;
}

static bool parse_dtype(m2k_parser *p, m2k_dtype *dtype) {
  const m2k_token *t = &p->lex.token;
  if (t->kind == M2K_TOKEN_WORD &&
      m2k_dtype_find(p->lex.text + t->offset, t->len, dtype)) {
    m2k_lex_next(p);
    return true;
  }
  m2k_str names = {0};
  for (unsigned i = 0; i < M2K_DTYPE_COUNT; i++)
    m2k_str_addf(&names, "%s ", m2k_dtype_name((m2k_dtype)i));
  if (t->kind == M2K_TOKEN_WORD)
    m2k_parse_fail(p, t->offset, "unknown dtype '%s': expected %sor absent",
                   m2k_token_copy(p), m2k_str_text(&names));
  else
    m2k_parse_expected(p, "a dtype or absent");
  m2k_str_free(&names);
  return false;
}

static bool parse_strides(m2k_parser *p, m2k_tensor_clause *tensor) {
  uint32_t offset = p->lex.token.offset, count = 0;
  if (!m2k_parse_punct(p, "[") ||
      !m2k_parse_exprs(p, "]", M2K_PARSE_MAX_RANK, "strides", &tensor->strides,
                       &count))
    return false;
  if (count != tensor->rank)
    return m2k_parse_fail(
        p, offset, "%u strides for a tensor of rank %u: expected as many",
        count, tensor->rank);
  return true;
}

static bool parse_align(m2k_parser *p, m2k_tensor_clause *tensor) {
  uint32_t offset = p->lex.token.offset;
  m2k_i128 align = 0;
  if (!m2k_parse_integer(p, "an alignment in bytes", &align))
    return false;
  if (align < 1 || align > 1 << 30 || (align & (align - 1)) != 0)
    return m2k_parse_fail(p, offset,
                          "malformed alignment: expected a power of two, at "
                          "most 1G");
  tensor->align = (uint32_t)align;
  return true;
}

typedef enum attr_kind {
  ATTR_STRIDES,
  ATTR_OFFSET,
  ATTR_VALUES,
  ATTR_UNIQUE,
  ATTR_ALIGN,
  ATTR_ALIAS,
  ATTR_COUNT
} attr_kind;

static const char *const attr_names[] = {"strides", "offset", "values",
                                         "unique",  "align",  "alias"};

static bool parse_values(m2k_parser *p, m2k_tensor_clause *tensor) {
  m2k_set *set = M2K_NEW(p->arena, m2k_set);
  tensor->values = set;
  if (!m2k_take_word(p, "in"))
    return m2k_parse_expected(p, "'in' and a set");
  return m2k_parse_set(p, set);
}

static bool parse_alias(m2k_parser *p, m2k_tensor_clause *tensor) {
  m2k_param_ref *other = M2K_NEW(p->arena, m2k_param_ref);
  tensor->alias = other;
  if (!m2k_parse_param(p, false, other))
    return false;
  if (m2k_param_ref_same(other, &tensor->param))
    return m2k_parse_fail(p, other->offset,
                          "a tensor is no alias of itself: expected another");
  return true;
}

static bool parse_attr(m2k_parser *p, attr_kind kind,
                       m2k_tensor_clause *tensor) {
  switch (kind) {
  case ATTR_STRIDES:
    return parse_strides(p, tensor);
  case ATTR_OFFSET:
    return (tensor->stride_offset = m2k_parse_expr(p)) != NULL;
  case ATTR_VALUES:
    return parse_values(p, tensor);
  case ATTR_UNIQUE:
    return tensor->unique = true;
  case ATTR_ALIGN:
    return parse_align(p, tensor);
  case ATTR_ALIAS:
    return parse_alias(p, tensor);
  case ATTR_COUNT:
    break;
  }
  return false;
}

static bool parse_attr_named(m2k_parser *p, m2k_tensor_clause *tensor,
                             bool seen[ATTR_COUNT]) {
  unsigned kind = 0;
  uint32_t offset = p->lex.token.offset;
  while (kind < ATTR_COUNT && !m2k_at_word(p, attr_names[kind]))
    kind++;
  if (kind == ATTR_COUNT && p->lex.token.kind == M2K_TOKEN_WORD)
    return m2k_parse_fail(p, offset,
                          "unknown attribute '%s': expected strides, offset, "
                          "values, unique, align or alias",
                          m2k_token_copy(p));
  if (kind == ATTR_COUNT)
    return m2k_parse_expected(p, "an attribute (strides, offset, values, "
                                 "unique, align or alias)");
  if (seen[kind])
    return m2k_parse_fail(p, offset, "attribute '%s' twice: expected it once",
                          attr_names[kind]);
  seen[kind] = true;
  m2k_lex_next(p);
  return parse_attr(p, (attr_kind)kind, tensor);
}

/* What follows the dimensions. A comma before the first attribute is optional,
 * those between attributes are not. */
static bool parse_attrs(m2k_parser *p, m2k_tensor_clause *tensor) {
  bool seen[ATTR_COUNT] = {false};
  bool more = !m2k_take(p, ")");
  if (more && !m2k_take(p, ",") && p->lex.token.kind != M2K_TOKEN_WORD)
    return m2k_parse_expected(p, "an attribute or ')'");
  while (more)
    if (!parse_attr_named(p, tensor, seen) || !m2k_parse_more(p, ")", &more))
      return false;
  return true;
}

/* DTYPE, [DIM, …] ATTR…, after the parameter and its comma. */
static bool parse_shape(m2k_parser *p, m2k_tensor_clause *tensor) {
  const m2k_param_ref *param = &tensor->param;
  if (param->nsteps && param->steps[param->nsteps - 1].kind == M2K_PATH_RANGE)
    p->index_name = param->steps[param->nsteps - 1].name;
  if (!parse_dtype(p, &tensor->dtype))
    return false;
  if (!m2k_take(p, ","))
    return m2k_parse_expected(p, "',' and the dimensions as '[…]'");
  if (!m2k_take(p, "["))
    return m2k_parse_expected(p, "the dimensions as '[…]'");
  return m2k_parse_exprs(p, "]", M2K_PARSE_MAX_RANK, "dimensions",
                         &tensor->dims, &tensor->rank) &&
         parse_attrs(p, tensor);
}

bool m2k_parse_tensor(m2k_parser *p, uint32_t offset) {
  m2k_tensor_clause tensor = {.offset = offset};
  if (!m2k_parse_param(p, true, &tensor.param) ||
      !m2k_check_param(p, &tensor.param) || !m2k_parse_punct(p, ","))
    return false;
  tensor.absent = m2k_take_word(p, "absent");
  if (tensor.absent ? !m2k_parse_punct(p, ")") : !parse_shape(p, &tensor))
    return false;
  m2k_vec_push(&p->tensors, tensor);
  return true;
}
