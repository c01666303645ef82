#include "passes/ir/reader.h"
#include "passes/ir/shim.h"

enum { NESTING_MAX = 200, WORDS_MAX = 8 };

int64_t m2k_read_int(LLVMValueRef value, bool *fits) {
  *fits = LLVMIsAConstantInt(value) &&
          LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
          LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
  return *fits ? (int64_t)LLVMConstIntGetSExtValue(value) : 0;
}

void m2k_read_wide_int(LLVMValueRef value, uint64_t *lo, uint64_t *hi,
                       bool *fits) {
  uint64_t words[WORDS_MAX] = {0};
  *fits = m2k_shim_constant_words(value, words, WORDS_MAX);
  *lo = words[0];
  *hi = words[1];
  for (int i = 2; i < WORDS_MAX; i++)
    if (words[i])
      *fits = false;
}

uint64_t m2k_read_float_bits(LLVMValueRef value, bool *known) {
  uint64_t lo, hi;
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  m2k_read_wide_int(value, &lo, &hi, known);
  if (kind != LLVMDoubleTypeKind && kind != LLVMFloatTypeKind &&
      kind != LLVMHalfTypeKind && kind != LLVMBFloatTypeKind)
    *known = false;
  return lo;
}

static m2k_val add_constant(m2k_reader *r, LLVMValueRef c, m2k_value value) {
  m2k_val id = m2k_reader_value(r, value);
  m2k_ptr_map_put(&r->vals, c, id);
  return id;
}

/* A constant as an instruction at the head of the entry block. */
static m2k_val add_prologue(m2k_reader *r, LLVMValueRef c, LLVMOpcode opcode,
                            const char *unknown) {
  m2k_vec_u32 ops = r->ops;
  uint32_t block = r->block;
  __typeof__(r->imm) imm = r->imm;
  memset(&r->ops, 0, sizeof r->ops);
  memset(&r->imm, 0, sizeof r->imm);
  r->block = 0;
  m2k_inst inst = {.mem_id = M2K_NONE, .result = M2K_NONE};
  inst.type = m2k_read_type(r->state, LLVMTypeOf(c));
  if (unknown)
    m2k_reader_unknown(r, c, &inst, unknown);
  else
    m2k_read_inst(r, c, opcode, &inst);
  m2k_reader_take(r, &inst);
  inst.result = add_constant(
      r, c, (m2k_value){.kind = M2K_VALUE_INST, .type = inst.type});
  m2k_vec_push(&r->prologue, inst);
  m2k_vec_push(&r->prologue_vals, inst.result);
  m2k_vec_free(&r->ops);
  m2k_vec_free(&r->imm);
  r->ops = ops;
  r->imm = imm;
  r->block = block;
  return inst.result;
}

static m2k_val read_aggregate(m2k_reader *r, LLVMValueRef c, m2k_type type) {
  uint32_t n = r->state->pub.types[type].count;
  m2k_val *elems = M2K_NEW_N(r->arena, m2k_val, n);
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef part = LLVMGetAggregateElement(c, i);
    if (!part)
      return add_prologue(r, c, LLVMAdd, "constant");
    elems[i] = m2k_read_operand(r, part);
  }
  m2k_value value = {.kind = M2K_VALUE_AGGREGATE, .type = type};
  value.count = n;
  value.elems = elems;
  return add_constant(r, c, value);
}

static m2k_val read_number(m2k_reader *r, LLVMValueRef c, m2k_value value) {
  bool known = false;
  if (LLVMIsAConstantInt(c)) {
    value.kind = M2K_VALUE_INT;
    m2k_read_wide_int(c, &value.lo, &value.hi, &known);
  } else {
    value.kind = M2K_VALUE_FLOAT;
    value.lo = m2k_read_float_bits(c, &known);
  }
  return known ? add_constant(r, c, value)
               : add_prologue(r, c, LLVMAdd, "constant");
}

static m2k_val read_symbol(m2k_reader *r, LLVMValueRef c, m2k_value value) {
  size_t len;
  if (LLVMIsAFunction(c)) {
    const char *name = LLVMGetValueName2(c, &len);
    value.kind = M2K_VALUE_FUNCTION;
    value.name = m2k_strndup(r->arena, name, len);
  } else {
    value.kind = M2K_VALUE_GLOBAL;
    if (!m2k_ptr_map_get(&r->state->globals, c, &value.index))
      return add_prologue(r, c, LLVMAdd, "global");
    value.name = r->state->pub.globals[value.index].display;
  }
  return add_constant(r, c, value);
}

static m2k_val read_constant(m2k_reader *r, LLVMValueRef c) {
  m2k_value value = {.kind = M2K_VALUE_UNDEF};
  value.type = m2k_read_type(r->state, LLVMTypeOf(c));
  if (LLVMIsAConstantExpr(c))
    return add_prologue(r, c, LLVMGetConstOpcode(c), NULL);
  if (LLVMIsAFunction(c) || LLVMIsAGlobalVariable(c))
    return read_symbol(r, c, value);
  m2k_type_kind kind = r->state->pub.types[value.type].kind;
  if (LLVMIsAConstantInt(c) || LLVMIsAConstantFP(c)) {
    if (kind != M2K_TY_VECTOR)
      return read_number(r, c, value);
    return read_aggregate(r, c, value.type);
  }
  if (LLVMIsUndef(c)) /* poison alike */
    return add_constant(r, c, value);
  if (LLVMIsAConstantPointerNull(c) || LLVMIsAConstantAggregateZero(c)) {
    value.kind = M2K_VALUE_NULL;
    return add_constant(r, c, value);
  }
  if (LLVMIsAConstantDataSequential(c) || LLVMIsAConstantArray(c) ||
      LLVMIsAConstantStruct(c) || LLVMIsAConstantVector(c))
    return read_aggregate(r, c, value.type);
  if (LLVMIsAGlobalAlias(c))
    return m2k_read_operand(r, LLVMAliasGetAliasee(c));
  return add_prologue(r, c, LLVMAdd,
                      LLVMIsABlockAddress(c) ? "blockaddress" : "constant");
}

m2k_val m2k_read_operand(m2k_reader *r, LLVMValueRef value) {
  uint32_t id;
  if (m2k_ptr_map_get(&r->vals, value, &id))
    return id;
  if (LLVMIsConstant(value) && r->depth < NESTING_MAX) {
    r->depth++;
    id = read_constant(r, value);
    r->depth--;
    return id;
  }
  /* An instruction of an unreachable block, metadata, inline asm. */
  m2k_value other = {.kind = M2K_VALUE_UNDEF};
  other.type = m2k_read_type(r->state, LLVMTypeOf(value));
  return m2k_reader_value(r, other);
}
