#include "passes/base/bug.h"
#include "passes/ir/reader.h"

m2k_module *m2k_ir_module(m2k_arena *arena, void *llvm_module) {
  m2k_ir_state *s = M2K_NEW(arena, m2k_ir_state);
  s->llvm = llvm_module;
  s->pub.arena = arena;
  s->pub.llvm = llvm_module;
  s->context = LLVMGetModuleContext(s->llvm);
  s->layout = LLVMGetModuleDataLayout(s->llvm);
  LLVMSetIsNewDbgInfoFormat(s->llvm, 0);
  m2k_ptr_map_init(&s->types, arena, 64);
  m2k_ptr_map_init(&s->globals, arena, 64);
  m2k_ptr_map_init(&s->locs, arena, 256);
  m2k_ptr_map_init(&s->files, arena, 16);
  m2k_ptr_map_init(&s->callees, arena, 64);
  m2k_ptr_map_init(&s->scopes, arena, 64);
  s->md_dbg = LLVMGetMDKindIDInContext(s->context, "dbg", 3);
  s->md_volatile = LLVMGetMDKindIDInContext(s->context, "m2k.volatile", 12);
  m2k_read_debug_init(s);
  m2k_read_globals(s);
  return &s->pub;
}

static uint64_t byval_size(m2k_ir_state *s, LLVMValueRef fn, unsigned arg) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(fn, arg + 1, kind);
  if (!byval)
    return 0;
  LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);
  return m2k_read_type_info(s, type).alloc_size;
}

static uint32_t param_align(m2k_ir_state *s, LLVMValueRef fn, unsigned arg,
                            m2k_type type) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(fn, arg + 1, kind);
  if (align)
    return (uint32_t)LLVMGetEnumAttributeValue(align);
  return s->pub.types[type].kind == M2K_TY_PTR ? 1 : s->pub.types[type].align;
}

static void read_params(m2k_reader *r) {
  m2k_fn *fn = r->fn;
  fn->param_count = LLVMCountParams(r->llvm);
  fn->params = M2K_NEW_N(r->arena, m2k_param, fn->param_count);
  for (unsigned i = 0; i < fn->param_count; i++) {
    LLVMValueRef llvm = LLVMGetParam(r->llvm, i);
    m2k_param *p = &fn->params[i];
    size_t len;
    const char *name = LLVMGetValueName2(llvm, &len);
    p->name = len ? m2k_strndup(r->arena, name, len) : NULL;
    p->type = m2k_read_type(r->state, LLVMTypeOf(llvm));
    p->byval_size = byval_size(r->state, r->llvm, i);
    p->align = param_align(r->state, r->llvm, i, p->type);
    m2k_value value = {.kind = M2K_VALUE_ARG, .type = p->type, .index = i};
    value.name = p->name;
    p->value = m2k_reader_value(r, value);
    m2k_ptr_map_put(&r->vals, llvm, p->value);
  }
}

/* Results get their ids before anything is read, since phis look ahead. */
static void declare_results(m2k_reader *r, const LLVMBasicBlockRef *order) {
  for (uint32_t b = 0; b < r->fn->block_count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(order[b]); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMTypeRef type = LLVMTypeOf(i);
      if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        continue;
      size_t len;
      const char *name = LLVMGetValueName2(i, &len);
      m2k_value value = {.kind = M2K_VALUE_INST};
      value.type = m2k_read_type(r->state, type);
      value.name = len ? m2k_strndup(r->arena, name, len) : NULL;
      m2k_ptr_map_put(&r->vals, i, m2k_reader_value(r, value));
    }
}

static bool is_memory(const m2k_inst *inst) {
  switch (inst->op) {
  case M2K_OP_LOAD:
  case M2K_OP_STORE:
  case M2K_OP_ATOMICRMW:
  case M2K_OP_CMPXCHG:
  case M2K_OP_MEMCPY:
  case M2K_OP_MEMSET:
    return true;
  case M2K_OP_EVENT:
    return inst->mem_id == M2K_NONE; /* told by the caller */
  default:
    return false;
  }
}

static void read_one(m2k_reader *r, LLVMValueRef llvm) {
  m2k_inst inst = {.mem_id = M2K_NONE, .result = M2K_NONE};
  inst.type = m2k_read_type(r->state, LLVMTypeOf(llvm));
  inst.loc = m2k_read_loc(r->state, LLVMInstructionGetDebugLoc(llvm));
  m2k_ptr_map_get(&r->vals, llvm, &inst.result);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(llvm);
  if (opcode == LLVMCall) {
    if (m2k_read_call(r, llvm, &inst))
      return;
  } else {
    m2k_read_inst(r, llvm, opcode, &inst);
  }
  bool path_end = inst.op == M2K_OP_EVENT && r->imm.at[0] != 1;
  if (is_memory(&inst) && !path_end)
    inst.mem_id = r->fn->mem_count++;
  m2k_reader_emit(r, inst, false);
}

