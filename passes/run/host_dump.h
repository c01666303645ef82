/*
 * The text of dump=launch.
 */
#ifndef M2K_RUN_HOST_DUMP_H
#define M2K_RUN_HOST_DUMP_H

#include "passes/run/run.h"
#include "passes/smt/query.h"

/* Executes every host function of the input under each of its cases, or under
 * none, and prints what it does to stderr. */
void m2k_dump_launches(const m2k_run_input *input, m2k_session *session);

#endif
