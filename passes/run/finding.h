/*
 * From a confirmed witness to a finding: the words of ARCHITECTURE's "What a
 * finding says".
 */
#ifndef M2K_RUN_FINDING_H
#define M2K_RUN_FINDING_H

#include "passes/report/report.h"
#include "passes/run/decide.h"
#include "passes/run/run.h"

/* The finding of a decision whose verdict is bug; in the case's arena. */
m2k_finding m2k_finding_of(const m2k_case_run *run,
                           const m2k_run_kernel *kernel,
                           const m2k_decision *decision);

#endif
