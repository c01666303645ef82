/*
 * Inside of passes/run: one execution of host code, and what is wrong in it.
 */
#ifndef M2K_RUN_HOST_CHECK_H
#define M2K_RUN_HOST_CHECK_H

#include "passes/run/pipeline.h"

/* An op under one case and one choice of its fixed numbers. */
typedef struct m2k_host_case {
  m2k_arena *arena;
  m2k_bank *bank;
  m2k_query *query; /* holds what the case states */
  const m2k_run_op *op;
  uint32_t choice;
  m2k_host *host;
  m2k_call *call;
  const m2k_host_result *result;
  m2k_op_result *op_result;
  m2k_case_result *of_case; /* of the op */
} m2k_host_case;

/* run_ops.c: executes the op; `values` and `decided` as in m2k_call_input. */
m2k_host_case *m2k_host_case_run(m2k_pipeline *p, const m2k_run_op *op,
                                 const m2k_case *c, uint32_t choice,
                                 const m2k_i128 *values,
                                 const m2k_tensor *decided);
void m2k_host_case_free(m2k_host_case *r);

/* host_agree.c: executes the op on one choice of numbers (m2k_call_input), with
 * the element types and ranks that the tensors had at `op`. */
m2k_host_case *m2k_host_again(m2k_pipeline *p, const m2k_host_case *r,
                              const m2k_host_op *op, const m2k_i128 *values);
/* host_agree.c: executes the op again on the model's numbers: does it make the
 * launch that the binding is of, with the same numbers? */
bool m2k_host_agrees(m2k_pipeline *p, const m2k_host_case *r,
                     const m2k_binding *b, const m2k_model *model);

/* host_check.c: a case that only ever fails, copies beyond their ends. */
void m2k_check_host(m2k_pipeline *p, const m2k_host_case *r);
/* launch_check.c: what the launch asks of the device. */
void m2k_check_launch(m2k_reporter *to, const m2k_host_case *r,
                      m2k_case_run *run);

#endif
