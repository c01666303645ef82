#include "interface/traced_call.h"

enum { MAX_ELEMENTS = 1024 /* of a list */ };

static json_t *member(traced_call *call, const m2k_json_path *path,
                      json_t *object, const char *name, json_type type,
                      bool required) {
  return m2k_json_member(call->doc, path, object, name, type, required,
                         &call->out->failed);
}

static const m2k_json_path *key(traced_call *call, const m2k_json_path *path,
                                const char *name) {
  return m2k_json_key(call->doc, path, name);
}

static void fail(traced_call *call, const m2k_json_path *path, const char *fmt,
                 const char *word) {
  call->out->failed = true;
  m2k_error(call->doc->errors, m2k_json_loc(call->doc, path, 0), fmt, word);
}

static void check_keys(traced_call *call, const m2k_json_path *path,
                       json_t *arg, const char *const *keys) {
  if (!m2k_json_only(call->doc, path, arg, keys))
    call->out->failed = true;
}

/* Words of the framework, and ours for them. */
static const char *const dtype_words[][2] = {
#define M2K_TORCH_DTYPE(word, dtype) {word, #dtype},
#include "interface/torch_dtype.def"
#undef M2K_TORCH_DTYPE
};

static void add_dtype(traced_call *call, const m2k_json_path *path,
                      json_t *arg) {
  const json_t *value = member(call, path, arg, "dtype", JSON_STRING, true);
  const char *word = json_string_value(value);
  if (!word)
    return;
  size_t prefix = m2k_starts_with(word, "torch.") ? strlen("torch.") : 0;
  for (size_t i = 0; i < sizeof dtype_words / sizeof *dtype_words; i++)
    if (strcmp(dtype_words[i][0], word + prefix) == 0) {
      m2k_compose_at(call->out, key(call, path, "dtype"), dtype_words[i][1]);
      return;
    }
  fail(call, key(call, path, "dtype"),
       "unknown dtype '%.60s': expected one of PyTorch's integer, floating or "
       "bool types, as torch.float16",
       word);
}

static void add_shape(traced_call *call, const m2k_json_path *path,
                      json_t *arg) {
  const json_t *shape = member(call, path, arg, "shape", JSON_ARRAY, true);
  const m2k_json_path *at = key(call, path, "shape");
  m2k_compose_at(call->out, at, ", [");
  for (size_t i = 0; i < json_array_size(shape); i++) {
    m2k_compose_add(call->out, i ? ", " : "");
    traced_number(call, m2k_json_index(call->doc, at, i),
                  json_array_get(shape, i));
  }
  m2k_compose_at(call->out, at, "]");
}

/* Are minV and maxV there, and do they say something? */
static bool has_bounds(traced_call *call, const m2k_json_path *path,
                       json_t *arg) {
  const json_t *lo = json_object_get(arg, "minV");
  const json_t *hi = json_object_get(arg, "maxV");
  if (!lo && !hi)
    return false;
  if (!lo || !hi)
    fail(call, path, "'%s' is missing: expected both minV and maxV or neither",
         lo ? "maxV" : "minV");
  return lo && hi && !(traced_is_zero(lo) && traced_is_zero(hi));
}

static void add_bounds(traced_call *call, const m2k_json_path *path,
                       json_t *arg) {
  traced_number(call, key(call, path, "minV"), json_object_get(arg, "minV"));
  m2k_compose_add(call->out, "..");
  traced_number(call, key(call, path, "maxV"), json_object_get(arg, "maxV"));
}

static void add_contents(traced_call *call, const m2k_json_path *path,
                         json_t *arg) {
  const json_t *repeats = member(call, path, arg, "dupV", JSON_TRUE, false);
  bool known = has_bounds(call, path, arg);
  bool nothing = json_object_get(arg, "minV") && !known;
  if (known) {
    m2k_compose_at(call->out, path, ", values in ");
    add_bounds(call, path, arg);
  }
  if (json_is_false(repeats) && !nothing)
    m2k_compose_at(call->out, key(call, path, "dupV"), ", unique");
}

