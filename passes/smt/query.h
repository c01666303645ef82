/*
 * Questions: can these conditions hold together?
 *
 * A query context holds assumptions (the case's facts) and answers questions
 * over them. Order of attack: bound propagation over the conjuncts and the
 * structure of terms; syntactic rules (row bounds, congruence); Z3 over
 * unbounded integers with Z3_mk_simple_solver and a resource limit, never a
 * time-out, so that answers are reproducible. Z3 is created on first need and
 * lives as long as the context.
 *
 * Facts attached to terms (term.h) that occur in a question or an assumption
 * are added by themselves, transitively.
 *
 * "Undecided" means that the limit was spent or that a counterexample could
 * not be made consistent; it is never an answer to build a verdict on.
 */
#ifndef M2K_SMT_QUERY_H
#define M2K_SMT_QUERY_H

#include "passes/smt/term.h"

typedef enum m2k_answer {
  M2K_UNSAT, /* impossible: proven */
  M2K_SAT,   /* possible: a model exists */
  M2K_UNDECIDED
} m2k_answer;

typedef struct m2k_query m2k_query;
typedef struct m2k_model m2k_model;

typedef struct m2k_query_stats {
  uint64_t asked, by_bounds, by_rules, by_solver, undecided;
} m2k_query_stats;

/* What is slow to start, Z3, shared by the queries of one thread one after
 * another; it outlives them. */
typedef struct m2k_session m2k_session;
m2k_session *m2k_session_new(void);
void m2k_session_free(m2k_session *session); /* null is allowed */

/* A query in a session; null: one of its own. */
m2k_query *m2k_query_new_in(m2k_session *session, m2k_bank *bank,
                            uint64_t rlimit);
/* `rlimit` is Z3's resource limit for one question (default 40000 when 0, about
 * 0.2 s). */
m2k_query *m2k_query_new(m2k_bank *bank, uint64_t rlimit);
void m2k_query_free(m2k_query *query);
m2k_bank *m2k_query_bank(const m2k_query *query);
void m2k_query_assume(m2k_query *query, m2k_term fact);
/* Assumptions made after a push are forgotten by the matching pop. */
void m2k_query_push(m2k_query *query);
void m2k_query_pop(m2k_query *query);

/* Can all of `terms` hold, given the assumptions? With `model` non-null and
 * the answer M2K_SAT, *model is a new model that the caller frees; a model
 * that has been checked by m2k_term_eval over all conjuncts and facts. */
m2k_answer m2k_query_ask(m2k_query *query, const m2k_term *terms,
                         uint32_t count, m2k_model **model);
/* True when `goal` follows from the assumptions and `given`. */
bool m2k_query_proves(m2k_query *query, m2k_term given, m2k_term goal);
/* Bounds that follow for t from the assumptions and `given`, by propagation
 * only. */
m2k_range m2k_query_range(m2k_query *query, m2k_term given, m2k_term t);

/* Given that `terms` can hold with *model, replaces *model by one in which the
 * integer terms `small[0], small[1], …` are, in this order, as small as
 * binary search finds (never worse than the given model). */
void m2k_query_minimize(m2k_query *query, const m2k_term *terms, uint32_t count,
                        const m2k_term *small, uint32_t small_count,
                        m2k_model **model);

/* Value of an integer or boolean term in a model (terms that the question did
 * not mention: any value in their range). */
m2k_i128 m2k_model_value(const m2k_model *model, m2k_term t);
void m2k_model_free(m2k_model *model);

m2k_query_stats m2k_query_get_stats(const m2k_query *query);
/* Where non-null, each question that reaches Z3 is written to DIR/N.smt2. */
void m2k_query_dump_to(m2k_query *query, const char *dir);

#endif
