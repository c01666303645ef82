#include "passes/report/set.h"

#include "passes/base/bug.h"
#include "passes/base/vec.h"
#include "passes/base/version.h"

#include <jansson.h>

struct m2k_report_set {
  m2k_arena *arena;
  json_t *files;
  m2k_report_totals sum;
  uint32_t statuses[M2K_FILE_STATUSES];
  M2K_VEC(const char *) functions;
  bool names_ops; /* a report has the list, be it empty */
};

const char *m2k_file_status_word(m2k_file_status status) {
  static const char *const words[] = {"analysed", "partly", "failed",
                                      "timed-out", "crashed"};
  M2K_ASSERT(status < M2K_FILE_STATUSES);
  return words[status];
}

m2k_report_set *m2k_report_set_new(m2k_arena *arena) {
  m2k_report_set *set = calloc(1, sizeof *set);
  if (!set)
    m2k_bug("out of memory");
  set->arena = arena;
  set->files = json_array();
  return set;
}

void m2k_report_set_free(m2k_report_set *set) {
  if (!set)
    return;
  json_decref(set->files);
  m2k_vec_free(&set->functions);
  free(set);
}

static uint64_t number(const json_t *object, const char *key) {
  json_int_t value = json_integer_value(json_object_get(object, key));
  return value > 0 ? (uint64_t)value : 0;
}

static const char *word(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/* Reasons for which a kernel was not looked at, other than that it could not be
 * decided. */
static bool stands_for_nothing(const json_t *result) {
  static const char *const codes[] = {"not-reached", "left-out",
                                      "not-executed"};
  const json_t *reasons = json_object_get(result, "reasons"), *reason = NULL;
  size_t i = 0;
  json_array_foreach(reasons, i, reason) {
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
      if (strcmp(word(reason, "code"), codes[k]) == 0)
        return true;
  }
  return false;
}

static void count_kernel(const json_t *kernel, m2k_report_totals *totals) {
  const json_t *cases = json_object_get(kernel, "cases"), *result = NULL;
  size_t i = 0;
  bool nothing = false;
  totals->kernels++;
  json_array_foreach(cases, i, result) {
    const json_t *accesses = json_object_get(result, "accesses");
    for (unsigned v = 0; v < M2K_VERDICTS; v++) {
      uint64_t n = number(accesses, m2k_verdict_word((m2k_verdict)v));
      totals->counts[v] += n;
      totals->accesses += n;
    }
    nothing |= stands_for_nothing(result);
  }
  totals->not_analysed += nothing;
}

static void add_function(m2k_report_set *set, const json_t *object,
                         const char *key) {
  m2k_vec_push(&set->functions, m2k_strdup(set->arena, word(object, key)));
}

static void count_report(m2k_report_set *set, const json_t *report,
                         m2k_report_totals *totals) {
  const json_t *item = NULL;
  size_t i = 0;
  json_array_foreach(json_object_get(report, "kernels"), i, item) {
    count_kernel(item, totals);
    add_function(set, item, "kernel");
  }
  set->names_ops |= json_object_get(report, "ops") != NULL;
  json_array_foreach(json_object_get(report, "ops"), i, item) {
    totals->ops++;
    totals->launches += number(item, "launches");
    add_function(set, item, "op");
  }
  json_array_foreach(json_object_get(report, "findings"), i, item) {
    totals->bugs += strcmp(word(item, "verdict"), "bug") == 0;
  }
}

static void add_totals(m2k_report_totals *sum, const m2k_report_totals *more) {
  sum->ops += more->ops;
  sum->launches += more->launches;
  sum->kernels += more->kernels;
  sum->accesses += more->accesses;
  sum->not_analysed += more->not_analysed;
  sum->bugs += more->bugs;
  for (unsigned v = 0; v < M2K_VERDICTS; v++)
    sum->counts[v] += more->counts[v];
}

static m2k_file_status worse(m2k_file_status a, m2k_file_status b) {
  return a > b ? a : b;
}

/* What the report says about how far the analysis came. */
static m2k_file_status status_of(const json_t *report,
                                 const m2k_report_totals *totals) {
  const char *outcome = word(report, "outcome");
  if (strcmp(outcome, "crashed") == 0)
    return M2K_FILE_CRASHED;
  if (strcmp(outcome, "complete") != 0)
    return M2K_FILE_FAILED;
  return totals->not_analysed ? M2K_FILE_PARTLY : M2K_FILE_ANALYSED;
}

static json_t *read_report(const char *text, size_t len, m2k_str *why) {
  json_error_t error;
  json_t *report = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
  if (!report)
    m2k_str_addf(why, "line %d: %s", error.line, error.text);
  else if (strcmp(word(report, "format"), "m2k-report/1") == 0)
    return report;
  else
    m2k_str_add(why, "'format' is not m2k-report/1");
  json_decref(report);
  return NULL;
}

static void set_member(json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value) != 0)
    m2k_bug("cannot write '%s'", key);
}

int m2k_report_set_add(m2k_report_set *set, const char *file, double seconds,
                       const char *text, size_t len, m2k_file_status *status,
                       m2k_report_totals *totals, m2k_str *why) {
  json_t *report = text ? read_report(text, len, why) : NULL;
  *totals = (m2k_report_totals){0};
  if (report) {
    count_report(set, report, totals);
    *status = worse(*status, status_of(report, totals));
  } else {
    *status = worse(*status, M2K_FILE_FAILED);
  }
  add_totals(&set->sum, totals);
  set->statuses[*status]++;
  json_t *entry = json_object();
  set_member(entry, "file", json_string(file));
  set_member(entry, "status", json_string(m2k_file_status_word(*status)));
  set_member(entry, "milliseconds", json_integer((json_int_t)(seconds * 1000)));
  if (report)
    set_member(entry, "report", report);
  if (json_array_append_new(set->files, entry) != 0)
    m2k_bug("cannot write '%s'", file);
  return text && !report ? -1 : 0;
}

const m2k_report_totals *m2k_report_set_totals(const m2k_report_set *set) {
  return &set->sum;
}

uint32_t m2k_report_set_count(const m2k_report_set *set,
                              m2k_file_status status) {
  return set->statuses[status];
}

const char *const *m2k_report_set_functions(const m2k_report_set *set,
                                            uint32_t *count, bool *ops) {
  *count = set->functions.len;
  *ops = set->names_ops;
  return set->functions.at;
}

static json_t *totals_value(const m2k_report_totals *totals) {
  json_t *object = json_object(), *counts = json_object();
  set_member(object, "ops", json_integer((json_int_t)totals->ops));
  set_member(object, "launches", json_integer((json_int_t)totals->launches));
  set_member(object, "kernels", json_integer((json_int_t)totals->kernels));
  for (unsigned v = 0; v < M2K_VERDICTS; v++)
    set_member(counts, m2k_verdict_word((m2k_verdict)v),
               json_integer((json_int_t)totals->counts[v]));
  set_member(object, "accesses", counts);
  return object;
}

void m2k_report_set_to_json(const m2k_report_set *set, m2k_str *out) {
  json_t *root = json_object();
  set_member(root, "format", json_string("m2k-check/1"));
  set_member(root, "version", json_string(M2K_VERSION));
  set_member(root, "totals", totals_value(&set->sum));
  set_member(root, "files", json_incref(set->files));
  char *text = json_dumps(root, JSON_INDENT(1));
  if (!text)
    m2k_bug("cannot write the report");
  m2k_str_addf(out, "%s\n", text);
  free(text);
  json_decref(root);
}
