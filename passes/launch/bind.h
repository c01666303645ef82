/*
 * Binding: one interface case laid over one kernel summary.
 *
 * The case's symbols, tensors, scalars and launch become terms; parameters,
 * region sizes, special registers and loads of the summary are replaced by
 * them (m2k_bind_term). What the case does not state is a *free* symbol, and
 * a verdict that hangs on one is conditional.
 *
 * Lifetime: a binding's terms live in the summary's bank, above the mark that
 * the caller takes before m2k_bind_new and rewinds to after m2k_bind_free.
 */
#ifndef M2K_LAUNCH_BIND_H
#define M2K_LAUNCH_BIND_H

#include "passes/launch/case_terms.h"
#include "passes/sym/summary.h"

typedef struct m2k_bind_limits {
  uint64_t device_memory; /* bytes: all tensors of the call fit */
  uint64_t max_dim;       /* largest integer that nothing states */
} m2k_bind_limits;

/* What is known of one region under the case. */
typedef struct m2k_bound_region {
  const char *name;                /* as the source has it: "p.out" */
  const m2k_tensor_clause *clause; /* null: nothing is stated */
  m2k_term bytes;                  /* size */
  m2k_term base;                   /* address */
  const char *shape;               /* "f16[num_tokens, 4096]", or null */
  uint32_t elem_size;
  bool absent;
  bool free_size;  /* size is a free symbol */
  bool has_values; /* elements lie in lo..hi, numbers of the element type
                      with its sign; lo is one of them */
  m2k_term lo, hi;
  const m2k_set *members; /* elements are of this set besides; or null */
} m2k_bound_region;

/* A number inside a by-value parameter. */
typedef struct m2k_bound_field {
  uint32_t param, size;
  uint64_t offset; /* bytes */
  m2k_term value;
} m2k_bound_field;

typedef struct m2k_binding {
  m2k_summary *sum;
  m2k_arena *arena;
  const m2k_case *c;         /* null: no interface */
  m2k_term *symbols;         /* of the case */
  m2k_bound_region *regions; /* of the summary */
  m2k_term launch[6];        /* block x, y, z, grid x, y, z */
  m2k_term thread[3], block_idx[3];
  m2k_term shared; /* bytes of dynamic shared memory */
  bool free_launch;
  m2k_term *params;                /* integer parameters, else M2K_NO_TERM */
  M2K_VEC(m2k_bound_field) fields; /* those stated or met so far */
  m2k_term stated;                 /* what the case says, one conjunction */
  /* Besides: the launch is within the device's limits and __launch_bounds__,
   * and no expression divides by zero. A case that is possible with `stated`
   * alone, and not with both, fails before anything runs. */
  m2k_term launch_fact;
  m2k_term facts; /* stated and launch_fact */
  /* Non-null: why nothing follows from this case for the kernel. Whoever
   * decides must say unknown. */
  const char *unmodelled;
  m2k_term device_bytes; /* all tensors together */
  m2k_term fits_device;  /* device_bytes <= device memory */
  struct m2k_bind_state *state;
} m2k_binding;

/* Lays `c` (null: no interface) over the summary. `sig` describes the
 * kernel's parameters; the case has been checked against it. `choices` may be
 * null. */
m2k_binding *m2k_bind_new(m2k_arena *arena, m2k_summary *sum, const m2k_case *c,
                          const m2k_signature *sig,
                          const m2k_bind_choice *choices,
                          const m2k_bind_limits *limits);
void m2k_bind_free(m2k_binding *binding);

/* A term of the summary under the case. */
m2k_term m2k_bind_term(m2k_binding *binding, m2k_term t);

/* The region and the offset of a LOAD term under the case; M2K_NONE when t is
 * no LOAD. */
uint32_t m2k_bind_load(const m2k_binding *binding, m2k_term t);

/* What messages call a region. */
const char *m2k_bind_region_name(const m2k_binding *b, uint32_t region);

#endif
