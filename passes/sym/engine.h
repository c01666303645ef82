/*
 * The state of one symbolic execution, shared by the exec_*.c files.
 *
 * Values. A machine integer of w bits is a pair of integer terms: `m`, a
 * representative (congruent to the machine value modulo 2^w), and `e`, the
 * exact value that the shadow run gives it. Ring operations act on both alike,
 * so as long as nothing is read with a sign the two are one term; reading
 * (m2k_read) makes the wrap-around explicit where intervals cannot exclude it.
 * A pointer is a list of guarded (region, offset) alternatives.
 */
#ifndef M2K_SYM_ENGINE_H
#define M2K_SYM_ENGINE_H

#include "passes/base/map.h"
#include "passes/sym/summary.h"

typedef enum m2k_sval_kind {
  M2K_SVAL_NONE,
  M2K_SVAL_INT,
  M2K_SVAL_BOOL,
  M2K_SVAL_PTR,
  M2K_SVAL_FLOAT,
  M2K_SVAL_WIDE, /* integer above 64 bits: elems = 32-bit limbs, low first */
  M2K_SVAL_AGG   /* vector, array or struct: elems */
} m2k_sval_kind;

typedef struct m2k_alt {
  m2k_term guard;
  uint32_t region;
  m2k_term m, e; /* byte offsets */
} m2k_alt;

typedef struct m2k_sval m2k_sval;
struct m2k_sval {
  m2k_sval_kind kind;
  uint32_t width; /* INT, WIDE: bits; FLOAT: bits */
  m2k_term m, e;  /* BOOL, FLOAT: m only */
  m2k_term fresh; /* INT: under which condition the exact value is a restart
                     (zero-extending it reads it as unsigned) */
  const m2k_alt *alts;
  const m2k_sval *elems;
  uint32_t count; /* alts or elems */
};

/* One entry of a region's store log (memory.c). */
typedef struct m2k_cell {
  m2k_term path;
  m2k_term offset; /* machine byte offset; M2K_NO_TERM: everything unknown */
  uint64_t size;
  m2k_sval value;
  uint32_t phase; /* barrier phase of the store */
} m2k_cell;

typedef struct m2k_log {
  M2K_VEC(m2k_cell) cells;
  uint32_t epoch;
} m2k_log;

typedef struct m2k_exec {
  m2k_summary *sum;
  const m2k_fn *fn;
  m2k_bank *bank;
  m2k_arena *arena;
  m2k_session *session;
  m2k_query *query; /* for invariants: no case, only symbol ranges and facts */
  m2k_sval *env;    /* per value */
  m2k_term *path;   /* per block; M2K_NO_TERM: not reached yet */
  M2K_VEC(m2k_log) logs;   /* per region */
  m2k_map *exits;          /* (from << 32 | to) -> path of an edge that leaves a
                              finished loop, after leaving */
  struct m2k_copy **leave; /* per finished loop: to its last iteration */
  m2k_map *left; /* (value << 32 | loop of the user) -> index into outs */
  M2K_VEC(m2k_sval) outs; /* values after leaving loops */
  uint32_t block;         /* being executed */
  uint32_t inst;          /* being executed */
  uint32_t phase;
  uint32_t unique; /* numbers for opaque terms and epochs */
  uint32_t max_events;
  m2k_map
      *locals;    /* alloca inst -> region, global -> region, field -> region */
  m2k_map *names; /* called function -> number */
  m2k_map *origins;               /* copied symbol -> what it is a copy of */
  M2K_VEC(m2k_term) shared_loads; /* LOAD terms of shared memory */
  bool trapped;                   /* some block ends in its middle */
  bool by_path;     /* host code: one path, whose values are what they are */
  bool all_written; /* a store could not be traced: all regions are written */
} m2k_exec;

/* ---- value.c ---- */
m2k_sval m2k_sval_int(m2k_exec *x, m2k_term m, m2k_term e, uint32_t width);
m2k_sval m2k_sval_const(m2k_exec *x, m2k_i128 value, uint32_t width);
m2k_sval m2k_sval_bool(m2k_exec *x, m2k_term b);
/* An integer whose exact value restarts at its signed machine value. */
m2k_sval m2k_sval_restart(m2k_exec *x, m2k_term m, uint32_t width);
m2k_sval m2k_sval_ptr(m2k_exec *x, uint32_t region, m2k_term m, m2k_term e);
m2k_sval m2k_sval_float(m2k_exec *x, m2k_term f, uint32_t bits);
/* A value of IR type `type` that nothing is known about, with a ledger entry
 * (carrier set) when it holds an integer or pointer. */