static void read_body(m2k_reader *r, const LLVMBasicBlockRef *order) {
  for (uint32_t b = 0; b < r->fn->block_count; b++) {
    r->block = b;
    r->fn->blocks[b].first = r->insts.len;
    for (LLVMValueRef i = LLVMGetFirstInstruction(order[b]); i;
         i = LLVMGetNextInstruction(i))
      read_one(r, i);
    r->fn->blocks[b].count = r->insts.len - r->fn->blocks[b].first;
    M2K_ASSERT(r->fn->blocks[b].count);
  }
}

/* Puts the constant expressions in front of the body. */
static void join(m2k_reader *r) {
  m2k_fn *fn = r->fn;
  uint32_t head = r->prologue.len;
  fn->inst_count = head + r->insts.len;
  fn->insts = M2K_NEW_N(r->arena, m2k_inst, fn->inst_count);
  if (head)
    memcpy(fn->insts, r->prologue.at, head * sizeof *fn->insts);
  memcpy(fn->insts + head, r->insts.at, r->insts.len * sizeof *fn->insts);
  for (uint32_t i = 0; i < fn->inst_count; i++)
    if (fn->insts[i].result != M2K_NONE)
      r->values.at[fn->insts[i].result].index = i;
  for (uint32_t b = 0; b < fn->block_count; b++)
    fn->blocks[b].first += b ? head : 0;
  fn->blocks[0].count += head;
  fn->value_count = r->values.len;
  fn->values = M2K_NEW_N(r->arena, m2k_value, fn->value_count);
  if (fn->value_count)
    memcpy(fn->values, r->values.at, fn->value_count * sizeof *fn->values);
}

static LLVMBasicBlockRef *block_order(m2k_reader *r) {
  LLVMBasicBlockRef *order =
      M2K_NEW_N(r->arena, LLVMBasicBlockRef, r->fn->block_count);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->llvm); b;
       b = LLVMGetNextBasicBlock(b)) {
    uint32_t id;
    if (m2k_ptr_map_get(&r->blocks, b, &id))
      order[id] = b;
  }
  return order;
}

static void release(m2k_reader *r) {
  m2k_vec_free(&r->values);
  m2k_vec_free(&r->insts);
  m2k_vec_free(&r->prologue);
  m2k_vec_free(&r->prologue_vals);
  m2k_vec_free(&r->ops);
  m2k_vec_free(&r->imm);
}

m2k_fn *m2k_ir_function(m2k_module *module, const char *name) {
  m2k_ir_state *s = (m2k_ir_state *)module;
  LLVMValueRef llvm = LLVMGetNamedFunction(s->llvm, name);
  if (!llvm || LLVMIsDeclaration(llvm))
    return NULL;
  m2k_reader r = {.state = s, .arena = module->arena, .llvm = llvm};
  r.fn = M2K_NEW(r.arena, m2k_fn);
  r.fn->module = module;
  r.fn->name = m2k_strdup(r.arena, name);
  r.fn->display = r.fn->name;
  r.fn->loc = m2k_read_subprogram(s, LLVMGetSubprogram(llvm), &r.fn->display);
  m2k_ptr_map_init(&r.vals, r.arena, 1024);
  read_params(&r);
  m2k_read_cfg(&r);
  const LLVMBasicBlockRef *order = block_order(&r);
  declare_results(&r, order);
  read_body(&r, order);
  join(&r);
  m2k_read_edges(&r);
  release(&r);
  return r.fn;
}

const char *m2k_ir_attribute(m2k_module *module, const char *function,
                             const char *name) {
  m2k_ir_state *s = (m2k_ir_state *)module;
  LLVMValueRef fn = LLVMGetNamedFunction(s->llvm, function);
  LLVMAttributeRef at = fn ? LLVMGetStringAttributeAtIndex(
                                 fn, (unsigned)LLVMAttributeFunctionIndex, name,
                                 (unsigned)strlen(name))
                           : NULL;
  unsigned len = 0;
  const char *value = at ? LLVMGetStringAttributeValue(at, &len) : NULL;
  return value ? m2k_strndup(module->arena, value, len) : NULL;
}
