/*
 * Findings and verdicts as data. The checks fill a report, which then becomes
 * diagnostics (plugin), JSON or text. Everything hangs in the report's arena
 * and is copied into it, so callers may pass texts and places of any lifetime.
 * Texts hold no trailing newline or full stop.
 *
 * A report is complete after m2k_report_finish: sorted, counted, and
 * independent of the order in which findings came in. What needs terms or the
 * solver must not grow here: a witness is numbers by now.
 */
#ifndef M2K_REPORT_REPORT_H
#define M2K_REPORT_REPORT_H

#include "passes/base/arena.h"
#include "passes/base/int128.h"
#include "passes/base/loc.h"
#include "passes/base/str.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ordered: the greater one wins where several come together. */
typedef enum m2k_verdict {
#define M2K_VERDICT(name, word, meaning) M2K_VERDICT_##name,
#include "passes/report/verdict.def"
#undef M2K_VERDICT
  M2K_VERDICTS
} m2k_verdict;

typedef enum m2k_check_kind {
#define M2K_CHECK(name, flag, on, property) M2K_CHECK_##name,
#include "passes/report/check.def"
#undef M2K_CHECK
  M2K_CHECKS
} m2k_check_kind;

typedef enum m2k_access_kind {
  M2K_ACCESS_NONE, /* the finding is about no access: a launch, a barrier */
  M2K_ACCESS_READ,
  M2K_ACCESS_WRITE,
  M2K_ACCESS_ATOMIC,
  M2K_ACCESS_KINDS
} m2k_access_kind;

/* Who chooses a symbol's value. */
typedef enum m2k_who {
  M2K_WHO_USER,  /* whoever uses the model */
  M2K_WHO_MODEL, /* the architecture */
  M2K_WHO_FREE,  /* nothing states it */
  M2K_WHO_KINDS
} m2k_who;

typedef enum m2k_status {
  M2K_STATUS_CONFIRMED,    /* replay reached the bad access */
  M2K_STATUS_REFUTED,      /* replay ran to the end without it */
  M2K_STATUS_NOT_REPLAYED, /* no witness, or replay could not decide */
  M2K_STATUSES
} m2k_status;

typedef enum m2k_outcome {
  M2K_OUTCOME_COMPLETE,
  M2K_OUTCOME_CRASHED,       /* the analysis died of our own fault */
  M2K_OUTCOME_OUT_OF_TIME,   /* budget-ms */
  M2K_OUTCOME_OUT_OF_MEMORY, /* budget-mb */
  M2K_OUTCOMES
} m2k_outcome;

/* The words of the tables: "bug", "index-overflow", "read", "user" … */
const char *m2k_verdict_word(m2k_verdict verdict);
const char *m2k_check_flag(m2k_check_kind check);
const char *m2k_check_property(m2k_check_kind check);
bool m2k_check_default_on(m2k_check_kind check);
const char *m2k_access_word(m2k_access_kind access);
const char *m2k_who_word(m2k_who who);
const char *m2k_status_word(m2k_status status);
const char *m2k_outcome_word(m2k_outcome outcome);
/* The check of a flag without "m2k-": false when there is none. */
bool m2k_check_from_flag(const char *flag, m2k_check_kind *check);
/* The stronger of two verdicts. */
m2k_verdict m2k_verdict_join(m2k_verdict a, m2k_verdict b);

/* Arrays of borrowed elements. */
#define M2K_REPORT_LIST(type)                                                  \
  struct {                                                                     \
    type *at;                                                                  \
    uint32_t len, cap;                                                         \
  }

typedef struct m2k_witness_symbol {
  const char *name;
  m2k_i128 value;
  m2k_who who;
} m2k_witness_symbol;

/* One concrete run that goes wrong. */
typedef struct m2k_witness {
  const m2k_witness_symbol *symbols; /* in the order of the interface */
  uint32_t symbol_count;
  uint32_t grid[3], block[3];
  uint32_t block_idx[3], thread_idx[3];
  uint64_t shared_bytes;  /* dynamic shared memory of the launch */
  uint64_t device_bytes;  /* all tensors of the call together */
  const char *case_label; /* null without an interface */
  m2k_loc case_loc;
  m2k_loc launch_loc; /* line 0 when no launch was seen */
} m2k_witness;

typedef struct m2k_note {
  m2k_loc loc;
  const char *text;
  /* Null, or what stands in front of the arithmetic at `loc`, which `text`
   * goes on from; whoever knows the source puts the expression between them
   * (the plugin), anybody else says "this". */
  const char *lead;
} m2k_note;

/*
 * One thing that is wrong. The message a user reads is `'EXPRESSION' PROBLEM`,
 * or PROBLEM alone where there is no expression; see m2k_finding_message.
 */
typedef struct m2k_finding {
  m2k_check_kind check;
  m2k_verdict verdict; /* bug; conditional or unknown for those two flags */
  m2k_status status;
  const char *kernel;       /* with template arguments, as a user writes it */
  const char *mangled;      /* linkage name */
  m2k_loc loc;              /* where the caret goes; with its inline chain */
  const char *expression;   /* source text, or null */
  const char *problem;      /* "overflows 32 bits: 4294967296 becomes 0" */
  const char *region;       /* "input", or null */
  const char *region_shape; /* "f16[num_tokens, 4096]", or null */
  m2k_access_kind access;
  uint32_t access_bytes;
  m2k_loc access_loc; /* the access where it is not at `loc`; line 0: same */
  /* What the code computed and what it should have, for an overflow; byte
   * offset and size of the region, for bounds. Valid with has_numbers. */
  bool has_numbers;
  m2k_i128 got, expected;
  const char *clause;    /* conditional: what would make it safe, or null */
  const char *reason;    /* unknown: why, or null */
  const m2k_note *notes; /* the check's own, the access first */
  uint32_t note_count;
  const m2k_witness *witness; /* null for conditional and unknown */
  /* Filled by the report. Kernel instances and cases with this finding, out of
   * `case_total` cases of these kernels. */
  uint32_t instance_count, case_count, case_total;
} m2k_finding;

