/*
 * The reports of many files, as one: what `m2k check` counts and writes. Each
 * report is read as what it says in JSON, so that nothing is lost on the way
 * into the merged one (interface/schema/check.schema.json). A set lives until
 * m2k_report_set_free; texts that it hands out live in its arena. How files are
 * run and what is printed is not decided here.
 */
#ifndef M2K_REPORT_SET_H
#define M2K_REPORT_SET_H

#include "passes/report/report.h"

typedef struct m2k_report_set m2k_report_set;

/* What became of a file. */
typedef enum m2k_file_status {
  M2K_FILE_ANALYSED,
  M2K_FILE_PARTLY,    /* functions or kernels of it could not be */
  M2K_FILE_FAILED,    /* no report, or one that is not complete */
  M2K_FILE_TIMED_OUT, /* by the time for a whole file */
  M2K_FILE_CRASHED,   /* the analysis did, which is our own fault */
  M2K_FILE_STATUSES
} m2k_file_status;

const char *m2k_file_status_word(m2k_file_status status);

/* Numbers of one file, or sums. An access counts once for each case. */
typedef struct m2k_report_totals {
  uint64_t ops, launches, kernels;
  uint64_t accesses, counts[M2K_VERDICTS];
  uint64_t not_analysed; /* kernels without a summary */
  uint64_t bugs;         /* findings that replay confirmed */
} m2k_report_totals;

m2k_report_set *m2k_report_set_new(m2k_arena *arena);
void m2k_report_set_free(m2k_report_set *set);

/* Adds a file's report; `text` null for none. *status is what the caller knows
 * from running it, and is made worse by what the report says. *totals are the
 * file's. Negative, and as without a report, when the text is none; `why` says
 * so then. */
int m2k_report_set_add(m2k_report_set *set, const char *file, double seconds,
                       const char *text, size_t len, m2k_file_status *status,
                       m2k_report_totals *totals, m2k_str *why);

/* Sum over all files; how often a status occurs. */
const m2k_report_totals *m2k_report_set_totals(const m2k_report_set *set);
uint32_t m2k_report_set_count(const m2k_report_set *set,
                              m2k_file_status status);
/* Names of all kernels and ops in order of appearance, as reports have them.
 * *ops is false when these reports name no ops at all. */
const char *const *m2k_report_set_functions(const m2k_report_set *set,
                                            uint32_t *count, bool *ops);

/* The merged report as JSON, with a final newline. */
void m2k_report_set_to_json(const m2k_report_set *set, m2k_str *out);

#endif
