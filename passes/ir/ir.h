/*
 * The compact IR: one LLVM function, read into plain arrays.
 *
 * Everything above this layer (symbolic execution, replay) reads these arrays
 * and never sees LLVM. Ids are dense 32-bit numbers: a *value* (m2k_val) is a
 * constant, global, argument or instruction result of one function; a *block*
 * is numbered in reverse post-order with the blocks of each loop together, the
 * entry is 0; unreachable blocks are gone. Constant expressions are made
 * ordinary instructions at the head of the entry block. Vectors and structs
 * stay; intrinsics and known functions are classified by callee.def.
 *
 * Lifetime: a module and all that hangs on it live in the arena given to
 * m2k_ir_module. Nothing is modified after reading.
 * What must not grow here: semantics. This layer only says what is written.
 */
#ifndef M2K_IR_IR_H
#define M2K_IR_IR_H

#include "passes/base/arena.h"
#include "passes/base/int128.h"
#include "passes/base/loc.h"
#include "passes/base/str.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t m2k_val;  /* index into m2k_fn.values */
typedef uint32_t m2k_type; /* index into m2k_module.types */
#define M2K_NONE UINT32_MAX

typedef enum m2k_op {
#define OP(name, text) M2K_OP_##name,
#include "passes/ir/op.def"
#undef OP
  M2K_OP_COUNT
} m2k_op;

typedef enum m2k_pred {
  M2K_EQ,
  M2K_NE,
  M2K_UGT,
  M2K_UGE,
  M2K_ULT,
  M2K_ULE,
  M2K_SGT,
  M2K_SGE,
  M2K_SLT,
  M2K_SLE
} m2k_pred;

typedef enum m2k_rmw {
  M2K_RMW_XCHG,
  M2K_RMW_ADD,
  M2K_RMW_SUB,
  M2K_RMW_AND,
  M2K_RMW_NAND,
  M2K_RMW_OR,
  M2K_RMW_XOR,
  M2K_RMW_MAX,
  M2K_RMW_MIN,
  M2K_RMW_UMAX,
  M2K_RMW_UMIN,
  M2K_RMW_FADD,
  M2K_RMW_FSUB,
  M2K_RMW_FMAX,
  M2K_RMW_FMIN,
  M2K_RMW_UINC, /* PTX atom.inc */
  M2K_RMW_UDEC,
  M2K_RMW_OTHER
} m2k_rmw;

/* Ids of callee.def; several rows share an id, so they are listed once. */
typedef enum m2k_callee {
  M2K_CALL_TID_X,
  M2K_CALL_TID_Y,
  M2K_CALL_TID_Z,
  M2K_CALL_NTID_X,
  M2K_CALL_NTID_Y,
  M2K_CALL_NTID_Z,
  M2K_CALL_CTAID_X,
  M2K_CALL_CTAID_Y,
  M2K_CALL_CTAID_Z,
  M2K_CALL_NCTAID_X,
  M2K_CALL_NCTAID_Y,
  M2K_CALL_NCTAID_Z,
  M2K_CALL_LANEID,
  M2K_CALL_WARPSIZE,
  M2K_CALL_WARPID,
  M2K_CALL_CLOCK,
  M2K_CALL_SREG_OTHER,
  M2K_CALL_BARRIER0,
  M2K_CALL_BARRIER0_POPC,
  M2K_CALL_BARRIER0_AND,
  M2K_CALL_BARRIER0_OR,
  M2K_CALL_BARRIER_N,
  M2K_CALL_BARRIER_CLUSTER,
  M2K_CALL_WARP_SYNC,
  M2K_CALL_MEMBAR,
  M2K_CALL_SHFL_IDX,
  M2K_CALL_SHFL_UP,
  M2K_CALL_SHFL_DOWN,
  M2K_CALL_SHFL_BFLY,
  M2K_CALL_VOTE_ALL,
  M2K_CALL_VOTE_ANY,
  M2K_CALL_VOTE_UNI,
  M2K_CALL_VOTE_BALLOT,
  M2K_CALL_MATCH,
  M2K_CALL_ACTIVEMASK,
  M2K_CALL_REDUX,
  M2K_CALL_SMIN,
  M2K_CALL_SMAX,
  M2K_CALL_UMIN,
  M2K_CALL_UMAX,
  M2K_CALL_ABS,
  M2K_CALL_CTPOP,
  M2K_CALL_CTLZ,
  M2K_CALL_CTTZ,
  M2K_CALL_FFS,
  M2K_CALL_BSWAP,
  M2K_CALL_BITREVERSE,
  M2K_CALL_FSHL,
  M2K_CALL_FSHR,
  M2K_CALL_UADD_SAT,
  M2K_CALL_USUB_SAT,
  M2K_CALL_SADD_OVERFLOW,
  M2K_CALL_UADD_OVERFLOW,
  M2K_CALL_SSUB_OVERFLOW,
  M2K_CALL_USUB_OVERFLOW,
  M2K_CALL_SMUL_OVERFLOW,
  M2K_CALL_UMUL_OVERFLOW,
  M2K_CALL_UMULHI,
  M2K_CALL_SMULHI,
  M2K_CALL_PRMT,
  M2K_CALL_INT_OPAQUE,
  M2K_CALL_ISSPACEP,
  M2K_CALL_OBJECTSIZE,
  M2K_CALL_TRAP,
  M2K_CALL_EXIT,
  M2K_CALL_NOP,
  M2K_CALL_VALUE,
  M2K_CALL_FLOAT,
  M2K_CALL_UNKNOWN
} m2k_callee;

