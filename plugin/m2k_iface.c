/* `m2k iface`: interfaces as files. What a form is, is interface/'s. */
#include "annotations/print.h"
#include "interface/compare.h"
#include "interface/header.h"
#include "interface/json_form.h"
#include "interface/read.h"
#include "interface/traced.h"
#include "passes/base/map.h"
#include "passes/base/vec.h"
#include "plugin/m2k_cli.h"

#include <stdio.h>

static const char usage[] =
    "usage: m2k iface import FILE… [-o FILE]\n"
    "       m2k iface export FILE… [--to=json|traced|header] [-o FILE]\n"
    "       m2k iface check FILE|DIR…\n"
    "       m2k iface show FILE|DIR… [--cases]\n"
    "       m2k iface diff FILE|DIR FILE|DIR\n"
    "\n"
    "Interfaces of models: headers *.m2k.h, their JSON form, and what the\n"
    "published tracer writes. A file's form is seen from its contents; - is "
    "the\n"
    "standard input, a directory all its *.m2k.h. See 'm2k iface COMMAND "
    "--help'.\n";

typedef enum verb { IMPORT, EXPORT, CHECK, SHOW, DIFF, VERBS } verb;

static const struct {
  const char *name, *help;
} verbs[VERBS] = {
    {"import", "usage: m2k iface import FILE… [-o FILE]\n"
               "\n"
               "Writes the interfaces as a header *.m2k.h to the standard "
               "output, or to the\n"
               "file of -o. Says how fitted numbers of a trace were "
               "understood.\n"},
    {"export", "usage: m2k iface export FILE… [--to=json|traced|header] [-o "
               "FILE]\n"
               "\n"
               "Writes the interfaces in another form: json, which is what is "
               "taken without\n"
               "--to, traced, where that form can say it, or header.\n"},
    {"check", "usage: m2k iface check FILE|DIR…\n"
              "\n"
              "Reads the interfaces and reports every mistake with its place. "
              "Exit code 1 if\n"
              "there is any.\n"},
    {"show", "usage: m2k iface show FILE|DIR… [--cases]\n"
             "\n"
             "Prints a table of the functions: how many cases each has, how "
             "many of them\n"
             "differ, tensors and symbols. --cases prints every case, too.\n"},
    {"diff", "usage: m2k iface diff FILE|DIR FILE|DIR\n"
             "\n"
             "Prints cases that only the first (-) or the second (+) has, and "
             "the clauses that\n"
             "differ where function and label are the same. Exit code 1 if "
             "there are any. The\n"
             "order of cases and clauses does not count.\n"}};

typedef struct request {
  verb verb;
  const char *output;
  m2k_iface_form to;
  bool cases;
  M2K_VEC(const char *) files;
} request;

static bool find_form(const char *word, m2k_iface_form *form) {
  static const char *const words[] = {[M2K_IFACE_HEADER] = "header",
                                      [M2K_IFACE_JSON] = "json",
                                      [M2K_IFACE_TRACED] = "traced"};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i], word) == 0) {
      *form = (m2k_iface_form)i;
      return true;
    }
  return false;
}

/* Errors come first: after one nothing is printed but them. */
static bool read_files(m2k_arena *arena, const char *const *files,
                       uint32_t count, m2k_store *store, bool notes) {
  m2k_errors errors = {.report = m2k_errors_to_stream, .data = stderr};
  m2k_errors hints = {.report = m2k_notes_to_stream, .data = stderr};
  for (uint32_t i = 0; i < count; i++)
    (void)m2k_iface_read(arena, files[i], store, &errors,
                         notes ? &hints : NULL);
  return errors.count == 0;
}

static bool print_form(const m2k_store *store, m2k_iface_form form,
                       m2k_str *out) {
  m2k_errors errors = {.report = m2k_errors_to_stream, .data = stderr};
  switch (form) {
  case M2K_IFACE_JSON:
    m2k_json_form_print(store, out);
    break;
  case M2K_IFACE_TRACED:
    return m2k_traced_print(store, out, &errors) >= 0;
  case M2K_IFACE_HEADER:
    m2k_header_print(store, out);
    break;
  }
  return true;
}

