/* `m2k check`: the plugin over many files. The checking itself happens in the
 * compilers that this starts; here are the files, the counts, the exit code. */
#include "interface/read.h"
#include "passes/base/bug.h"
#include "passes/base/options.h"
#include "passes/report/set.h"
#include "plugin/m2k_cli.h"
#include "plugin/m2k_diagnostics.h"
#include "plugin/m2k_files.h"
#include "plugin/m2k_jobs.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
    "usage: m2k check FILE|DIR… [-j N] [--iface FILE|DIR]… [--report FILE]\n"
    "                 [--strict] [--timeout SECONDS] [--OPTION[=VALUE]]…\n"
    "                 [-- COMPILER ARGUMENTS]\n"
    "\n"
    "Checks each file, and each *.cu below a directory, and prints what was\n"
    "found and a table.\n"
    "\n"
    "  -j, --jobs N           files at a time (default: processors)\n"
    "      --iface FILE|DIR   interfaces, in any form; may be repeated\n"
    "      --report FILE      write all reports into one JSON file\n"
    "      --strict           what is unknown or conditional is shown and "
    "fails\n"
    "      --timeout SECONDS  for one file, 0 for no limit (default 300)\n"
    "      --OPTION[=VALUE]   an option of the plugin, as --budget-ms=5000\n"
    "\n"
    "Exit code, the first that applies: 64 wrong usage; 70 a fault of m2k\n"
    "itself; 2 a file or kernel could not be analysed, or nothing was; 1\n"
    "findings; 0 otherwise.\n"
    "\n"
    "The compiler is $M2K_CLANG, or else clang++-19 in PATH.\n";

typedef struct row {
  const char *file;
  m2k_report_totals totals;
  m2k_file_status status;
  double seconds;
  bool done;
} row;

typedef struct check {
  m2k_arena *arena;
  /* What was asked for. */
  m2k_paths operands, files, ifaces, passed, compiler;
  const char *report;
  uint32_t parallel;
  double timeout;
  bool strict;
  /* The run. */
  const char *clang, *config, *scratch;
  m2k_job *jobs;
  row *rows;
  uint32_t finished, shown; /* files; shown in their order */
  bool terminal, printed;   /* anything but progress */
  m2k_diagnostics diagnostics;
  m2k_report_set *set;
  m2k_store *store;
} check;

/* ---- arguments ---- */

typedef enum flag { HELP, JOBS, IFACE, REPORT, STRICT, TIMEOUT, FLAGS } flag;

static const m2k_flag flags[FLAGS] = {
    {"--help", 'h', false}, {"--jobs", 'j', true},  {"--iface", 0, true},
    {"--report", 0, true},  {"--strict", 0, false}, {"--timeout", 0, true}};

static bool read_number(const char *text, uint32_t most, uint32_t *value) {
  char *end = NULL;
  unsigned long n = strtoul(text, &end, 10);
  *value = (uint32_t)n;
  return *text >= '0' && *text <= '9' && *end == 0 && n <= most;
}

static int set_flag(check *c, m2k_args *args, unsigned which,
                    const char *value) {
  uint32_t number = 0;
  switch ((flag)which) {
  case IFACE:
    m2k_vec_push(&c->ifaces, value);
    return M2K_EXIT_OK;
  case REPORT:
    c->report = value;
    return M2K_EXIT_OK;
  case STRICT:
    c->strict = true;
    return M2K_EXIT_OK;
  case JOBS:
  case TIMEOUT:
    if (!read_number(value, 100000, &number) || (which == JOBS && !number))
      return m2k_usage_error(args->command, "'%s' is no number for '%s'", value,
                             flags[which].name);
    if (which == JOBS)
      c->parallel = number;
    else
      c->timeout = number;
    return M2K_EXIT_OK;
  case HELP:
  case FLAGS:
    break;
  }
  return M2K_EXIT_OK;
}

static bool is_own(const char *arg) {
  size_t n = strcspn(arg, "=");
  for (unsigned i = 0; i < FLAGS; i++)
    if (strlen(flags[i].name) == n && strncmp(flags[i].name, arg, n) == 0)
      return true;
  return false;
}

/* An option of the plugin is passed on, once it is known to be one. */
static int pass_option(check *c, const char *arg, m2k_options *options) {
  m2k_str why = {0};
  int code = M2K_EXIT_OK;
  if (m2k_options_parse(options, arg + 2, &why) < 0)
    code = m2k_usage_error("m2k check", "%s", m2k_str_text(&why));
  else
    m2k_vec_push(&c->passed,
                 m2k_printf(c->arena, "-fplugin-arg-m2k-%s", arg + 2));
  m2k_str_free(&why);
  return code;
}