typedef enum m2k_callee_class {
  M2K_CLASS_SREG,
  M2K_CLASS_BARRIER,
  M2K_CLASS_SHUFFLE,
  M2K_CLASS_VOTE,
  M2K_CLASS_INT,
  M2K_CLASS_FLOAT,
  M2K_CLASS_NORETURN,
  M2K_CLASS_NOP,
  M2K_CLASS_VALUE,
  M2K_CLASS_UNKNOWN
} m2k_callee_class;

typedef enum m2k_type_kind {
  M2K_TY_VOID,
  M2K_TY_INT,  /* bits */
  M2K_TY_HALF, /* IEEE binary16 */
  M2K_TY_BFLOAT,
  M2K_TY_FLOAT,
  M2K_TY_DOUBLE,
  M2K_TY_PTR,    /* addrspace */
  M2K_TY_VECTOR, /* count elements of elem */
  M2K_TY_ARRAY,  /* count elements of elem */
  M2K_TY_STRUCT, /* count fields */
  M2K_TY_OTHER
} m2k_type_kind;

typedef struct m2k_type_info {
  m2k_type_kind kind;
  uint32_t bits;           /* integers and floats: width; pointers: 64 or 32 */
  uint32_t addrspace;      /* pointers: LLVM's number (0 generic, 1 global, 3
                              shared, 4 constant, 5 local) */
  uint32_t count;          /* elements or fields */
  m2k_type elem;           /* vectors and arrays */
  const m2k_type *fields;  /* structs */
  const uint64_t *offsets; /* structs: byte offset of each field */
  uint64_t size;           /* bytes that a store writes */
  uint64_t alloc_size;     /* bytes from one array element to the next */
  uint32_t align;          /* ABI alignment in bytes */
} m2k_type_info;

typedef enum m2k_value_kind {
  M2K_VALUE_INT,      /* integer constant: lo (hi above 64 bits) */
  M2K_VALUE_FLOAT,    /* float constant: its bits in lo */
  M2K_VALUE_NULL,     /* null pointer or all-zero aggregate */
  M2K_VALUE_UNDEF,    /* undef or poison */
  M2K_VALUE_GLOBAL,   /* address of m2k_module.globals[index] */
  M2K_VALUE_FUNCTION, /* address of a function; name */
  M2K_VALUE_ARG,      /* argument number index */
  M2K_VALUE_INST,     /* result of m2k_fn.insts[index] */
  M2K_VALUE_AGGREGATE /* constant vector, array or struct: its elements */
} m2k_value_kind;

typedef struct m2k_value {
  m2k_value_kind kind;
  m2k_type type;
  uint32_t index;
  uint32_t count;       /* aggregate: number of elements */
  const m2k_val *elems; /* aggregate */
  uint64_t lo, hi;      /* constants, zero-extended from their width */
  const char *name;     /* LLVM's or the source's name, or null */
} m2k_value;

enum {
  M2K_INST_VOLATILE = 1, /* the source's own volatile, not that of "pin" */
  M2K_INST_ATOMIC = 2    /* an atomic load or store */
};

typedef struct m2k_inst {
  uint16_t op;  /* m2k_op */
  uint16_t sub; /* predicate, rmw operation or callee, by op */
  uint16_t flags;
  uint16_t cls; /* calls: m2k_callee_class */
  uint32_t block;
  m2k_val result;    /* M2K_NONE for void */
  m2k_type type;     /* result type; LOAD/STORE/ATOMICRMW/CMPXCHG: type of
                        the value in memory */
  uint32_t op_count; /* operands */
  uint32_t imm_count;
  const m2k_val *ops;
  const int64_t *imm;
  uint32_t align;  /* memory instructions: known alignment in bytes */
  uint32_t mem_id; /* memory instructions: their number in the function, from
                      0 in program order, else M2K_NONE */
  const char *text, *text2;
  const char *scope;  /* atomics and fences: synchronisation scope name */
  uint8_t order;      /* atomics and fences: LLVM's ordering number */
  const m2k_loc *loc; /* null where LLVM has none */
} m2k_inst;