/* ---- show ---- */

typedef struct function {
  const char *name;
  uint32_t cases, distinct;
  uint32_t tensors, scalars, symbols; /* the most of any case */
  m2k_map *seen;
} function;

typedef M2K_VEC(function) function_list;

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* What a case says without its label. */
static const char *contents(m2k_arena *arena, const m2k_case *c) {
  m2k_case plain = *c;
  m2k_str text = {0};
  plain.label = NULL;
  m2k_case_print(&plain, &text);
  const char *copy = m2k_strdup(arena, m2k_str_text(&text));
  m2k_str_free(&text);
  return copy;
}

static function *find_function(function_list *list, const char *name) {
  for (uint32_t i = 0; i < list->len; i++)
    if (strcmp(list->at[i].name, name) == 0)
      return &list->at[i];
  m2k_vec_push(list, (function){.name = name, .seen = m2k_map_new()});
  return &m2k_vec_last(list);
}

static void count_case(m2k_arena *arena, function_list *list,
                       const m2k_case *c) {
  function *f = find_function(list, c->target);
  const char *text = contents(arena, c);
  uint64_t seen = 0;
  f->cases++;
  f->tensors = larger(f->tensors, c->ntensors);
  f->scalars = larger(f->scalars, c->nscalars);
  f->symbols = larger(f->symbols, c->nsymbols);
  if (m2k_map_get_str(f->seen, text, &seen))
    return;
  m2k_map_put_str(f->seen, text, 1);
  f->distinct++;
}

static void show(m2k_arena *arena, const m2k_store *store, bool cases,
                 m2k_str *out) {
  function_list list = {0};
  int width = (int)strlen("function");
  for (uint32_t i = 0; i < m2k_store_len(store); i++) {
    const m2k_case *c = m2k_store_case(store, i);
    count_case(arena, &list, c);
    width = (int)larger((uint32_t)width, (uint32_t)strlen(c->target));
  }
  m2k_str_addf(out, "%-*s  cases  distinct  tensors  scalars  symbols\n", width,
               "function");
  for (uint32_t i = 0; i < list.len; i++) {
    const function *f = &list.at[i];
    m2k_str_addf(out, "%-*s  %5u  %8u  %7u  %7u  %7u\n", width, f->name,
                 f->cases, f->distinct, f->tensors, f->scalars, f->symbols);
    m2k_map_free(f->seen);
  }
  m2k_vec_free(&list);
  for (uint32_t i = 0; cases && i < m2k_store_len(store); i++) {
    const m2k_case *c = m2k_store_case(store, i);
    m2k_str_addf(out, "\n// %s:%u\n", c->place.file, c->place.line);
    m2k_case_print_macro(c, out);
  }
}

/* ---- the verbs ---- */

static bool run_check(const m2k_store *store, m2k_str *out) {
  m2k_map *names = m2k_map_new();
  for (uint32_t i = 0; i < m2k_store_len(store); i++)
    m2k_map_put_str(names, m2k_store_case(store, i)->target, 1);
  uint32_t cases = m2k_store_len(store), functions = m2k_map_len(names);
  m2k_str_addf(out, "%u case%s of %u function%s\n", cases,
               cases == 1 ? "" : "s", functions, functions == 1 ? "" : "s");
  m2k_map_free(names);
  return true;
}

static bool run_diff(m2k_arena *arena, const request *r, m2k_str *out,
                     bool *differ) {
  m2k_store *a = m2k_store_new(arena), *b = m2k_store_new(arena);
  bool ok = read_files(arena, &r->files.at[0], 1, a, false);
  ok = read_files(arena, &r->files.at[1], 1, b, false) && ok;
  if (ok)
    *differ = m2k_store_diff(arena, a, b, out) > 0;
  m2k_store_free(a);
  m2k_store_free(b);
  return ok;
}