m2k_sval m2k_sval_lost(m2k_exec *x, m2k_type type, m2k_loss loss,
                       const char *detail);
/* The same without a ledger entry, for floats and the like. */
m2k_sval m2k_sval_opaque(m2k_exec *x, m2k_type type);
/* Zero of a type; undefined values are lost ones. */
m2k_sval m2k_sval_zero(m2k_exec *x, m2k_type type);
m2k_sval m2k_sval_ite(m2k_exec *x, m2k_term cond, m2k_sval a, m2k_sval b);
/* Machine value read as signed or unsigned. */
m2k_term m2k_sval_signed(m2k_exec *x, m2k_sval v);
m2k_term m2k_sval_unsigned(m2k_exec *x, m2k_sval v);
/* A value where it is defined; constants are made on the way. */
m2k_sval m2k_operand(m2k_exec *x, m2k_val v);
/* A value as code in `block` sees it: out of a loop that the block is not in,
 * it is that of the last iteration (flow.c). */
m2k_sval m2k_value_at(m2k_exec *x, m2k_val v, uint32_t block);
m2k_sval m2k_op_value(m2k_exec *x, const m2k_inst *in, uint32_t i);
/* The same bits as a value of another type of equal size. */
m2k_sval m2k_recast(m2k_exec *x, m2k_sval v, m2k_type to);
/* `bytes` bytes from byte `offset` on of v, as an integer or WIDE value; kind
 * NONE when v has no such part. */
m2k_sval m2k_sval_part(m2k_exec *x, m2k_sval v, uint64_t offset,
                       uint64_t bytes);
/* Opaque functions: a tag, and in the low half a number that tells results
 * apart which are no function of their arguments (0: they are). */
enum {
  M2K_TAG_BITS = 1,  /* float from integer bits, or integer from float bits */
  M2K_TAG_OP = 2,    /* + opcode: a float operation */
  M2K_TAG_FRESH = 3, /* unrelated to anything */
  M2K_TAG_CALL = 4,  /* + callee */
  M2K_TAG_RESULT = 5 /* element of an opaque aggregate */
};
static inline uint64_t m2k_tag(uint32_t kind, uint32_t what, uint32_t unique) {
  return (uint64_t)kind << 56 | (uint64_t)what << 32 | unique;
}
m2k_term m2k_opaque_float(m2k_exec *x, uint64_t tag, const m2k_term *args,
                          uint32_t count);
m2k_term m2k_opaque_int(m2k_exec *x, uint64_t tag, const m2k_term *args,
                        uint32_t count, uint32_t width);
m2k_term m2k_opaque_bool(m2k_exec *x, uint64_t tag, const m2k_term *args,
                         uint32_t count);
/* Pointer to integer and back. */
m2k_sval m2k_ptr_to_int(m2k_exec *x, m2k_sval p, uint32_t width);
m2k_sval m2k_int_to_ptr(m2k_exec *x, m2k_sval v);
/* One term that stands for v in opaque functions. */
m2k_term m2k_sval_term(m2k_exec *x, m2k_sval v);
uint32_t m2k_ledger_add(m2k_exec *x, m2k_loss loss, m2k_term carrier,
                        const char *detail);
/* A fresh integer symbol of `width` bits, read as signed. */
m2k_term m2k_fresh_int(m2k_exec *x, const char *name, uint32_t width,
                       uint32_t owner);

/* ---- copies: copy.c ---- */
/* A renaming of what differs between two executions of the same code: another
 * iteration of a loop, or another thread. Symbols and opaque results made
 * since `since` (a term id) are replaced by fresh ones, with their facts. */
typedef struct m2k_copy m2k_copy;
m2k_copy *m2k_copy_new(m2k_exec *x, m2k_term since, uint32_t unique_since);
void m2k_copy_free(m2k_copy *copy);
void m2k_copy_bind(m2k_copy *copy, m2k_term from, m2k_term to);
m2k_term m2k_copy_term(m2k_copy *copy, m2k_term t);
m2k_sval m2k_copy_sval(m2k_copy *copy, m2k_sval v);
/* A renaming to another thread of the block (possibly this one again), with
 * all that differs between threads. */
