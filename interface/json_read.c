#include "interface/compose.h"
#include "interface/json_form.h"

enum { MAX_ERRORS = 50 /* per file; then reading stops */ };

typedef struct reader {
  m2k_json_doc doc;
  m2k_compose out;
  m2k_store *store;
  unsigned before; /* errors when reading began */
} reader;

static unsigned error_count(const reader *r) {
  return r->doc.errors->count - r->before;
}

static const m2k_json_path *key(reader *r, const m2k_json_path *up,
                                const char *name) {
  return m2k_json_key(&r->doc, up, name);
}

static json_t *member(reader *r, const m2k_json_path *path, json_t *object,
                      const char *name, json_type type, bool required) {
  return m2k_json_member(&r->doc, path, object, name, type, required,
                         &r->out.failed);
}

/* A string that becomes a word of the case as it is. */
static void add_word(reader *r, const m2k_json_path *path, json_t *object,
                     const char *name, const char *what) {
  const json_t *word = member(r, path, object, name, JSON_STRING, true);
  if (word)
    m2k_compose_verbatim(&r->out, key(r, path, name), json_string_value(word),
                         what);
}

/* `[EXPR, …]`; nothing where the member is absent. */
static void add_list(reader *r, const m2k_json_path *path, json_t *object,
                     const char *name, bool required, const char *before) {
  const json_t *list = member(r, path, object, name, JSON_ARRAY, required);
  if (!list)
    return;
  const m2k_json_path *at = key(r, path, name);
  m2k_compose_at(&r->out, at, before);
  m2k_compose_add(&r->out, "[");
  for (size_t i = 0; i < json_array_size(list); i++) {
    m2k_compose_add(&r->out, i ? ", " : "");
    m2k_compose_expr(&r->out, m2k_json_index(&r->doc, at, i),
                     json_array_get(list, i));
  }
  m2k_compose_at(&r->out, at, "]");
}

static void add_expr(reader *r, const m2k_json_path *path, json_t *object,
                     const char *name, const char *before) {
  const json_t *value = json_object_get(object, name);
  if (!value)
    return;
  m2k_compose_at(&r->out, key(r, path, name), before);
  m2k_compose_expr(&r->out, key(r, path, name), value);
}

static void add_symbol(reader *r, const m2k_json_path *path, json_t *object) {
  static const char *const keys[] = {"name", "who", "in", NULL};
  const json_t *who = member(r, path, object, "who", JSON_STRING, true);
  const char *word = json_string_value(who);
  bool fixed = word && strcmp(word, "fixed") == 0;
  if (!m2k_json_only(&r->doc, path, object, keys))
    r->out.failed = true;
  if (word && !fixed && strcmp(word, "user") != 0)
    r->out.failed =
        !m2k_json_fail(&r->doc, key(r, path, "who"),
                       "unknown word '%.60s': expected user or fixed", word);
  m2k_compose_at(&r->out, path, fixed ? "fixed(" : "user(");
  add_word(r, path, object, "name", "a symbol's name");
  m2k_compose_add(&r->out, " in ");
  add_word(r, path, object, "in", "a set");
  m2k_compose_add(&r->out, ")");
}

static void add_attributes(reader *r, const m2k_json_path *path,
                           json_t *object) {
  add_list(r, path, object, "strides", false, ", strides ");
  add_expr(r, path, object, "offset", ", offset ");
  if (json_object_get(object, "values")) {
    m2k_compose_at(&r->out, key(r, path, "values"), ", values in ");
    add_word(r, path, object, "values", "a set");
  }
  const json_t *unique = member(r, path, object, "unique", JSON_TRUE, false);
  if (json_is_true(unique))
    m2k_compose_at(&r->out, key(r, path, "unique"), ", unique");
  if (member(r, path, object, "align", JSON_INTEGER, false))
    add_expr(r, path, object, "align", ", align ");
  if (json_object_get(object, "alias")) {
    m2k_compose_at(&r->out, key(r, path, "alias"), ", alias ");
    add_word(r, path, object, "alias", "a parameter");
  }
}

static void add_tensor(reader *r, const m2k_json_path *path, json_t *object) {
  static const char *const absent_keys[] = {"param", "absent", NULL};
  static const char *const keys[] = {"param",   "absent", "dtype",  "shape",
                                     "strides", "offset", "values", "unique",
                                     "align",   "alias",  NULL};
  const json_t *flag = member(r, path, object, "absent", JSON_TRUE, false);
  bool absent = json_is_true(flag);
  if (!m2k_json_only(&r->doc, path, object, absent ? absent_keys : keys))
    r->out.failed = true;
  m2k_compose_at(&r->out, path, "tensor(");
  add_word(r, path, object, "param", "a parameter");
  m2k_compose_at(&r->out, path, absent ? ", absent" : ", ");
  if (!absent) {
    add_word(r, path, object, "dtype", "a dtype");
    add_list(r, path, object, "shape", true, ", ");
    add_attributes(r, path, object);
  }
  m2k_compose_at(&r->out, path, ")");
}

