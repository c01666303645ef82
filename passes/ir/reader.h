/*
 * Inside of passes/ir: what its files share while LLVM is read. Nothing above
 * this layer includes it.
 */
#ifndef M2K_IR_READER_H
#define M2K_IR_READER_H

#include "passes/base/vec.h"
#include "passes/ir/ir.h"
#include "passes/ir/ptr_map.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

typedef struct m2k_callee_info {
  m2k_callee id;
  m2k_callee_class cls;
  const char *name;
} m2k_callee_info;

/* A module with what reading needs. `pub` is first, so that the public pointer
 * is a pointer to it. */
typedef struct m2k_ir_state {
  m2k_module pub;
  LLVMModuleRef llvm;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  m2k_ptr_map types, globals, locs, files, callees, scopes;
  uint32_t type_cap;
  const m2k_loc **loc_at; /* by the ids in `locs` */
  uint32_t loc_count, loc_cap;
  const char **text_at; /* by the ids in `files` and `scopes` */
  uint32_t text_count, text_cap;
  m2k_callee_info *callee_at; /* by the ids in `callees` */
  uint32_t callee_count, callee_cap;
  unsigned md_dbg, md_volatile, md_object;
  const char *comp_dir; /* of the first compile unit; "" when unknown */
} m2k_ir_state;

/* One function while it is read. The vectors are freed at its end. */
typedef struct m2k_reader {
  m2k_ir_state *state;
  m2k_arena *arena;
  m2k_fn *fn;
  LLVMValueRef llvm;
  m2k_ptr_map vals, blocks;
  M2K_VEC(m2k_value) values;
  M2K_VEC(m2k_inst) insts;    /* with indices as in the body alone */
  M2K_VEC(m2k_inst) prologue; /* from constant expressions */
  m2k_vec_u32 prologue_vals;  /* results, patched when all is read */
  m2k_vec_u32 ops;            /* of the instruction being read */
  M2K_VEC(int64_t) imm;
  uint32_t block; /* being read */
  uint32_t depth; /* nesting of constants being read */
} m2k_reader;

/* type.c */
m2k_type m2k_read_type(m2k_ir_state *state, LLVMTypeRef type);
/* The description itself. Never index `types` with a call of m2k_read_type:
 * the array may move meanwhile. */
m2k_type_info m2k_read_type_info(m2k_ir_state *state, LLVMTypeRef type);

/* debug.c */
void m2k_read_debug_init(m2k_ir_state *state);
const m2k_loc *m2k_read_loc(m2k_ir_state *state, LLVMMetadataRef location);
/* Place and qualified name of a subprogram; null is allowed. */
m2k_loc m2k_read_subprogram(m2k_ir_state *state, LLVMMetadataRef subprogram,
                            const char **display);
void m2k_read_global_debug(m2k_ir_state *state, LLVMValueRef global,
                           m2k_global *out);
/* Names the arguments of `r->fn` after a debug intrinsic, if it is one about
 * an argument of this function itself. */
void m2k_read_arg_name(m2k_reader *r, LLVMValueRef call);
/* The string in operand `index` of a metadata node, or null. */
const char *m2k_read_md_string(m2k_ir_state *state, LLVMValueRef node,
                               unsigned index);

/* global.c */
void m2k_read_globals(m2k_ir_state *state);

/* const.c */
/* Id of any operand: argument, instruction or constant. */
m2k_val m2k_read_operand(m2k_reader *r, LLVMValueRef value);
/* The low 64 bits of an integer constant, sign-extended; *fits is false when
 * it is no integer constant or wider. */
int64_t m2k_read_int(LLVMValueRef value, bool *fits);
void m2k_read_wide_int(LLVMValueRef value, uint64_t *lo, uint64_t *hi,
                       bool *fits);
uint64_t m2k_read_float_bits(LLVMValueRef value, bool *known);

/* inst.c */
/* Fills an instruction from an LLVM instruction or constant expression. */
void m2k_read_inst(m2k_reader *r, LLVMValueRef llvm, LLVMOpcode opcode,
                   m2k_inst *inst);
m2k_val m2k_reader_value(m2k_reader *r, m2k_value value);
/* Takes the operands and immediates collected in r->ops and r->imm. */
void m2k_reader_take(m2k_reader *r, m2k_inst *inst);
/* Appends to the body; gives `inst` a fresh result of its type if `result` is
 * M2K_NONE and `has_result`. */
m2k_val m2k_reader_emit(m2k_reader *r, m2k_inst inst, bool has_result);
void m2k_reader_unknown(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst,
                        const char *text);

/* inst_mem.c */
void m2k_read_memory(m2k_reader *r, LLVMValueRef llvm, LLVMOpcode opcode,
                     m2k_inst *inst);
void m2k_read_gep(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst);

/* inst_call.c */
/* True when the call is dropped or has emitted its own instructions. */
bool m2k_read_call(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst);
const m2k_callee_info *m2k_read_callee(m2k_ir_state *state, LLVMValueRef fn);

/* order.c */
struct m2k_shim_cfg;
/* Replaces the reverse post-order by one that keeps loops together. */
void m2k_read_order(m2k_reader *r, struct m2k_shim_cfg *cfg);

/* cfg.c */
/* Blocks in reverse post-order with dominators and loops. */
void m2k_read_cfg(m2k_reader *r);
/* preds and succs of all blocks, from their terminators. */
void m2k_read_edges(m2k_reader *r);

#endif
