/*
 * Z3 behind two functions: nothing of it is seen outside solver.c. A solver
 * lives as long as its query context and keeps what it has translated; a
 * rewound bank is noticed by the stamps of its nodes.
 */
#ifndef M2K_SMT_SOLVER_H
#define M2K_SMT_SOLVER_H

#include "passes/smt/model.h"
#include "passes/smt/query.h"

typedef struct m2k_solver m2k_solver;

/* Creates nothing yet: Z3 starts with the session's first question. A null
 * session: one of its own. */
m2k_solver *m2k_solver_new(m2k_session *session, m2k_bank *bank,
                           uint64_t rlimit);
void m2k_solver_free(m2k_solver *solver);
/* The question whose bounds these are. On M2K_SAT *model is a model that has
 * been checked. `dump`, when not null, is a file to write the question to. */
m2k_answer m2k_solver_ask(m2k_solver *solver, const m2k_bounds *bounds,
                          m2k_model **model, const char *dump);

#endif
