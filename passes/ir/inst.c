#include "passes/ir/reader.h"

/* One row per LLVM instruction whose operands are taken as they are. */
static const struct {
  LLVMOpcode llvm;
  m2k_op op;
} plain[] = {
    {LLVMAdd, M2K_OP_ADD},
    {LLVMSub, M2K_OP_SUB},
    {LLVMMul, M2K_OP_MUL},
    {LLVMUDiv, M2K_OP_UDIV},
    {LLVMSDiv, M2K_OP_SDIV},
    {LLVMURem, M2K_OP_UREM},
    {LLVMSRem, M2K_OP_SREM},
    {LLVMShl, M2K_OP_SHL},
    {LLVMLShr, M2K_OP_LSHR},
    {LLVMAShr, M2K_OP_ASHR},
    {LLVMAnd, M2K_OP_AND},
    {LLVMOr, M2K_OP_OR},
    {LLVMXor, M2K_OP_XOR},
    {LLVMTrunc, M2K_OP_TRUNC},
    {LLVMZExt, M2K_OP_ZEXT},
    {LLVMSExt, M2K_OP_SEXT},
    {LLVMPtrToInt, M2K_OP_PTRTOINT},
    {LLVMIntToPtr, M2K_OP_INTTOPTR},
    {LLVMBitCast, M2K_OP_BITCAST},
    {LLVMAddrSpaceCast, M2K_OP_ADDRSPACECAST},
    {LLVMFNeg, M2K_OP_FNEG},
    {LLVMFAdd, M2K_OP_FADD},
    {LLVMFSub, M2K_OP_FSUB},
    {LLVMFMul, M2K_OP_FMUL},
    {LLVMFDiv, M2K_OP_FDIV},
    {LLVMFRem, M2K_OP_FREM},
    {LLVMFPTrunc, M2K_OP_FPTRUNC},
    {LLVMFPExt, M2K_OP_FPEXT},
    {LLVMFPToUI, M2K_OP_FPTOUI},
    {LLVMFPToSI, M2K_OP_FPTOSI},
    {LLVMUIToFP, M2K_OP_UITOFP},
    {LLVMSIToFP, M2K_OP_SITOFP},
    {LLVMSelect, M2K_OP_SELECT},
    {LLVMFreeze, M2K_OP_FREEZE},
    {LLVMICmp, M2K_OP_ICMP},
    {LLVMFCmp, M2K_OP_FCMP},
    {LLVMRet, M2K_OP_RET},
    {LLVMUnreachable, M2K_OP_UNREACHABLE},
    {LLVMExtractValue, M2K_OP_EXTRACTVALUE},
    {LLVMInsertValue, M2K_OP_INSERTVALUE},
    {LLVMExtractElement, M2K_OP_EXTRACTELEMENT},
    {LLVMInsertElement, M2K_OP_INSERTELEMENT},
    {LLVMShuffleVector, M2K_OP_SHUFFLEVECTOR},
};

m2k_val m2k_reader_value(m2k_reader *r, m2k_value value) {
  m2k_vec_push(&r->values, value);
  return r->values.len - 1;
}

void m2k_reader_take(m2k_reader *r, m2k_inst *inst) {
  inst->op_count = r->ops.len;
  inst->imm_count = r->imm.len;
  if (r->ops.len) {
    m2k_val *ops = M2K_NEW_N(r->arena, m2k_val, r->ops.len);
    memcpy(ops, r->ops.at, r->ops.len * sizeof *ops);
    inst->ops = ops;
  }
  if (r->imm.len) {
    int64_t *imm = M2K_NEW_N(r->arena, int64_t, r->imm.len);
    memcpy(imm, r->imm.at, r->imm.len * sizeof *imm);
    inst->imm = imm;
  }
  m2k_vec_clear(&r->ops);
  m2k_vec_clear(&r->imm);
}

m2k_val m2k_reader_emit(m2k_reader *r, m2k_inst inst, bool has_result) {
  m2k_reader_take(r, &inst);
  inst.block = r->block;
  if (has_result && inst.result == M2K_NONE)
    inst.result = m2k_reader_value(
        r, (m2k_value){.kind = M2K_VALUE_INST, .type = inst.type});
  if (inst.result != M2K_NONE)
    r->values.at[inst.result].index = r->insts.len;
  m2k_vec_push(&r->insts, inst);
  return inst.result;
}

/* Operands that are values; blocks and metadata are none. */
static void read_operands(m2k_reader *r, LLVMValueRef llvm) {
  int n = LLVMGetNumOperands(llvm);
  for (int i = 0; i < n; i++) {
    LLVMValueRef op = LLVMGetOperand(llvm, (unsigned)i);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(op));
    if (kind == LLVMLabelTypeKind || kind == LLVMMetadataTypeKind ||
        kind == LLVMTokenTypeKind)
      continue;
    m2k_val val = m2k_read_operand(r, op);
    m2k_vec_push(&r->ops, val);
  }
}

