#include "passes/ir/reader.h"
#include "passes/ir/shim.h"

static void push_operand(m2k_reader *r, LLVMValueRef llvm, unsigned index) {
  m2k_val val = m2k_read_operand(r, LLVMGetOperand(llvm, index));
  m2k_vec_push(&r->ops, val);
}

static void read_order(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  LLVMAtomicOrdering order = m2k_shim_ordering(llvm);
  if (order == LLVMAtomicOrderingNotAtomic)
    return;
  size_t len = 0;
  const char *scope = m2k_shim_scope(llvm, &len);
  inst->order = (uint8_t)order;
  inst->scope = scope ? m2k_strndup(r->arena, scope, len) : "";
  if (inst->op == M2K_OP_LOAD || inst->op == M2K_OP_STORE)
    inst->flags |= M2K_INST_ATOMIC;
}

static void read_access(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  inst->align = LLVMGetAlignment(llvm);
  if (LLVMGetMetadata(llvm, r->state->md_volatile))
    inst->flags |= M2K_INST_VOLATILE;
  read_order(r, llvm, inst);
}

static void read_alloca(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  bool fits = false;
  int64_t count = m2k_read_int(LLVMGetOperand(llvm, 0), &fits);
  LLVMTypeRef type = LLVMGetAllocatedType(llvm);
  uint64_t size = m2k_read_type_info(r->state, type).alloc_size;
  if (!fits || count < 0 || count > INT32_MAX || size > INT32_MAX) {
    m2k_reader_unknown(r, llvm, inst, "alloca of variable size");
    return;
  }
  inst->op = M2K_OP_ALLOCA;
  inst->align = LLVMGetAlignment(llvm);
  m2k_vec_push(&r->imm, count * (int64_t)size);
}

static m2k_rmw rmw_of(LLVMAtomicRMWBinOp op) {
  switch (op) {
#define ROW(llvm, ours)                                                        \
  case LLVMAtomicRMWBinOp##llvm:                                               \
    return M2K_RMW_##ours;
    ROW(Xchg, XCHG)
    ROW(Add, ADD)
    ROW(Sub, SUB)
    ROW(And, AND)
    ROW(Nand, NAND)
    ROW(Or, OR)
    ROW(Xor, XOR)
    ROW(Max, MAX)
    ROW(Min, MIN)
    ROW(UMax, UMAX)
    ROW(UMin, UMIN)
    ROW(FAdd, FADD)
    ROW(FSub, FSUB)
    ROW(FMax, FMAX)
    ROW(FMin, FMIN)
    ROW(UIncWrap, UINC)
    ROW(UDecWrap, UDEC)
#undef ROW
  default:
    return M2K_RMW_OTHER;
  }
}

void m2k_read_memory(m2k_reader *r, LLVMValueRef llvm, LLVMOpcode opcode,
                     m2k_inst *inst) {
  unsigned ops = 1;
  LLVMTypeRef type = LLVMTypeOf(llvm);
  switch (opcode) {
  case LLVMAlloca:
    read_alloca(r, llvm, inst);
    return;
  case LLVMFence:
    inst->op = M2K_OP_FENCE;
    read_order(r, llvm, inst);
    return;
  case LLVMLoad:
    inst->op = M2K_OP_LOAD;
    break;
  case LLVMStore:
    inst->op = M2K_OP_STORE;
    type = LLVMTypeOf(LLVMGetOperand(llvm, 0));
    ops = 2;
    break;
  case LLVMAtomicRMW:
    inst->op = M2K_OP_ATOMICRMW;
    inst->sub = (uint16_t)rmw_of(LLVMGetAtomicRMWBinOp(llvm));
    ops = 2;
    break;
  default:
    inst->op = M2K_OP_CMPXCHG;
    type = LLVMTypeOf(LLVMGetOperand(llvm, 1));
    ops = 3;
    break;
  }
  for (unsigned i = 0; i < ops; i++)
    push_operand(r, llvm, i);
  inst->type = m2k_read_type(r->state, type);
  read_access(r, llvm, inst);
}

/* Adds one index to a GEP under construction: a constant to imm[0], anything
 * else as operand with its unit. */
static void add_index(m2k_reader *r, LLVMValueRef index, uint64_t unit) {
  bool fits = false;
  int64_t k = m2k_read_int(index, &fits);
  if (fits) {
    uint64_t sum = (uint64_t)r->imm.at[0] + (uint64_t)k * unit;
    r->imm.at[0] = (int64_t)sum;
    return;
  }
  m2k_val val = m2k_read_operand(r, index);
  m2k_vec_push(&r->ops, val);
  m2k_vec_push(&r->imm, (int64_t)unit);
}

/* Steps into `type`; null when it cannot be indexed like this. */
static LLVMTypeRef step(m2k_reader *r, LLVMTypeRef type, LLVMValueRef index) {
  m2k_type_info info = m2k_read_type_info(r->state, type);
  if (info.kind == M2K_TY_ARRAY || info.kind == M2K_TY_VECTOR) {
    LLVMTypeRef elem = LLVMGetElementType(type);
    uint64_t unit = r->state->pub.types[info.elem].alloc_size;
    add_index(r, index, unit);
    return elem;
  }
  bool fits = false;
  int64_t field = m2k_read_int(index, &fits);
  if (info.kind != M2K_TY_STRUCT || !fits || field < 0 ||
      field >= (int64_t)info.count)
    return NULL;
  r->imm.at[0] += (int64_t)info.offsets[field];
  return LLVMStructGetTypeAtIndex(type, (unsigned)field);
}

void m2k_read_gep(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  int n = LLVMGetNumOperands(llvm);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(llvm);
  if (LLVMGetTypeKind(LLVMTypeOf(llvm)) != LLVMPointerTypeKind) {
    m2k_reader_unknown(r, llvm, inst, "gep on a vector of pointers");
    return;
  }
  inst->op = M2K_OP_GEP;
  push_operand(r, llvm, 0);
  m2k_vec_push(&r->imm, 0);
  if (n > 1) {
    m2k_type id = m2k_read_type(r->state, type);
    add_index(r, LLVMGetOperand(llvm, 1), r->state->pub.types[id].alloc_size);
  }
  for (int i = 2; i < n && type; i++)
    type = step(r, type, LLVMGetOperand(llvm, (unsigned)i));
  if (!type)
    m2k_reader_unknown(r, llvm, inst, "gep");
}