/* Exit code, or -1 to go on. */
static int read_arguments(check *c, m2k_args *args) {
  m2k_options options;
  m2k_options_init(&options, c->arena);
  while (args->at < args->argc) {
    const char *arg = args->argv[args->at], *value = NULL;
    unsigned which = 0;
    if (strcmp(arg, "--") == 0) {
      for (args->at++; args->at < args->argc; args->at++)
        m2k_vec_push(&c->compiler, args->argv[args->at]);
      break;
    }
    int code = M2K_EXIT_OK;
    if (m2k_starts_with(arg, "--") && !is_own(arg)) {
      args->at++;
      code = pass_option(c, arg, &options);
      if (code != M2K_EXIT_OK)
        return code;
      continue;
    }
    switch (m2k_args_next(args, flags, FLAGS, &which, &value)) {
    case M2K_ARG_OPERAND:
      m2k_vec_push(&c->operands, value);
      break;
    case M2K_ARG_FLAG:
      if (which == HELP) {
        fputs(usage, stdout);
        return M2K_EXIT_OK;
      }
      code = set_flag(c, args, which, value);
      break;
    case M2K_ARG_ERROR:
    case M2K_ARG_END:
      code = M2K_EXIT_USAGE;
      break;
    }
    if (code != M2K_EXIT_OK)
      return code;
  }
  if (c->operands.len == 0)
    return m2k_usage_error(args->command, "expected a file or a directory");
  return -1;
}

/* ---- running ---- */

static const char *report_path(const check *c, uint32_t i) {
  return m2k_printf(c->arena, "%s/%u.json", c->scratch, i);
}

static void make_job(check *c, uint32_t i) {
  M2K_VEC(char *) argv = {0};
  m2k_arena *a = c->arena;
  m2k_vec_push(&argv, m2k_strdup(a, c->clang));
  m2k_vec_push(&argv, m2k_strdup(a, "--config"));
  m2k_vec_push(&argv, m2k_strdup(a, c->config));
  m2k_vec_push(&argv, m2k_strdup(a, "-fsyntax-only"));
  for (uint32_t k = 0; k < c->ifaces.len; k++)
    m2k_vec_push(&argv,
                 m2k_printf(a, "-fplugin-arg-m2k-iface=%s", c->ifaces.at[k]));
  for (uint32_t k = 0; k < c->passed.len; k++)
    m2k_vec_push(&argv, m2k_strdup(a, c->passed.at[k]));
  m2k_vec_push(&argv,
               m2k_printf(a, "-fplugin-arg-m2k-report=%s", report_path(c, i)));
  if (c->strict) {
    m2k_vec_push(&argv, m2k_strdup(a, "-fplugin-arg-m2k-Wm2k-unknown"));
    m2k_vec_push(&argv, m2k_strdup(a, "-fplugin-arg-m2k-Wm2k-precondition"));
  }
  for (uint32_t k = 0; k < c->compiler.len; k++)
    m2k_vec_push(&argv, m2k_strdup(a, c->compiler.at[k]));
  m2k_vec_push(&argv, m2k_strdup(a, "--"));
  m2k_vec_push(&argv, m2k_strdup(a, c->files.at[i]));
  m2k_vec_push(&argv, NULL);
  c->jobs[i].argv = argv.at; /* released with the job */
}

static void say_progress(check *c, const row *r) {
  if (c->terminal)
    fprintf(stderr, "\r\033[K[%u/%u] %s", c->finished, c->files.len, r->file);
  else
    fprintf(stderr, "[%u/%u] %s: %s, %.1f s\n", c->finished, c->files.len,
            r->file, m2k_file_status_word(r->status), r->seconds);
  fflush(stderr);
}

static void clear_progress(const check *c) {
  if (c->terminal)
    fputs("\r\033[K", stderr);
}