/* Why a case is not `safe`: a word to group by, and one of its texts. */
typedef struct m2k_reason {
  m2k_verdict verdict; /* of the accesses that it stands for */
  const char *code;    /* "solver-budget", "ledger-ptx" … */
  const char *text;    /* a sentence, or the clause of a conditional */
  m2k_loc loc;         /* the first place */
  uint32_t count;      /* instructions that it holds for; 1 for a whole case */
  /* The instructions counted so far; only while the report is made. */
  M2K_REPORT_LIST(bool) counted;
} m2k_reason;

/* One kernel instance under one interface case. */
typedef struct m2k_case_result {
  const char *label; /* "" for the case of no interface */
  m2k_loc loc;
  m2k_verdict verdict;           /* by m2k_report_finish, from the rest */
  bool decided;                  /* every obligation of the case was handled */
  uint32_t counts[M2K_VERDICTS]; /* accesses by verdict */
  M2K_REPORT_LIST(m2k_reason) reasons;
} m2k_case_result;

typedef struct m2k_kernel_result {
  const char *name, *mangled;
  m2k_loc loc;
  m2k_verdict verdict; /* by m2k_report_finish: the strongest of its cases,
                          unknown without any */
  /* Access events in the summary, and the memory instructions of the prepared
   * IR that they come from; the two must account for each other. */
  uint32_t accesses, memory_instructions;
  M2K_REPORT_LIST(m2k_case_result *) cases;
} m2k_kernel_result;

/* What the analysis has to say about itself: functions left out, faults. */
typedef struct m2k_remark {
  m2k_loc loc;
  const char *text;
} m2k_remark;

typedef struct m2k_report {
  m2k_arena *arena;
  const char *source, *arch; /* main file; "sm_90"; null when not known */
  m2k_outcome outcome;
  M2K_REPORT_LIST(m2k_finding *) findings;
  M2K_REPORT_LIST(m2k_kernel_result *) kernels;
  M2K_REPORT_LIST(m2k_remark) remarks;
  bool finished;
} m2k_report;

/* An empty report, which lives in `arena`. */
m2k_report *m2k_report_new(m2k_arena *arena);

/* Copies a text, a place with its chain, into the report. */
m2k_loc m2k_report_copy_loc(m2k_report *report, m2k_loc loc);

/*
 * The result of a kernel, added when `mangled` is new; stays valid, and has its
 * counts filled in by the caller.
 */
m2k_kernel_result *m2k_report_kernel(m2k_report *report, const char *name,
                                     const char *mangled, m2k_loc loc);
/* A new case of a kernel. Until the caller sets `decided` it stands for work
 * that was cut short: `unknown` whatever else was counted. */
m2k_case_result *m2k_report_case(m2k_report *report, m2k_kernel_result *kernel,
                                 const char *label, m2k_loc loc);
/* Adds a reason to a case as a whole; equal code and text are one. Its verdict
 * counts, also where no access has it. */
void m2k_case_reason(m2k_report *report, m2k_case_result *result,
                     m2k_verdict verdict, const char *code, const char *text,
                     m2k_loc loc);
/* The same for one instruction of the kernel, by its number. It is counted
 * once, whatever number of checks and witnesses give this reason. */
void m2k_inst_reason(m2k_report *report, m2k_case_result *result,
                     m2k_verdict verdict, const char *code, const char *text,
                     m2k_loc loc, uint32_t inst);

/*
 * Adds a copy of a finding of one kernel instance under one of its cases (null
 * for a finding about host code). Findings of one check at one place (inline
 * chain included) and expression become one, which shows the confirmed witness
 * that needs the least memory, the first of equals. Counts nothing in `result`.
 */
void m2k_report_finding(m2k_report *report, const m2k_kernel_result *kernel,
                        const m2k_case_result *result,
                        const m2k_finding *finding);

/* Adds a remark, once per place and text. */
void m2k_report_remark(m2k_report *report, m2k_loc loc, const char *text);

/*
 * Sorts findings by place, check and expression, and kernels by place and name;
 * works out the verdicts of cases and kernels and the totals of findings. To be
 * called once, when everything is in; a report read from JSON is finished.
 */
void m2k_report_finish(m2k_report *report);

/* Rendering; texts in the report's arena. The message and the notes are those
 * of ARCHITECTURE.md's "What a finding says", without flag and severity. */
const char *m2k_finding_message(m2k_report *report, const m2k_finding *finding);
/* All notes in order: the check's own (what the access does), inline chain,
 * launch, witness, "for N of M cases". Those without a place of their own have
 * that of the finding. Sets *count. */
const m2k_note *m2k_finding_notes(m2k_report *report,
                                  const m2k_finding *finding, uint32_t *count);
/* "16.0 GiB", "512 bytes". */
const char *m2k_bytes_text(m2k_arena *arena, uint64_t bytes);

/* The report as deterministic text for people and for tests (dump=report). */
void m2k_report_print(m2k_report *report, m2k_str *out);

/* The report as JSON by interface/schema/report.schema.json, with a final
 * newline. Equal reports give equal bytes. */
void m2k_report_to_json(const m2k_report *report, m2k_str *out);
/* Reads it back into `arena`. Null, with the reason appended to `why`, when
 * `text` is not such a report. Reading and writing again gives equal bytes. */
m2k_report *m2k_report_from_json(m2k_arena *arena, const char *text, size_t len,
                                 m2k_str *why);

#ifdef __cplusplus
}
#endif
#endif
