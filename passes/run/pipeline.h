/*
 * Inside of passes/run: what the files of the pipeline share. Nothing outside
 * this directory includes it.
 */
#ifndef M2K_RUN_PIPELINE_H
#define M2K_RUN_PIPELINE_H

#include "passes/run/decide.h"
#include "passes/run/run.h"

typedef struct m2k_pipeline {
  const m2k_run_input *input;
  m2k_report *report;
  m2k_stats *stats;
  m2k_session *session;
} m2k_pipeline;

/* The verdict of each memory instruction: the strongest of its events. */
typedef struct m2k_tally {
  m2k_verdict *by_inst;
  bool *seen;
} m2k_tally;
m2k_tally m2k_tally_new(m2k_arena *arena, const m2k_fn *fn);
/* Adds the counts of the instructions that were seen to those of a case. */
void m2k_tally_count(const m2k_tally *tally, const m2k_fn *fn,
                     m2k_case_result *result);

/* Who a case's decisions are reported for. */
typedef struct m2k_reporter {
  m2k_pipeline *p;
  const m2k_run_kernel *kernel;
  m2k_kernel_result *result;
  m2k_case_result *of_case;
  const char *op; /* that launches; null: the kernel's own case */
} m2k_reporter;

/* Why a case says nothing about the kernel, as code and text; null: it does. */
typedef struct m2k_emptiness {
  const char *code, *text;
} m2k_emptiness;

/* ---- run_case.c ---- */

/* A case run over a binding that does not exist yet; its arena and query. */
m2k_case_run m2k_case_run_begin(m2k_pipeline *p, m2k_summary *s);
void m2k_case_run_end(m2k_pipeline *p, m2k_case_run *run);
/* Decides every event of run->binding; nothing where no values satisfy it. */
m2k_emptiness m2k_case_run_decide(m2k_reporter *r, m2k_case_run *run,
                                  m2k_tally *tally);
/* A kernel's own case, null for none. */
void m2k_run_own_case(m2k_pipeline *p, m2k_summary *s, const m2k_run_kernel *k,
                      m2k_kernel_result *kernel, const m2k_case *c);
/* What is unknown as a whole is one finding, at the kernel. */
void m2k_whole_unknown(m2k_pipeline *p, const m2k_run_kernel *k,
                       m2k_kernel_result *kernel, m2k_case_result *result,
                       const char *code, const char *why);

/* ---- run_ops.c ---- */

typedef struct m2k_op_runs m2k_op_runs;

/* Executes every op under each of its cases and reports what is wrong in host
 * code. Null where there is nothing to execute. */
m2k_op_runs *m2k_ops_execute(m2k_pipeline *p);
void m2k_ops_free(m2k_op_runs *runs); /* null is allowed */
/* Does some op launch the kernel? */
bool m2k_ops_launch(const m2k_op_runs *runs, const char *mangled);
/* Decides the kernel under every launch of it. */
void m2k_ops_check(m2k_op_runs *runs, m2k_summary *s, const m2k_run_kernel *k,
                   m2k_kernel_result *kernel);
/* The same where the kernel as a whole is unknown. */
void m2k_ops_unknown(m2k_op_runs *runs, const m2k_run_kernel *k,
                     m2k_kernel_result *kernel, const char *code,
                     const char *why);

#endif
