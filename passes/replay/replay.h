/*
 * Replay: a concrete interpreter over passes/ir with shadow values. It is the
 * definition of what a fault is: it runs a kernel on a witness's numbers and
 * says which accesses were bad.
 *
 * Every integer carries its machine bits and its exact value (unbounded, kept
 * in 128 bits). Arithmetic acts on both; the machine value alone decides
 * control flow. The exact value of a result is
 *   add, sub, mul, shl           the exact result on exact operands
 *   and with 2^k-1               exact modulo 2^k
 *   ashr, and lshr or udiv of a  floor division
 *     non-negative exact value
 *   sdiv, srem                   C's division on exact values
 *   sext, zext, trunc to >= 32   unchanged; but zext of a *fresh* value (an
 *                                argument, loaded from global memory, or
 *                                restarted) is its unsigned machine value
 *   everything else, truncation  the signed machine value: it "restarts" and
 *     below 32 bits, loads from  is fresh
 *     global memory
 * select, phi, minimum, maximum, local and shared memory (4 and 8 bytes,
 * aligned) carry both. Integers over 64 bits, and narrower ones that are a
 * struct copied as one integer (loaded and then taken apart by shifts of whole
 * bytes, or put together by them), are not one number: each part restarts.
 * A pointer has a region, a machine offset and an exact offset.
 *
 * A *fault* is an access whose machine bytes are not inside the region, or
 * whose exact bytes are inside while machine and exact offset differ (an index
 * overflow). After a fault the run goes on: a bad read gives zero (anything
 * may lie there), a bad write is dropped.
 *
 * In thread mode one thread runs; reading shared memory (or global memory
 * that the launch writes) that this thread did not write gives an *undefined*
 * value; when one reaches an address or a branch, the run stops with
 * M2K_REPLAY_NEEDS_BLOCK. In block mode all threads of the block run, from
 * barrier to barrier.
 */
#ifndef M2K_REPLAY_REPLAY_H
#define M2K_REPLAY_REPLAY_H

#include "passes/base/arena.h"
#include "passes/ir/ir.h"

typedef struct m2k_replay_word {
  uint64_t offset; /* bytes from the region's start */
  uint32_t size;   /* 1, 2, 4 or 8 bytes */
  uint64_t value;
} m2k_replay_word;

/* A tensor. Bytes that no word names are filled element by element with
 * `fill` (integers of elem_size bytes), plus the element's index if
 * `distinct`. */
typedef struct m2k_replay_region {
  const char *name;
  uint64_t size;  /* bytes; 0: null or empty */
  uint64_t align; /* of its first byte, at least 1 */
  uint32_t elem_size;
  uint64_t fill;
  bool distinct;
  bool null; /* the region at address zero */
  const m2k_replay_word *words;
  uint32_t word_count;
} m2k_replay_region;

typedef enum m2k_replay_arg_kind {
  M2K_REPLAY_ARG_BITS,    /* integers and floats: bits */
  M2K_REPLAY_ARG_POINTER, /* regions[region] + offset */
  M2K_REPLAY_ARG_BYVAL    /* a struct: bytes with pointers in it */
} m2k_replay_arg_kind;

typedef struct m2k_replay_arg m2k_replay_arg;
typedef struct m2k_replay_field {
  uint64_t offset;           /* in the struct */
  uint32_t size;             /* bytes of a number */
  const m2k_replay_arg *arg; /* BITS or POINTER */
} m2k_replay_field;
struct m2k_replay_arg {
  m2k_replay_arg_kind kind;
  uint64_t bits;
  uint32_t region;
  int64_t offset;
  const m2k_replay_field *fields; /* BYVAL; the rest is zero */
  uint32_t field_count;
};