m2k_copy *m2k_copy_thread(m2k_exec *x, bool same_warp);

/* ---- regions and memory: memory.c ---- */
uint32_t m2k_region_new(m2k_exec *x, m2k_region region);
uint32_t m2k_region_of_global(m2k_exec *x, uint32_t global);
uint32_t m2k_region_of_alloca(m2k_exec *x, uint32_t inst);
uint32_t m2k_region_of_field(m2k_exec *x, uint32_t param, uint64_t offset);
/* Value of `type` at an alternative's address, now. */
m2k_sval m2k_memory_read(m2k_exec *x, const m2k_alt *at, m2k_type type,
                         bool is_volatile);
void m2k_memory_write(m2k_exec *x, const m2k_alt *at, m2k_sval value,
                      uint64_t size, m2k_term path);
/* `size` bytes at a place as an integer or WIDE value. */
m2k_sval m2k_memory_read_bytes(m2k_exec *x, const m2k_alt *at, uint64_t size);
/* Everything in the region may have changed. */
void m2k_memory_havoc(m2k_exec *x, uint32_t region);
void m2k_memory_havoc_all(m2k_exec *x);
/* Marks the regions that any instruction may write; once, before execution. */
void m2k_memory_scan(m2k_exec *x);
/* Other threads may have written: shared and written global regions. */
void m2k_memory_sync(m2k_exec *x);
/* The same without a barrier: global contents only. */
void m2k_memory_advance(m2k_exec *x);
/* Forgets what the instructions of a loop may write, before and after it. */
void m2k_memory_havoc_loop(m2k_exec *x, uint32_t loop);
/* Attaches to values read from shared memory what was stored there. */
void m2k_memory_link_shared(m2k_exec *x);

/* ---- instructions: exec_*.c ---- */
m2k_sval m2k_sx_int(m2k_exec *x, const m2k_inst *in);
m2k_sval m2k_sx_icmp(m2k_exec *x, const m2k_inst *in);
m2k_sval m2k_sx_cast(m2k_exec *x, const m2k_inst *in);
m2k_sval m2k_sx_float(m2k_exec *x, const m2k_inst *in);
/* An opaque value of the type of in, as a function of its operands. */
m2k_sval m2k_function_value(m2k_exec *x, const m2k_inst *in, uint64_t tag);
m2k_sval m2k_sx_gep(m2k_exec *x, const m2k_inst *in);
m2k_sval m2k_sx_aggregate(m2k_exec *x, const m2k_inst *in);
m2k_sval m2k_sx_memory(m2k_exec *x, const m2k_inst *in);
m2k_sval m2k_sx_call(m2k_exec *x, const m2k_inst *in);
m2k_event *m2k_event_add(m2k_exec *x, m2k_event_kind kind);

/* What may do anything to memory; and what orders memory between threads. */
bool m2k_sx_is_opaque(const m2k_inst *in);
bool m2k_sx_is_barrier(const m2k_inst *in);
/* An instruction of the IR that nobody knows, such as an indirect call. */
m2k_sval m2k_sx_unknown(m2k_exec *x, const m2k_inst *in);
/* A number for a function name, the same for the same name. */
uint32_t m2k_name_number(m2k_exec *x, const char *name);

/* ---- control: flow.c, loop.c ---- */
/* Executes an instruction other than a terminator or a header's phi. */
m2k_sval m2k_sx_inst(m2k_exec *x, const m2k_inst *in);
/* Condition of the branch from -> to alone. */
m2k_term m2k_edge_condition(m2k_exec *x, uint32_t from, uint32_t to);
/* Path condition of a block from its dominator and its edges; back edges to
 * it are left out. */
m2k_term m2k_block_path(m2k_exec *x, uint32_t block);
bool m2k_in_loop(const m2k_fn *fn, uint32_t block, uint32_t loop);
/* Executes the blocks whose innermost loop is `loop` (M2K_NONE: none) and,
 * as they are met, the loops inside. */
void m2k_sx_level(m2k_exec *x, uint32_t loop);
void m2k_sx_loop(m2k_exec *x, uint32_t loop);
void m2k_sx_block(m2k_exec *x, uint32_t block);
/* Condition under which the edge from -> to is taken; for an edge that leaves
 * finished loops, in terms of their last iterations. */
m2k_term m2k_edge_path(m2k_exec *x, uint32_t from, uint32_t to);

#endif