static bool run_on_store(m2k_arena *arena, const request *r, m2k_str *out) {
  m2k_store *store = m2k_store_new(arena);
  bool ok =
      read_files(arena, r->files.at, r->files.len, store, r->verb == IMPORT);
  if (ok && r->verb == CHECK)
    ok = run_check(store, out);
  else if (ok && r->verb == SHOW)
    show(arena, store, r->cases, out);
  else if (ok)
    ok = print_form(store, r->to, out);
  m2k_store_free(store);
  return ok;
}

static int run(const request *r) {
  m2k_arena *arena = m2k_arena_new();
  m2k_str out = {0};
  bool differ = false;
  bool ok = r->verb == DIFF ? run_diff(arena, r, &out, &differ)
                            : run_on_store(arena, r, &out);
  ok = ok && m2k_write_output(r->output, &out);
  m2k_str_free(&out);
  m2k_arena_free(arena);
  return ok && !differ ? M2K_EXIT_OK : M2K_EXIT_FAILED;
}

typedef enum flag { HELP, OUTPUT, TO, CASES, FLAGS } flag;

static const m2k_flag flags[FLAGS] = {{"--help", 'h', false},
                                      {"--output", 'o', true},
                                      {"--to", 0, true},
                                      {"--cases", 0, false}};

/* Which flags a verb takes, as bits. */
static const unsigned allowed[VERBS] = {[IMPORT] = 1u << OUTPUT,
                                        [EXPORT] = 1u << OUTPUT | 1u << TO,
                                        [CHECK] = 0,
                                        [SHOW] = 1u << CASES,
                                        [DIFF] = 0};

static int run_verb(request *r, m2k_args *args) {
  unsigned which = 0;
  const char *value = NULL;
  for (;;) {
    switch (m2k_args_next(args, flags, FLAGS, &which, &value)) {
    case M2K_ARG_ERROR:
      return M2K_EXIT_USAGE;
    case M2K_ARG_OPERAND:
      m2k_vec_push(&r->files, value);
      continue;
    case M2K_ARG_END:
      if (r->files.len == 0 || (r->verb == DIFF && r->files.len != 2))
        return m2k_usage_error(args->command, "expected %s",
                               r->verb == DIFF ? "two files" : "a file");
      return run(r);
    case M2K_ARG_FLAG:
      break;
    }
    if (which == HELP) {
      fputs(verbs[r->verb].help, stdout);
      return M2K_EXIT_OK;
    }
    if (!(allowed[r->verb] & 1u << which))
      return m2k_usage_error(args->command, "unknown option '%s'",
                             flags[which].name);
    if (which == OUTPUT)
      r->output = value;
    else if (which == CASES)
      r->cases = true;
    else if (!find_form(value, &r->to))
      return m2k_usage_error(args->command,
                             "unknown form '%s', expected json, traced or "
                             "header",
                             value);
  }
}

int m2k_iface_command(int argc, char **argv) {
  request r = {0};
  const char *name = argc > 1 ? argv[1] : "";
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
    fputs(usage, stdout);
    return M2K_EXIT_OK;
  }
  if (!*name) {
    fputs(usage, stderr);
    return M2K_EXIT_USAGE;
  }
  for (unsigned i = 0; i < VERBS; i++) {
    if (strcmp(name, verbs[i].name) != 0)
      continue;
    m2k_str command = {0};
    m2k_str_addf(&command, "m2k iface %s", name);
    r.verb = (verb)i;
    r.to = r.verb == EXPORT ? M2K_IFACE_JSON : M2K_IFACE_HEADER;
    m2k_args args = {
        .command = command.at, .argv = argv, .argc = argc, .at = 2};
    int code = run_verb(&r, &args);
    m2k_vec_free(&r.files);
    m2k_str_free(&command);
    return code;
  }
  return m2k_usage_error("m2k iface", "unknown command '%s'", name);
}