typedef struct m2k_block {
  uint32_t first, count; /* its instructions in m2k_fn.insts, the terminator
                            last; phis first */
  const uint32_t *preds; /* distinct predecessor blocks, ascending */
  const uint32_t *succs; /* distinct successor blocks, ascending */
  uint32_t pred_count, succ_count;
  uint32_t idom;  /* immediate dominator; M2K_NONE for the entry */
  uint32_t ipdom; /* immediate post-dominator; M2K_NONE: the exit */
  uint32_t loop;  /* innermost loop, or M2K_NONE */
  const char *name;
} m2k_block;

typedef struct m2k_loop {
  uint32_t header, latch, preheader; /* M2K_NONE where not unique */
  uint32_t parent;                   /* M2K_NONE: outermost */
  uint32_t depth;                    /* 1: outermost */
} m2k_loop;

typedef struct m2k_param {
  const char *name; /* the source's name where debug info has it */
  m2k_type type;
  uint64_t byval_size; /* > 0: a struct passed by value, the argument points to
                          it */
  uint32_t align;
  m2k_val value;
} m2k_param;

typedef struct m2k_fn {
  struct m2k_module *module;
  const char *name;    /* mangled */
  const char *display; /* the source's qualified name if known, else mangled */
  m2k_loc loc;
  m2k_param *params;
  uint32_t param_count;
  m2k_value *values;
  uint32_t value_count;
  m2k_inst *insts;
  uint32_t inst_count;
  m2k_block *blocks;
  uint32_t block_count;
  m2k_loop *loops;
  uint32_t loop_count;
  uint32_t mem_count; /* memory instructions (LOAD, STORE, ATOMICRMW, CMPXCHG,
                         MEMCPY, MEMSET, EVENT of an access) */
  bool irreducible;   /* a cycle that is no natural loop: not analysable */
} m2k_fn;

typedef struct m2k_global {
  const char *name;    /* LLVM's */
  const char *display; /* the source's name */
  uint64_t size;       /* bytes; 0 for extern __shared__ arrays */
  uint32_t align;
  uint32_t addrspace;
  bool is_constant;    /* LLVM constant with a known initialiser */
  bool is_external;    /* no definition here */
  const uint8_t *init; /* initial bytes, or null if unknown or zero */
  bool init_known;     /* init, or all zero if init is null */
  m2k_loc loc;
} m2k_global;

typedef struct m2k_module {
  m2k_arena *arena;
  m2k_type_info *types;
  uint32_t type_count;
  m2k_global *globals;
  uint32_t global_count;
  void *llvm; /* LLVMModuleRef; for this layer only */
} m2k_module;

/* Prepares to read functions of the LLVM module (an LLVMModuleRef). */
m2k_module *m2k_ir_module(m2k_arena *arena, void *llvm_module);

/* Reads one defined function. Null when the module has no such definition. */
m2k_fn *m2k_ir_function(m2k_module *module, const char *name);

/* The string attribute `name` of a function of the module, in its arena; null
 * when there is none. */
const char *m2k_ir_attribute(m2k_module *module, const char *function,
                             const char *name);

/* Text form, for dump=ir and tests. */
void m2k_ir_print(const m2k_fn *fn, m2k_str *out);

const char *m2k_op_text(m2k_op op);
const char *m2k_pred_text(m2k_pred pred);
/* Class and id of a called function by name (callee.def). */
m2k_callee m2k_callee_find(const char *name, m2k_callee_class *cls);
/* The name that a mangled plain function has in the source ("_ZL3erff": erf),
 * *len characters inside `name`; any other name as it is. */
const char *m2k_callee_base(const char *name, size_t *len);

static inline const m2k_type_info *m2k_type_of(const m2k_fn *fn, m2k_type t) {
  return &fn->module->types[t];
}
static inline const m2k_value *m2k_value_of(const m2k_fn *fn, m2k_val v) {
  return &fn->values[v];
}
static inline bool m2k_dominates(const m2k_fn *fn, uint32_t a, uint32_t b) {
  while (b != M2K_NONE && b != a)
    b = fn->blocks[b].idom;
  return b == a;
}

#endif
