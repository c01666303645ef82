/*
 * Kernel summaries: what one kernel instance does, as terms over its
 * parameters and launch dimensions.
 *
 * A kernel is executed symbolically once (m2k_summarise). The result lists its
 * *regions* (every object that it can address) and its *events* (accesses and,
 * for later checks, barriers and the like), each with its path condition. It
 * holds no interface: the layer passes/launch binds parameters, region sizes
 * and special registers to one case's terms by substitution.
 *
 * Every place that loses precision is an entry of the *ledger*. Lost values
 * are unconstrained terms, so a proof that holds for all their values is a
 * proof; what could hide an access is an event of kind UNKNOWN.
 *
 * Lifetime: a summary lives in the arena and the bank given to m2k_summarise.
 */
#ifndef M2K_SYM_SUMMARY_H
#define M2K_SYM_SUMMARY_H

#include "passes/base/arena.h"
#include "passes/base/str.h"
#include "passes/base/vec.h"
#include "passes/ir/ir.h"
#include "passes/smt/query.h"
#include "passes/smt/term.h"

typedef enum m2k_space {
  M2K_REGION_GLOBAL,   /* what a pointer parameter points to: index = parameter
                          (path > 0: the pointer at this byte of it, plus 1) */
  M2K_REGION_SHARED,   /* a __shared__ variable: index = module global */
  M2K_REGION_DYNAMIC,  /* all extern __shared__ arrays together */
  M2K_REGION_LOCAL,    /* index = ALLOCA's instruction number */
  M2K_REGION_CONSTANT, /* __constant__, __device__, constant tables: index =
                          module global */
  M2K_REGION_PARAM,    /* a struct passed by value: index = parameter */
  M2K_REGION_FOREIGN   /* where a pointer out of memory points: unknown */
} m2k_space;

typedef struct m2k_region {
  m2k_space space;
  uint32_t index;
  uint32_t path;
  const char *name; /* the source's name, for messages */
  m2k_term base;    /* symbol: its address as an integer */
  m2k_term size;    /* bytes: a constant, or a symbol to be bound */
  uint32_t align;   /* guaranteed alignment of the base, in bytes */
  bool written;     /* some instruction of the kernel may write it */
} m2k_region;

typedef enum m2k_event_kind {
  M2K_EVENT_READ,
  M2K_EVENT_WRITE,
  M2K_EVENT_ATOMIC,
  M2K_EVENT_BARRIER,
  M2K_EVENT_FALL_OFF, /* control runs off the end of a non-void function */
  M2K_EVENT_WRAP,     /* a loop counter leaves its type: the path condition is
                         that it does */
  M2K_EVENT_UNKNOWN   /* an access that could not be followed: see ledger */
} m2k_event_kind;

typedef struct m2k_event {
  m2k_event_kind kind;
  uint32_t inst;    /* instruction in fn->insts */
  uint32_t operand; /* MEMCPY: 0 destination, 1 source */
  uint32_t region;  /* index into regions, M2K_NONE for none */
  m2k_term path;    /* condition under which it happens */
  m2k_term machine; /* byte offset that the hardware computes, read as a signed
                       64-bit integer */
  m2k_term exact;   /* byte offset without wrap-around */
  m2k_term size;    /* bytes */
  uint32_t align;   /* bytes; 1 where nothing is required */
  m2k_term value;   /* writes of integers: the stored term, else M2K_NO_TERM */
  uint32_t phase;   /* barriers passed so far, in order of execution */
  uint32_t ledger;  /* UNKNOWN: its entry, else M2K_NONE */
} m2k_event;

typedef enum m2k_loss {
#define LOSS(name, text) M2K_LOSS_##name,
#include "passes/sym/loss.def"
#undef LOSS
  M2K_LOSS_COUNT
} m2k_loss;

/* One ledger entry: what was lost, where, and the term that carries it
 * (M2K_NO_TERM for effects without a value). */
typedef struct m2k_entry {
  m2k_loss loss;
  uint32_t inst;
  m2k_term carrier;
  const char *detail; /* name of the function, instruction text …, or null */
} m2k_entry;

/* What a symbol stands for (m2k_sym_owner): kind in the high byte. */
typedef enum m2k_owner {
  M2K_OWNER_PARAM = 1 << 24,  /* + parameter number */
  M2K_OWNER_SREG = 2 << 24,   /* + m2k_callee (TID_X … NCTAID_Z) */
  M2K_OWNER_SIZE = 3 << 24,   /* + region */
  M2K_OWNER_BASE = 4 << 24,   /* + region */
  M2K_OWNER_LOOP = 5 << 24,   /* iteration numbers and loop variables */
  M2K_OWNER_OPAQUE = 6 << 24, /* + ledger entry */
  M2K_OWNER_FIELD = 7 << 24,  /* a number inside a by-value struct */
  M2K_OWNER_LANE = 8 << 24,   /* another thread's register */
  M2K_OWNER_CASE = 9 << 24,   /* + number of an interface symbol */
  M2K_OWNER_FREE = 10 << 24   /* what a case leaves open: passes/launch */
} m2k_owner;
#define M2K_OWNER_MASK 0xff000000u

/* LOAD terms: param packs region (20 bits), width and epoch; the bits above are
 * passes/launch's. */
static inline uint64_t m2k_load_param(uint32_t region, uint32_t bytes,
                                      uint32_t epoch) {
  return (uint64_t)region << 40 | (uint64_t)bytes << 32 | epoch;
}
static inline uint32_t m2k_load_region(uint64_t param) {
  return (uint32_t)(param >> 40) & 0xfffff;
}
static inline uint32_t m2k_load_bytes(uint64_t param) {
  return (uint32_t)(param >> 32) & 0xff;
}

typedef struct m2k_summary {
  const m2k_fn *fn;
  m2k_bank *bank;
  m2k_arena *arena;
  M2K_VEC(m2k_region) regions;
  M2K_VEC(m2k_event) events;
  M2K_VEC(m2k_entry) ledger;
  m2k_term *params;        /* integer parameters: symbol, read as signed; others
                              M2K_NO_TERM */
  uint32_t *param_regions; /* pointer and by-value parameters: region, else
                              M2K_NONE */
  m2k_term sregs[12];      /* TID_X … NCTAID_Z, by m2k_callee number */
  uint32_t dynamic;        /* region of extern __shared__, or M2K_NONE */
  const char *failure;     /* non-null: the kernel could not be executed, why */
} m2k_summary;

typedef struct m2k_sym_options {
  uint32_t max_events;  /* 0: 20000 */
  m2k_session *session; /* for proofs of invariants; null: one of its own */
} m2k_sym_options;

/* Executes `fn` symbolically. Never null; see `failure`. */
m2k_summary *m2k_summarise(m2k_arena *arena, m2k_bank *bank, const m2k_fn *fn,
                           const m2k_sym_options *options);
void m2k_summary_free(m2k_summary *summary); /* its vectors only */

void m2k_summary_print(const m2k_summary *summary, m2k_str *out);
const char *m2k_loss_text(m2k_loss loss);
const char *m2k_event_kind_text(m2k_event_kind kind);
const char *m2k_space_text(m2k_space space);

#endif