static void add_tensor(traced_call *call, const m2k_json_path *path,
                       json_t *arg, const char *param) {
  static const char *const keys[] = {"type", "dtype", "shape",     "minV",
                                     "maxV", "dupV",  "symRanges", NULL};
  check_keys(call, path, arg, keys);
  m2k_compose_at(call->out, path, ", tensor(");
  m2k_compose_add(call->out, param);
  m2k_compose_add(call->out, ", ");
  add_dtype(call, path, arg);
  add_shape(call, path, arg);
  add_contents(call, path, arg);
  m2k_compose_at(call->out, path, ")");
}

/* What a scalar is: the member `value`, or a plain value of a list. */
typedef struct scalar {
  const char *type; /* int, bool, float or str */
  const json_t *value;
  const m2k_json_path *path;
} scalar;

static void add_scalar(traced_call *call, const scalar *s, const char *param) {
  char buf[48];
  m2k_compose_at(call->out, s->path, ", scalar(");
  m2k_compose_add(call->out, param);
  m2k_compose_add(call->out, " = ");
  if (strcmp(s->type, "int") == 0)
    traced_number(call, s->path, s->value);
  else if (strcmp(s->type, "bool") == 0 && json_is_boolean(s->value))
    m2k_compose_add(call->out, json_is_true(s->value) ? "true" : "false");
  else if (strcmp(s->type, "float") == 0 && json_is_number(s->value))
    m2k_compose_add(call->out,
                    m2k_double_text(json_number_value(s->value), buf));
  else if (strcmp(s->type, "str") == 0 && json_is_string(s->value))
    m2k_compose_string(call->out, s->path, json_string_value(s->value));
  else
    call->out->failed =
        !m2k_json_fail(call->doc, s->path, "%s: expected a value of type '%s'",
                       m2k_json_kind(s->value), s->type);
  m2k_compose_at(call->out, s->path, ")");
}

static const char *element_param(traced_call *call, const char *param,
                                 size_t index) {
  return m2k_printf(call->doc->arena, "%s[%zu]", param, index);
}

static void add_object(traced_call *call, const m2k_json_path *path,
                       json_t *arg, const char *param, bool in_list);

/* A plain value in a list: its type is what it looks like. */
static void add_plain(traced_call *call, const m2k_json_path *path,
                      const json_t *value, const char *param) {
  scalar s = {.value = value, .path = path};
  s.type = json_is_boolean(value)  ? "bool"
           : json_is_real(value)   ? "float"
           : json_is_string(value) ? "str"
                                   : "int";
  add_scalar(call, &s, param);
}

static void add_elements(traced_call *call, const m2k_json_path *path,
                         const json_t *elements, const char *param) {
  size_t count = json_array_size(elements);
  if (count > MAX_ELEMENTS) {
    fail(call, path, "list too long: expected at most 1024 elements%s", "");
    return;
  }
  for (size_t i = 0; i < count; i++) {
    json_t *value = json_array_get(elements, i);
    const m2k_json_path *at = m2k_json_index(call->doc, path, i);
    if (json_is_object(value))
      add_object(call, at, value, element_param(call, param, i), true);
    else
      add_plain(call, at, value, element_param(call, param, i));
  }
}

/* A list of integers of which only the range was traced. */
static void add_bounded(traced_call *call, const m2k_json_path *path,
                        json_t *arg, const char *param) {
  const json_t *type = member(call, path, arg, "dtype", JSON_STRING, true);
  const json_t *shape = member(call, path, arg, "shape", JSON_ARRAY, true);
  const json_t *count = json_array_get(shape, 0);
  json_int_t n = json_integer_value(count);
  if (!type || !shape)
    return;
  if (json_array_size(shape) != 1 || !json_is_integer(count) || n < 0 ||
      n > MAX_ELEMENTS)
    fail(call, key(call, path, "shape"),
         "malformed length of a list: expected one number, at most 1024%s", "");
  else if (strcmp(json_string_value(type), "int") != 0)
    fail(call, path,
         "'value' is missing: expected the elements of a list of '%.60s'",
         json_string_value(type));
  else if (has_bounds(call, path, arg))
    for (size_t i = 0; i < (size_t)n; i++) {
      m2k_compose_at(call->out, path, ", scalar(");
      m2k_compose_add(call->out, element_param(call, param, i));
      m2k_compose_add(call->out, " in ");
      add_bounds(call, path, arg);
      m2k_compose_at(call->out, path, ")");
    }
}