/* The members that a value may be given in, one of them. */
static const char *const value_keys[] = {"equals", "number", "truth",
                                         "text",   "in",     "type"};

static void add_number(reader *r, const m2k_json_path *path,
                       const json_t *value) {
  char buf[48];
  if (json_is_number(value))
    m2k_compose_at(&r->out, path,
                   m2k_double_text(json_number_value(value), buf));
  else
    r->out.failed = !m2k_json_fail(&r->doc, path, "%s: expected a number",
                                   m2k_json_kind(value));
}

/* ` = VALUE` or ` in SET`. */
static void add_value(reader *r, const m2k_json_path *path, json_t *object,
                      bool scalar) {
  const char *found = NULL;
  for (size_t i = 0; i < sizeof value_keys / sizeof *value_keys; i++) {
    if (!json_object_get(object, value_keys[i]))
      continue;
    if (found)
      r->out.failed = !m2k_json_fail(&r->doc, key(r, path, value_keys[i]),
                                     "'%s' beside '%s': expected one of them",
                                     value_keys[i], found);
    found = value_keys[i];
  }
  if (!found) {
    r->out.failed = !m2k_json_fail(
        &r->doc, path, "no value: expected equals, number, truth, text or %s",
        scalar ? "in" : "type");
    return;
  }
  const m2k_json_path *at = key(r, path, found);
  json_t *value = json_object_get(object, found);
  m2k_compose_at(&r->out, at, strcmp(found, "in") == 0 ? " in " : " = ");
  if (strcmp(found, "equals") == 0) {
    m2k_compose_expr(&r->out, at, value);
  } else if (strcmp(found, "number") == 0) {
    add_number(r, at, value);
  } else if (strcmp(found, "truth") == 0) {
    const json_t *truth = member(r, path, object, found, JSON_TRUE, true);
    m2k_compose_at(&r->out, at, json_is_true(truth) ? "true" : "false");
  } else if (strcmp(found, "text") == 0) {
    const json_t *text = member(r, path, object, found, JSON_STRING, true);
    m2k_compose_string(&r->out, at, text ? json_string_value(text) : "");
  } else {
    add_word(r, path, object, found, scalar ? "a set" : "a type's name");
  }
}

static void add_scalar(reader *r, const m2k_json_path *path, json_t *object) {
  static const char *const keys[] = {"param", "equals", "number", "truth",
                                     "text",  "in",     NULL};
  if (!m2k_json_only(&r->doc, path, object, keys)) {
    r->out.failed = true;
    return;
  }
  m2k_compose_at(&r->out, path, "scalar(");
  add_word(r, path, object, "param", "a parameter");
  add_value(r, path, object, true);
  m2k_compose_at(&r->out, path, ")");
}

static void add_template_arg(reader *r, const m2k_json_path *path,
                             json_t *object) {
  static const char *const keys[] = {"name", "equals", "number", "truth",
                                     "text", "type",   NULL};
  if (!m2k_json_only(&r->doc, path, object, keys)) {
    r->out.failed = true;
    return;
  }
  add_word(r, path, object, "name", "a template parameter's name");
  add_value(r, path, object, false);
}

typedef void add_element(reader *, const m2k_json_path *, json_t *);

/* Each element of a list of objects behind `, `; the list may be absent. */
static void add_each(reader *r, const m2k_json_path *path, json_t *object,
                     const char *name, add_element *add, const char *before,
                     const char *between) {
  const json_t *list = member(r, path, object, name, JSON_ARRAY, false);
  const m2k_json_path *at = key(r, path, name);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const m2k_json_path *element = m2k_json_index(&r->doc, at, i);
    json_t *value = json_array_get(list, i);
    m2k_compose_at(&r->out, element, i ? between : before);
    if (json_is_object(value))
      add(r, element, value);
    else
      r->out.failed = !m2k_json_fail(&r->doc, element, "%s: expected an object",
                                     m2k_json_kind(value));
  }
}