/* What the compiler said about a file whose turn it is. */
static void show(check *c, uint32_t i) {
  row *r = &c->rows[i];
  m2k_job *job = &c->jobs[i];
  m2k_str out = {0}, why = {0};
  size_t len = 0;
  m2k_diagnostics_take(&c->diagnostics, &job->output, &out);
  const char *path = report_path(c, i);
  char *text = job->started ? m2k_read_file(path, &len) : NULL;
  r->status = job->timed_out              ? M2K_FILE_TIMED_OUT
              : c->diagnostics.errors > 0 ? M2K_FILE_PARTLY
                                          : M2K_FILE_ANALYSED;
  if (m2k_report_set_add(c->set, r->file, r->seconds, text, len, &r->status,
                         &r->totals, &why) < 0)
    m2k_str_addf(&out, "%s: error: the compiler's report is none: %s\n",
                 r->file, m2k_str_text(&why));
  if (!job->started)
    m2k_str_addf(&out, "%s: error: '%s' does not run\n", r->file, c->clang);
  else if (job->timed_out)
    m2k_str_addf(&out, "%s: error: not analysed: out of time after %.0f s\n",
                 r->file, c->timeout);
  else if (r->status == M2K_FILE_FAILED && !text && !c->diagnostics.errors)
    /* Nobody has said why, so all that was printed is shown. */
    m2k_str_addf(&out, "%s%s: error: the compiler wrote no report\n",
                 m2k_str_text(&job->output), r->file);
  clear_progress(c);
  fputs(m2k_str_text(&out), stdout);
  c->printed |= out.len > 0;
  fflush(stdout);
  unlink(path);
  free(text);
  m2k_str_free(&out);
  m2k_str_free(&why);
  m2k_str_free(&job->output);
  free((void *)job->argv);
}

/* Files are shown in their order, whichever ends first. */
static void job_done(void *data, uint32_t i) {
  check *c = data;
  c->rows[i].done = true;
  c->rows[i].seconds = c->jobs[i].seconds;
  c->finished++;
  for (; c->shown < c->files.len && c->rows[c->shown].done; c->shown++)
    show(c, c->shown);
  say_progress(c, &c->rows[i]);
}

/* ---- what comes out ---- */

static void print_row(const char *file, int width, const m2k_report_totals *t,
                      double seconds, const char *remark) {
  printf("%-*s %5llu %8llu %7llu %8llu %8llu %5llu %11llu %7llu %7.1f%s%s\n",
         width, file, (unsigned long long)t->ops,
         (unsigned long long)t->launches, (unsigned long long)t->kernels,
         (unsigned long long)t->accesses,
         (unsigned long long)(t->counts[M2K_VERDICT_SAFE] +
                              t->counts[M2K_VERDICT_UNREACHABLE]),
         (unsigned long long)t->counts[M2K_VERDICT_BUG],
         (unsigned long long)t->counts[M2K_VERDICT_CONDITIONAL],
         (unsigned long long)t->counts[M2K_VERDICT_UNKNOWN], seconds,
         *remark ? "  " : "", remark);
}

static void print_table(const check *c) {
  int width = (int)strlen("total");
  double seconds = 0;
  for (uint32_t i = 0; i < c->files.len; i++) {
    int len = (int)strlen(c->rows[i].file);
    width = len > width ? len : width;
    seconds += c->rows[i].seconds;
  }
  printf("%s%-*s %5s %8s %7s %8s %8s %5s %11s %7s %7s\n",
         c->printed ? "\n" : "", width, "file", "ops", "launches", "kernels",
         "accesses", "safe", "bug", "conditional", "unknown", "seconds");
  for (uint32_t i = 0; i < c->files.len; i++) {
    const row *r = &c->rows[i];
    print_row(r->file, width, &r->totals, r->seconds,
              r->status == M2K_FILE_ANALYSED ? ""
                                             : m2k_file_status_word(r->status));
  }
  if (c->files.len > 1)
    print_row("total", width, m2k_report_set_totals(c->set), seconds, "");
}

/* One header serves many files, so only now is a name known to match none. */
static void say_unmatched(check *c) {
  uint32_t count = 0, shown = 0;
  bool ops = false;
  const char *const *names = m2k_report_set_functions(c->set, &count, &ops);
  m2k_errors none = {0};
  m2k_map *said = m2k_map_new();
  (void)m2k_store_bind(c->store, names, count, &none);
  for (uint32_t i = 0; i < m2k_store_len(c->store); i++) {
    const m2k_case *known = m2k_store_case(c->store, i);
    uint64_t before = 0;
    if (m2k_store_matched(c->store, i) ||
        m2k_map_get_str(said, known->target, &before))
      continue;
    m2k_map_put_str(said, known->target, 1);
    if (shown++ < 20)
      printf("%s:%u:%u: note: no file has a kernel %s'%s'\n", known->place.file,
             known->place.line, known->place.col, ops ? "or op " : "",
             known->target);
  }
  if (shown > 20)
    printf("and %u more functions that no file has\n", shown - 20);
  m2k_map_free(said);
}

