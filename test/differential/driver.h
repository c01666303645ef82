/*
 * The driver: runs batches of generated kernels through the whole analysis and
 * through exhaustive replay, and compares.
 *
 *   main.c      options, worker processes, totals
 *   batch.c     from a text to a prepared module
 *   concrete.c  every launch of a case
 *   compare.c   one kernel: both results
 *   minimise.c  the smallest kernel with the same disagreement
 */
#ifndef M2K_TEST_DIFFERENTIAL_DRIVER_H
#define M2K_TEST_DIFFERENTIAL_DRIVER_H

#include "annotations/clause.h"
#include "generate.h"
#include "interface/signature.h"
#include "passes/base/options.h"
#include "passes/replay/replay.h"

#include "llvm-c/Core.h"

typedef struct diff_options {
  uint64_t count, seed, first, batch;
  int64_t only; /* -1: all */
  uint32_t jobs;
  bool print, until_caught, verbose, minimise;
  bool explain;        /* minimise what is unknown, too */
  const char *scratch; /* directory */
} diff_options;

/* ---- batch.c ---- */

typedef struct batch {
  LLVMContextRef context;
  LLVMModuleRef module;
} batch;

/* Compiles a text and prepares it; false after a message. `name` is that of
 * the file, without suffix. */
bool batch_load(const diff_options *o, const char *name, const char *text,
                bool quiet, batch *out);
void batch_free(batch *b);
/* prepare_edge.cpp */
void diff_prepare(LLVMModuleRef module);

/* ---- concrete.c ---- */

/* What all launches together met. */
typedef struct concrete {
  uint8_t *kinds;     /* per instruction: bits 1 << m2k_fault_kind */
  const char **where; /* per instruction: the first launch at fault */
  uint32_t launches, incomplete;
  const char *why; /* of an incomplete one */
  uint64_t executed;
} concrete;

/* A case with its kernel's signature. */
typedef struct subject {
  const gen_kernel *kernel;
  const m2k_case *c;
  m2k_signature sig;
} subject;

/* Null after a message: the case or the generator is wrong. */
subject *subject_new(m2k_arena *arena, const gen_kernel *kernel);

void concrete_run(m2k_arena *arena, const subject *s, const m2k_fn *fn,
                  concrete *out);
/* The launch with these values of the case's symbols; false when there is none
 * (a set is empty, a limit exceeded). contents: see concrete.c; 0 for the
 * smallest values. */
bool concrete_input(m2k_arena *arena, const subject *s, const m2k_fn *fn,
                    const m2k_env *env, uint32_t contents,
                    m2k_replay_input *out);
/* Do the symbols of the case admit these values? */
bool concrete_admits(const subject *s, const m2k_env *env);

/* ---- compare.c ---- */

typedef enum outcome {
  OUTCOME_SAFE,
  OUTCOME_BUG,
  OUTCOME_UNKNOWN,
  OUTCOMES
} outcome;

enum { DIFF_TEXT = 4096 };

typedef struct comparison {
  outcome outcome;
  bool undecided;         /* some access is unknown, whatever the outcome */
  bool faulty, overflows; /* some launch is at fault; by an overflow */
  uint32_t incomplete;    /* launches that replay could not finish */
  const char *reason;     /* unknown: why */
  /* What disagrees, "" for nothing, and a word for the kind of the first. */
  char kind[32];
  char text[DIFF_TEXT];
  uint64_t ns_analysis, ns_concrete;
} comparison;

void compare(m2k_arena *arena, const diff_options *o, const gen_kernel *kernel,
             const batch *b, comparison *out);

/* ---- minimise.c ---- */

/* Prints the smallest kernel found that disagrees in the same way. `kind` is
 * comparison.kind, "crash", or the reason of an unknown. */
void minimise(const diff_options *o, const gen_kernel *kernel,
              const char *kind);

#endif