typedef struct m2k_replay_input {
  const m2k_fn *fn;
  const m2k_replay_region *regions;
  uint32_t region_count;
  const m2k_replay_arg *args; /* one per parameter of fn */
  uint32_t grid[3], block[3];
  uint64_t dynamic_shared; /* bytes */
  uint32_t block_idx[3], thread_idx[3];
  uint64_t fuel;    /* instructions in all; 0: 50 million */
  uint32_t stop_at; /* the run ends with the first fault at this instruction,
                       counted from 1; 0: never; M2K_NONE: with any fault */
  uint32_t stop_operand; /* MEMCPY: and at this operand */
  uint32_t stop_kind;    /* and of this kind, counted from 1; 0: of any */
} m2k_replay_input;

typedef enum m2k_fault_kind {
  M2K_FAULT_OUT_OF_BOUNDS,
  M2K_FAULT_INDEX_OVERFLOW,
  M2K_FAULT_NULL
} m2k_fault_kind;

typedef enum m2k_region_space {
  M2K_SPACE_GLOBAL,   /* regions[region] of the input */
  M2K_SPACE_SHARED,   /* module global number region */
  M2K_SPACE_DYNAMIC,  /* extern __shared__ */
  M2K_SPACE_LOCAL,    /* the ALLOCA at instruction number region */
  M2K_SPACE_CONSTANT, /* module global number region (constant or device) */
  M2K_SPACE_PARAM     /* by-value parameter number region */
} m2k_region_space;

/* An instruction whose machine value differs from its exact one. */
typedef struct m2k_wrapped {
  uint32_t inst; /* M2K_NONE: there is none */
  uint32_t bits; /* its width */
  m2k_i128 machine, exact;
} m2k_wrapped;

typedef struct m2k_fault {
  m2k_fault_kind kind;
  uint32_t inst;    /* instruction number in fn->insts: the access */
  uint32_t operand; /* MEMCPY: 0 the destination, 1 the source; else 0 */
  m2k_region_space space;
  uint32_t region;
  m2k_i128 machine_offset, exact_offset; /* bytes from the region's start */
  uint64_t size, region_size;            /* bytes */
  bool is_write, is_atomic;
  /* INDEX_OVERFLOW, or OUT_OF_BOUNDS with a wrapped address: the first
   * instruction in evaluation order, among those that the address is computed
   * from, whose machine value differs from its exact one. */
  m2k_wrapped wrapped;
  /* The same for what the address or the way to the access was decided by: a
   * comparison that exact operands would have answered otherwise. */
  m2k_wrapped decider;
  uint32_t block_idx[3], thread_idx[3];
} m2k_fault;

typedef enum m2k_replay_status {
  M2K_REPLAY_DONE,        /* the thread (or block) ended; see faults */
  M2K_REPLAY_NEEDS_BLOCK, /* thread mode met an undefined value */
  M2K_REPLAY_UNDEFINED,   /* block mode met one (other blocks, OOB reads) */
  M2K_REPLAY_FUEL,        /* fuel spent */
  M2K_REPLAY_UNSUPPORTED, /* an instruction it cannot execute: why */
  M2K_REPLAY_DEADLOCK     /* a barrier that not all threads reach */
} m2k_replay_status;

typedef struct m2k_replay_result {
  m2k_replay_status status;
  const char *why;
  m2k_fault *faults; /* in the order met, one per instruction and kind */
  uint32_t fault_count;
  uint64_t executed; /* instructions */
} m2k_replay_result;

/* Runs thread `thread_idx` of block `block_idx`. Faults found before it had
 * to stop are reported with any status. Results live in `arena`. */
m2k_replay_result m2k_replay_thread(m2k_arena *arena,
                                    const m2k_replay_input *input);
/* Runs the whole block `block_idx`. */
m2k_replay_result m2k_replay_block(m2k_arena *arena,
                                   const m2k_replay_input *input);
/* Runs every block of the grid, one after another (memory carries over). */
m2k_replay_result m2k_replay_grid(m2k_arena *arena,
                                  const m2k_replay_input *input);

#endif
