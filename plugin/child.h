/*
 * The analysis in a process of its own, so that whatever happens to it costs
 * the compile nothing. The child is a fork: it sees everything the compiler
 * has in memory and passes texts back through a pipe. What it prints is
 * collected and comes back as one text.
 *
 * Nothing about compilers or reports grows here: payloads are bytes.
 */
#ifndef M2K_PLUGIN_CHILD_H
#define M2K_PLUGIN_CHILD_H

#include "passes/base/str.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a child sends; of each kind, the last whole text is kept. */
typedef enum m2k_child_text {
  M2K_CHILD_OUTLINE, /* report that holds if no better one comes */
  M2K_CHILD_REPORT,  /* report so far, or the final one */
  M2K_CHILD_STEP,    /* what is being done, for messages */
  M2K_CHILD_TEXTS
} m2k_child_text;

typedef struct m2k_child_job {
  /* The work; runs in the child, which ends without any clean-up when it
   * returns. `out` is for m2k_child_send. */
  void (*work)(void *data, int out);
  void *data;
  uint64_t budget_ms, budget_mb; /* 0: no limit */
} m2k_child_job;

typedef enum m2k_child_end {
  M2K_CHILD_DONE, /* the work returned */
  M2K_CHILD_CRASHED,
  M2K_CHILD_OUT_OF_TIME,
  M2K_CHILD_OUT_OF_MEMORY,
  M2K_CHILD_NOT_STARTED
} m2k_child_end;

typedef struct m2k_child_result {
  m2k_child_end end;
  char why[160]; /* unless DONE: "out of time after 500 ms" */
  m2k_str text[M2K_CHILD_TEXTS];
  m2k_str log; /* what was written to stdout and stderr */
} m2k_child_result;

/* Runs the job and waits for it. Safe in several threads and processes at
 * once, and whatever the process does with SIGCHLD. The result's texts are
 * released with m2k_child_result_free. */
void m2k_child_run(const m2k_child_job *job, m2k_child_result *result);
void m2k_child_result_free(m2k_child_result *result);

/* In the child: passes a text on. */
void m2k_child_send(int out, m2k_child_text kind, const char *text, size_t len);

/* In the child: does what the bits of the option `fault` ask for. */
void m2k_child_inject(uint32_t faults);

#ifdef __cplusplus
}
#endif
#endif
