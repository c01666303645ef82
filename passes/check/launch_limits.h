/*
 * What a launch asks of the device: the rules, as terms over a binding. Unlike
 * a check of events, these are about the launch as a whole.
 */
#ifndef M2K_CHECK_LAUNCH_LIMITS_H
#define M2K_CHECK_LAUNCH_LIMITS_H

#include "passes/launch/bind.h"

typedef struct m2k_launch_limit {
  const char *what; /* "grid.x", "threads of a block", "shared memory" */
  m2k_term value;   /* that is asked for */
  m2k_i128 least;
  m2k_i128 most;      /* allowed; a constant, or `most_term` */
  m2k_term most_term; /* M2K_NO_TERM: `most` */
  const char *limit;  /* whose limit that is: "the device's limit" */
} m2k_launch_limit;

enum { M2K_LAUNCH_LIMITS = 9 };

/* The rules for a launch of host code; returns how many. `optin` is the most
 * shared memory of a block that the device allows, static_bytes what the kernel
 * declares, max_threads of __launch_bounds__ or 0.
 * CUDA C++ Programming Guide, "Technical Specifications per Compute
 * Capability" and "Execution Configuration". */
uint32_t m2k_launch_limits(const m2k_binding *b, m2k_term shared_limit,
                           uint32_t optin, uint64_t static_bytes,
                           uint32_t max_threads,
                           m2k_launch_limit out[M2K_LAUNCH_LIMITS]);

/* The limit is broken. */
m2k_term m2k_launch_violation(m2k_bank *bank, const m2k_launch_limit *limit);

#endif
