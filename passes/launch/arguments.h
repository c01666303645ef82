/*
 * One call of a host function under one case: its parameters as objects and
 * tensors of a host execution (passes/sym/host.h).
 *
 * What the case does not state is a symbol of owner M2K_OWNER_FREE (+ the
 * number of its tensor, or M2K_FREE_SCALAR): sizes in 1..max_dim, ranks and
 * element types left to what the code asks, tensors contiguous, integers in
 * 0..max_dim, optional values there or not (docs: INTERFACE.md, "Naming what
 * nobody stated").
 *
 * Classes are laid out as their headers have them: a tensor is a handle at its
 * first byte; std::vector is begin, end and end of storage; an array reference
 * is pointer and length; std::string is pointer, length and local characters
 * (libstdc++); a string view is length and pointer there, pointer and length in
 * c10.
 */
#ifndef M2K_LAUNCH_ARGUMENTS_H
#define M2K_LAUNCH_ARGUMENTS_H

#include "passes/launch/case_terms.h"
#include "passes/launch/passing.h"
#include "passes/sym/host.h"

/* In the low bits of M2K_OWNER_FREE. */
enum { M2K_FREE_SCALAR = 0x800000 };

/* A tensor or device pointer among the arguments. Its number is
 * m2k_tensor.argument. */
typedef struct m2k_call_tensor {
  const char *name;                /* "query", "params.q", "xs[2]" */
  const m2k_tensor_clause *clause; /* null: nothing is stated */
  const char *shape;               /* "f16[num_tokens, 4096]", or null */
  uint32_t buffer;                 /* of the host execution, or M2K_NONE */
  uint32_t elem_size;              /* bytes; 0: open */
  bool pointer;                    /* a device pointer, no tensor */
  m2k_values values;               /* terms of the host's bank */
} m2k_call_tensor;

typedef struct m2k_call {
  m2k_case_terms terms; /* in the host's bank */
  const m2k_signature *sig;
  m2k_host *host;
  M2K_VEC(m2k_call_tensor) tensors;
  /* Non-null: something in the case that is not modelled for calls. */
  const char *unmodelled;
  struct m2k_call_state *state;
} m2k_call;

typedef struct m2k_call_input {
  const m2k_case *c;              /* null: no interface */
  const m2k_bind_choice *choices; /* null, or as in m2k_case_terms_new */
  const m2k_signature *sig;
  const m2k_run_param *params; /* sig->nparams of them */
  uint32_t result;             /* LLVM argument that is the result's address,
                                  or M2K_NONE */
  uint64_t max_dim;
  /* Both null, or: values for everything that is chosen (m2k_case_terms.chosen
   * of an earlier call with the same input), and what each tensor was then:
   * element type and rank are taken from there. */
  const m2k_i128 *values;
  const m2k_tensor *decided;
} m2k_call_input;

/* Builds the arguments in `host`, which has not run yet; `bank` is the host's.
 * The caller assumes terms.stated and terms.defined before it runs the host. */
m2k_call *m2k_call_new(m2k_arena *arena, m2k_bank *bank, m2k_host *host,
                       const m2k_call_input *input);
void m2k_call_free(m2k_call *call); /* vectors only */

#endif