static int exit_code(const check *c) {
  const m2k_report_totals *t = m2k_report_set_totals(c->set);
  if (m2k_report_set_count(c->set, M2K_FILE_CRASHED))
    return M2K_EXIT_FAULT;
  if (m2k_report_set_count(c->set, M2K_FILE_ANALYSED) < c->files.len ||
      c->files.len == 0)
    return M2K_EXIT_NOT_ANALYSED;
  if (t->kernels + t->ops == 0) {
    puts("no kernel and no op was found");
    return M2K_EXIT_NOT_ANALYSED;
  }
  if (c->diagnostics.findings)
    return M2K_EXIT_FAILED;
  bool undecided = t->counts[M2K_VERDICT_UNKNOWN] ||
                   t->counts[M2K_VERDICT_CONDITIONAL] ||
                   c->diagnostics.undecided;
  return c->strict && undecided ? M2K_EXIT_FAILED : M2K_EXIT_OK;
}

static int report(check *c) {
  if (c->report) {
    m2k_str text = {0};
    m2k_report_set_to_json(c->set, &text);
    bool ok = m2k_write_output(c->report, &text);
    m2k_str_free(&text);
    if (!ok)
      return M2K_EXIT_FAULT;
  }
  print_table(c);
  say_unmatched(c);
  return exit_code(c);
}

/* ---- the command ---- */

static bool find_tools(check *c) {
  const char *own = m2k_own_directory(c->arena);
  c->clang = m2k_find_clang(c->arena);
  c->config = own ? m2k_printf(c->arena, "%sm2k-stubs.cfg", own) : NULL;
  if (!c->clang)
    fprintf(stderr,
            "m2k check: error: no clang++-%d in PATH; M2K_CLANG may name it\n",
            M2K_LLVM_MAJOR);
  else if (!c->config || access(c->config, R_OK) != 0)
    fprintf(stderr, "m2k check: error: no 'm2k-stubs.cfg' beside m2k\n");
  else
    return true;
  return false;
}

static bool find_files(check *c) {
  bool ok = true;
  for (uint32_t i = 0; i < c->operands.len; i++)
    ok = m2k_find_kernel_files(c->arena, c->operands.at[i], &c->files) && ok;
  return ok;
}

/* Each file would report the same mistakes, so they are looked for first. */
static bool read_ifaces(check *c) {
  m2k_errors errors = {.report = m2k_errors_to_stream, .data = stderr};
  for (uint32_t i = 0; i < c->ifaces.len; i++)
    (void)m2k_iface_read(c->arena, c->ifaces.at[i], c->store, &errors, NULL);
  return errors.count == 0;
}

static int run(check *c) {
  const char *directory = getenv("TMPDIR");
  char *scratch = m2k_printf(c->arena, "%s/m2k-check-XXXXXX",
                             directory && *directory ? directory : "/tmp");
  if (!mkdtemp(scratch)) {
    fprintf(stderr, "m2k check: error: cannot make '%s'\n", scratch);
    return M2K_EXIT_FAULT;
  }
  c->scratch = scratch;
  c->jobs = M2K_NEW_N(c->arena, m2k_job, c->files.len);
  c->rows = M2K_NEW_N(c->arena, row, c->files.len);
  for (uint32_t i = 0; i < c->files.len; i++) {
    c->rows[i].file = c->files.at[i];
    make_job(c, i);
  }
  int ended =
      m2k_jobs_run(c->jobs, c->files.len, c->parallel, c->timeout, job_done, c);
  clear_progress(c);
  for (uint32_t i = 0; i < c->files.len; i++)
    unlink(report_path(c, i));
  rmdir(scratch);
  return ended ? 128 + ended : report(c);
}

static int checked(check *c, m2k_args *args) {
  int code = read_arguments(c, args);
  if (code >= 0)
    return code;
  if (!find_tools(c))
    return M2K_EXIT_FAULT;
  /* What is missing is said, and the rest of it too, before work begins. */
  bool files = find_files(c), ifaces = read_ifaces(c);
  return files && ifaces ? run(c) : M2K_EXIT_NOT_ANALYSED;
}

int m2k_check_command(int argc, char **argv) {
  check c = {.arena = m2k_arena_new(), .timeout = 300};
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  c.parallel = processors > 0 ? (uint32_t)processors : 1;
  c.terminal = isatty(STDERR_FILENO);
  c.diagnostics.seen = m2k_map_new();
  c.set = m2k_report_set_new(c.arena);
  c.store = m2k_store_new(c.arena);
  m2k_args args = {.command = "m2k check", .argv = argv, .argc = argc, .at = 1};
  int code = checked(&c, &args);
  m2k_vec_free(&c.operands);
  m2k_vec_free(&c.files);
  m2k_vec_free(&c.ifaces);
  m2k_vec_free(&c.passed);
  m2k_vec_free(&c.compiler);
  m2k_map_free(c.diagnostics.seen);
  m2k_report_set_free(c.set);
  m2k_store_free(c.store);
  m2k_arena_free(c.arena);
  return code;
}