static void add_list(traced_call *call, const m2k_json_path *path, json_t *arg,
                     const char *param) {
  static const char *const keys[] = {"type",      "dtype", "shape",
                                     "value",     "minV",  "maxV",
                                     "symRanges", "dupV",  NULL};
  check_keys(call, path, arg, keys);
  const json_t *elements = member(call, path, arg, "value", JSON_ARRAY, false);
  const json_t *shape = member(call, path, arg, "shape", JSON_ARRAY, false);
  if (!elements) {
    add_bounded(call, path, arg, param);
    return;
  }
  if (shape && (json_array_size(shape) != 1 ||
                json_integer_value(json_array_get(shape, 0)) !=
                    (json_int_t)json_array_size(elements)))
    fail(call, key(call, path, "shape"),
         "wrong length of a list: expected the number of its elements%s", "");
  add_elements(call, key(call, path, "value"), elements, param);
}

static void add_none(traced_call *call, const m2k_json_path *path, json_t *arg,
                     const char *param) {
  static const char *const keys[] = {"type", "value", NULL};
  check_keys(call, path, arg, keys);
  m2k_compose_at(call->out, path, ", tensor(");
  m2k_compose_add(call->out, param);
  m2k_compose_at(call->out, path, ", absent)");
}

static void add_valued(traced_call *call, const m2k_json_path *path,
                       json_t *arg, const char *type, const char *param) {
  static const char *const keys[] = {"type", "value", "symRanges", NULL};
  check_keys(call, path, arg, keys);
  scalar s = {.type = type,
              .value = json_object_get(arg, "value"),
              .path = key(call, path, "value")};
  if (s.value)
    add_scalar(call, &s, param);
  else
    fail(call, path, "'value' is missing: expected a value of type '%s'", type);
}

static void add_object(traced_call *call, const m2k_json_path *path,
                       json_t *arg, const char *param, bool in_list) {
  static const char *const scalars[] = {"int", "bool", "float", "str"};
  const json_t *value = member(call, path, arg, "type", JSON_STRING, true);
  const char *type = json_string_value(value);
  if (!type)
    return;
  if (strcmp(type, "torch.Tensor") == 0) {
    add_tensor(call, path, arg, param);
    return;
  }
  if (strcmp(type, "NoneType") == 0) {
    add_none(call, path, arg, param);
    return;
  }
  if (strcmp(type, "list") == 0 && !in_list) {
    add_list(call, path, arg, param);
    return;
  }
  for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
    if (strcmp(type, scalars[i]) == 0) {
      add_valued(call, path, arg, scalars[i], param);
      return;
    }
  fail(call, key(call, path, "type"),
       in_list ? "unknown type '%.60s' in a list: expected torch.Tensor, int, "
                 "bool, float, str or NoneType"
               : "unknown type '%.60s': expected torch.Tensor, int, bool, "
                 "float, str, NoneType or list",
       type);
}

void traced_arg(traced_call *call, const m2k_json_path *path, json_t *arg,
                size_t position) {
  const char *param = m2k_printf(call->doc->arena, "@%zu", position);
  if (json_is_object(arg))
    add_object(call, path, arg, param, false);
  else
    call->out->failed = !m2k_json_fail(call->doc, path,
                                       "%s: expected an argument, which is an "
                                       "object",
                                       m2k_json_kind(arg));
}
