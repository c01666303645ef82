/*
 * One event under one case: from the question to the verdict.
 */
#ifndef M2K_RUN_DECIDE_H
#define M2K_RUN_DECIDE_H

#include "passes/base/map.h"
#include "passes/base/stats.h"
#include "passes/check/check.h"
#include "passes/replay/replay.h"
#include "passes/smt/query.h"

/* What one case shares among its events. */
typedef struct m2k_case_run {
  m2k_binding *binding;
  m2k_query *query;
  m2k_arena *arena; /* of the case */
  m2k_stats *stats;
  uint64_t replay_left; /* instructions that replays of this case may take */
  m2k_map *places;      /* faults that a minimised witness has been shown for */
} m2k_case_run;

typedef struct m2k_decision {
  m2k_verdict verdict;
  const char *code;       /* group of the reason, or null */
  const char *text;       /* the reason, or the clause of a conditional */
  const m2k_fault *fault; /* bug: what replay met */
  const m2k_replay_input *input; /* bug: the run that met it */
  const m2k_i128 *symbols;       /* bug: values of the case's symbols */
  m2k_i128 device_bytes;         /* bug: all tensors together */
  m2k_check_kind check;          /* bug: by what replay met */
} m2k_decision;

/* The summary's region of what replay met, or M2K_NONE. */
uint32_t m2k_fault_region(const m2k_binding *binding, const m2k_fault *fault);

/* Asks every check about event `ev`. Each decision is handed to `take`; the
 * strongest verdict is returned. */
m2k_verdict m2k_decide(m2k_case_run *run, const m2k_event *ev,
                       void (*take)(void *data, const m2k_event *ev,
                                    const m2k_decision *decision),
                       void *data);

#endif
