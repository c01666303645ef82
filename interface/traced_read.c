#include "interface/traced.h"

#include "interface/traced_call.h"

enum { MAX_ERRORS = 50 /* per file; then reading stops */ };

typedef struct reader {
  m2k_json_doc doc;
  m2k_compose out;
  traced_call call; /* its lists are used again for each */
  m2k_store *store;
  unsigned before; /* errors when reading began */
} reader;

static unsigned error_count(const reader *r) {
  return r->doc.errors->count - r->before;
}

static void start_call(reader *r, const m2k_json_path *path, json_t *args) {
  traced_call *call = &r->call;
  call->args = args;
  call->place = path;
  call->args_place = m2k_json_key(&r->doc, path, "args");
  m2k_vec_clear(&call->conditions);
  m2k_vec_clear(&call->symbols);
  m2k_vec_push(&call->symbols, (traced_symbol){.name = "s", .place = path});
  m2k_vec_push(&call->symbols, (traced_symbol){.name = "b", .place = path});
}

static void read_call(reader *r, const m2k_json_path *path, json_t *object) {
  static const char *const keys[] = {
      "py_function", "cuda_function", "input_file_path", "case", "args", NULL};
  if (!json_is_object(object)) {
    m2k_json_fail(&r->doc, path, "%s: expected a call, which is an object",
                  m2k_json_kind(object));
    return;
  }
  m2k_compose_start(&r->out, &r->doc);
  bool *bad = &r->out.failed;
  if (!m2k_json_only(&r->doc, path, object, keys))
    *bad = true;
  const json_t *name = m2k_json_member(&r->doc, path, object, "cuda_function",
                                       JSON_STRING, true, bad);
  (void)m2k_json_member(&r->doc, path, object, "py_function", JSON_STRING,
                        false, bad);
  (void)m2k_json_member(&r->doc, path, object, "input_file_path", JSON_STRING,
                        false, bad);
  const json_t *label =
      m2k_json_member(&r->doc, path, object, "case", JSON_STRING, false, bad);
  json_t *args =
      m2k_json_member(&r->doc, path, object, "args", JSON_ARRAY, true, bad);
  if (!name || !args)
    return;
  m2k_compose_string(&r->out, m2k_json_key(&r->doc, path, "cuda_function"),
                     json_string_value(name));
  if (label) {
    m2k_compose_at(&r->out, path, ", case(");
    m2k_compose_string(&r->out, m2k_json_key(&r->doc, path, "case"),
                       json_string_value(label));
    m2k_compose_add(&r->out, ")");
  }
  start_call(r, path, args);
  for (size_t i = 0; i < json_array_size(args); i++)
    traced_arg(&r->call, m2k_json_index(&r->doc, r->call.args_place, i),
               json_array_get(args, i), i);
  traced_symbols(&r->call);
  traced_conditions(&r->call);
  const m2k_case *read = m2k_compose_finish(&r->out, path);
  if (read)
    m2k_store_add(r->store, read);
}

static void read_root(reader *r) {
  if (!json_is_array(r->doc.root)) {
    m2k_json_fail(&r->doc, NULL, "%s: expected an array of calls",
                  m2k_json_kind(r->doc.root));
    return;
  }
  size_t count = json_array_size(r->doc.root);
  const m2k_json_path **paths = m2k_json_elements(&r->doc, NULL, count);
  for (size_t i = 0; i < count && error_count(r) < MAX_ERRORS; i++)
    read_call(r, paths[i], json_array_get(r->doc.root, i));
}

int m2k_traced_parse(m2k_arena *arena, const char *file, const char *text,
                     size_t len, m2k_store *store, m2k_errors *errors,
                     m2k_errors *notes) {
  reader r = {.store = store, .before = errors->count};
  r.call = (traced_call){
      .doc = &r.doc, .out = &r.out, .notes = notes, .noted = m2k_map_new()};
  if (m2k_json_open(&r.doc, arena, file, text, len, errors))
    read_root(&r);
  m2k_vec_free(&r.call.symbols);
  m2k_vec_free(&r.call.conditions);
  m2k_map_free(r.call.noted);
  m2k_compose_free(&r.out);
  m2k_json_close(&r.doc);
  return error_count(&r) ? -1 : 0;
}
