/*
 * Commands in parallel, each with its time. A command runs in a process group
 * of its own, so that what it starts ends with it; its two outputs are
 * collected as one text, its input is empty. On SIGINT, SIGTERM and SIGHUP all
 * are ended. Nothing about compilers grows here.
 */
#ifndef M2K_PLUGIN_M2K_JOBS_H
#define M2K_PLUGIN_M2K_JOBS_H

#include "passes/base/str.h"

#include <stdint.h>

typedef struct m2k_job {
  char *const *argv; /* ends with a null; argv[0] is a path */
  /* Results. */
  bool started;
  bool timed_out;
  int status; /* of waitpid */
  double seconds;
  m2k_str output; /* released by the caller */
} m2k_job;

/* Called when a job has ended; not in the order of the jobs. */
typedef void m2k_job_done(void *data, uint32_t job);

/* Runs all jobs, at most `parallel` at a time, each for at most `timeout`
 * seconds (0: no limit). 0, or the number of a signal that ended them all. */
int m2k_jobs_run(m2k_job *jobs, uint32_t njobs, uint32_t parallel,
                 double timeout, m2k_job_done *done, void *data);

#endif