void m2k_reader_unknown(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst,
                        const char *text) {
  inst->op = M2K_OP_UNKNOWN;
  inst->text = text;
  m2k_vec_clear(&r->ops);
  m2k_vec_clear(&r->imm);
  if (LLVMIsAInstruction(llvm))
    read_operands(r, llvm);
}

static uint32_t block_id(m2k_reader *r, LLVMBasicBlockRef block) {
  uint32_t id = M2K_NONE;
  m2k_ptr_map_get(&r->blocks, block, &id);
  return id;
}

static void read_phi(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  inst->op = M2K_OP_PHI;
  unsigned n = LLVMCountIncoming(llvm);
  for (unsigned i = 0; i < n; i++) {
    int64_t from = block_id(r, LLVMGetIncomingBlock(llvm, i));
    bool seen = from == M2K_NONE; /* an edge out of a dropped block */
    /* Two edges of one switch come with the same value. */
    for (uint32_t k = 0; k < r->imm.len && !seen; k++)
      seen = r->imm.at[k] == from;
    if (seen)
      continue;
    m2k_val val = m2k_read_operand(r, LLVMGetIncomingValue(llvm, i));
    m2k_vec_push(&r->ops, val);
    m2k_vec_push(&r->imm, from);
  }
}

static void read_branch(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  bool two = LLVMIsConditional(llvm);
  inst->op = two ? M2K_OP_BR : M2K_OP_JMP;
  if (two) {
    m2k_val cond = m2k_read_operand(r, LLVMGetCondition(llvm));
    m2k_vec_push(&r->ops, cond);
  }
  for (unsigned i = 0; i < (two ? 2u : 1u); i++)
    m2k_vec_push(&r->imm, block_id(r, LLVMGetSuccessor(llvm, i)));
}

static void read_switch(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  inst->op = M2K_OP_SWITCH;
  unsigned n = LLVMGetNumSuccessors(llvm);
  m2k_val val = m2k_read_operand(r, LLVMGetOperand(llvm, 0));
  m2k_vec_push(&r->ops, val);
  m2k_vec_push(&r->imm, block_id(r, LLVMGetSuccessor(llvm, 0)));
  for (unsigned i = 1; i < n; i++) {
    val = m2k_read_operand(r, LLVMGetOperand(llvm, 2 * i));
    m2k_vec_push(&r->ops, val);
    m2k_vec_push(&r->imm, block_id(r, LLVMGetSuccessor(llvm, i)));
  }
}

/* Constant expressions of LLVM 19 are all plain but GEP. */
static bool read_plain(m2k_reader *r, LLVMValueRef llvm, LLVMOpcode opcode,
                       m2k_inst *inst) {
  size_t i = 0, n = sizeof plain / sizeof *plain;
  while (i < n && plain[i].llvm != opcode)
    i++;
  if (i == n)
    return false;
  inst->op = (uint16_t)plain[i].op;
  read_operands(r, llvm);
  if (opcode == LLVMICmp)
    inst->sub = (uint16_t)(M2K_EQ + (LLVMGetICmpPredicate(llvm) - LLVMIntEQ));
  if (opcode == LLVMFCmp)
    inst->sub = (uint16_t)LLVMGetFCmpPredicate(llvm);
  if (opcode == LLVMExtractValue || opcode == LLVMInsertValue)
    for (unsigned k = 0; k < LLVMGetNumIndices(llvm); k++)
      m2k_vec_push(&r->imm, LLVMGetIndices(llvm)[k]);
  if (opcode == LLVMShuffleVector)
    for (unsigned k = 0; k < LLVMGetNumMaskElements(llvm); k++)
      m2k_vec_push(&r->imm, LLVMGetMaskValue(llvm, k));
  return true;
}

static const char *unknown_text(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMInvoke:
    return "invoke";
  case LLVMIndirectBr:
    return "indirectbr";
  case LLVMCallBr:
    return "callbr";
  case LLVMVAArg:
    return "va_arg";
  case LLVMResume:
  case LLVMLandingPad:
    return "exception handling";
  default:
    return "instruction";
  }
}

void m2k_read_inst(m2k_reader *r, LLVMValueRef llvm, LLVMOpcode opcode,
                   m2k_inst *inst) {
  switch (opcode) {
  case LLVMPHI:
    read_phi(r, llvm, inst);
    return;
  case LLVMBr:
    read_branch(r, llvm, inst);
    return;
  case LLVMSwitch:
    read_switch(r, llvm, inst);
    return;
  case LLVMGetElementPtr:
    m2k_read_gep(r, llvm, inst);
    return;
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence:
    m2k_read_memory(r, llvm, opcode, inst);
    return;
  default:
    if (!read_plain(r, llvm, opcode, inst))
      m2k_reader_unknown(r, llvm, inst, unknown_text(opcode));
  }
}