static void add_assumes(reader *r, const m2k_json_path *path, json_t *object) {
  const json_t *list = member(r, path, object, "assume", JSON_ARRAY, false);
  const m2k_json_path *at = key(r, path, "assume");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const m2k_json_path *element = m2k_json_index(&r->doc, at, i);
    const json_t *value = json_array_get(list, i);
    m2k_compose_at(&r->out, element, ", assume(");
    if (json_is_string(value))
      m2k_compose_verbatim(&r->out, element, json_string_value(value),
                           "a condition");
    else
      r->out.failed = !m2k_json_fail(&r->doc, element,
                                     "%s: expected a condition in a "
                                     "string",
                                     m2k_json_kind(value));
    m2k_compose_add(&r->out, ")");
  }
}

static void add_launch(reader *r, const m2k_json_path *path, json_t *object) {
  static const char *const keys[] = {"grid", "block", "shared", NULL};
  json_t *launch = member(r, path, object, "launch", JSON_OBJECT, false);
  const m2k_json_path *at = key(r, path, "launch");
  if (!launch)
    return;
  if (!m2k_json_only(&r->doc, at, launch, keys))
    r->out.failed = true;
  m2k_compose_at(&r->out, at, ", launch(");
  add_list(r, at, launch, "grid", true, "grid = ");
  add_list(r, at, launch, "block", true, ", block = ");
  add_expr(r, at, launch, "shared", ", shared = ");
  m2k_compose_add(&r->out, ")");
}

static void add_head(reader *r, const m2k_json_path *path, json_t *object) {
  const json_t *function =
      member(r, path, object, "function", JSON_STRING, true);
  const json_t *label = member(r, path, object, "case", JSON_STRING, false);
  if (function)
    m2k_compose_string(&r->out, key(r, path, "function"),
                       json_string_value(function));
  if (label) {
    m2k_compose_at(&r->out, key(r, path, "case"), ", case(");
    m2k_compose_string(&r->out, key(r, path, "case"), json_string_value(label));
    m2k_compose_add(&r->out, ")");
  }
}

static void read_case(reader *r, const m2k_json_path *path, json_t *object) {
  static const char *const keys[] = {"function", "case",     "symbols",
                                     "tensors",  "scalars",  "assume",
                                     "launch",   "template", NULL};
  m2k_compose_start(&r->out, &r->doc);
  if (!json_is_object(object)) {
    m2k_json_fail(&r->doc, path, "%s: expected a case, which is an object",
                  m2k_json_kind(object));
    return;
  }
  if (!m2k_json_only(&r->doc, path, object, keys))
    r->out.failed = true;
  add_head(r, path, object);
  add_each(r, path, object, "symbols", add_symbol, ", ", ", ");
  add_each(r, path, object, "tensors", add_tensor, ", ", ", ");
  add_each(r, path, object, "scalars", add_scalar, ", ", ", ");
  add_assumes(r, path, object);
  add_launch(r, path, object);
  add_each(r, path, object, "template", add_template_arg, ", template(", ", ");
  if (json_array_size(json_object_get(object, "template")))
    m2k_compose_add(&r->out, ")");
  const m2k_case *read = m2k_compose_finish(&r->out, path);
  if (read)
    m2k_store_add(r->store, read);
}

static void read_root(reader *r) {
  static const char *const keys[] = {"format", "cases", NULL};
  bool bad = false;
  if (!json_is_object(r->doc.root)) {
    m2k_json_fail(&r->doc, NULL,
                  "%s: expected an object with 'format' and "
                  "'cases'",
                  m2k_json_kind(r->doc.root));
    return;
  }
  json_t *root = r->doc.root;
  const json_t *format =
      m2k_json_member(&r->doc, NULL, root, "format", JSON_STRING, true, &bad);
  const json_t *cases =
      m2k_json_member(&r->doc, NULL, root, "cases", JSON_ARRAY, true, &bad);
  if (format && strcmp(json_string_value(format), "m2k-iface/1") != 0)
    bad = !m2k_json_fail(&r->doc, key(r, NULL, "format"),
                         "unknown format '%.60s': expected m2k-iface/1",
                         json_string_value(format));
  if (!m2k_json_only(&r->doc, NULL, root, keys) || bad)
    return;
  size_t count = json_array_size(cases);
  const m2k_json_path **paths =
      m2k_json_elements(&r->doc, key(r, NULL, "cases"), count);
  for (size_t i = 0; i < count && error_count(r) < MAX_ERRORS; i++)
    read_case(r, paths[i], json_array_get(cases, i));
}

int m2k_json_form_parse(m2k_arena *arena, const char *file, const char *text,
                        size_t len, m2k_store *store, m2k_errors *errors) {
  reader r = {.store = store, .before = errors->count};
  if (m2k_json_open(&r.doc, arena, file, text, len, errors))
    read_root(&r);
  m2k_compose_free(&r.out);
  m2k_json_close(&r.doc);
  return error_count(&r) ? -1 : 0;
}
