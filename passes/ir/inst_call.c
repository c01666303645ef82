#include "passes/ir/reader.h"
#include "passes/ir/shim.h"

const m2k_callee_info *m2k_read_callee(m2k_ir_state *s, LLVMValueRef fn) {
  uint32_t id;
  if (m2k_ptr_map_get(&s->callees, fn, &id))
    return &s->callee_at[id];
  if (s->callee_count == s->callee_cap) {
    uint32_t cap = s->callee_cap ? s->callee_cap * 2 : 64;
    m2k_callee_info *grown = M2K_NEW_N(s->pub.arena, m2k_callee_info, cap);
    if (s->callee_count)
      memcpy(grown, s->callee_at, s->callee_count * sizeof *grown);
    s->callee_at = grown;
    s->callee_cap = cap;
  }
  size_t len;
  const char *name = LLVMGetValueName2(fn, &len);
  m2k_callee_info *info = &s->callee_at[s->callee_count];
  info->name = m2k_strndup(s->pub.arena, name, len);
  info->id = m2k_callee_find(info->name, &info->cls);
  if (info->id == M2K_CALL_FLOAT && !LLVMIsDeclaration(fn)) {
    info->id = M2K_CALL_UNKNOWN; /* of the user's own, not inlined */
    info->cls = M2K_CLASS_UNKNOWN;
  }
  m2k_ptr_map_put(&s->callees, fn, s->callee_count++);
  return info;
}

static void push(m2k_reader *r, LLVMValueRef value) {
  m2k_val val = m2k_read_operand(r, value);
  m2k_vec_push(&r->ops, val);
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static bool is_metadata(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMMetadataTypeKind;
}

/* Whether a PTX template has an operand in memory. Brackets are PTX's only
 * notation for addresses ("Operands", PTX ISA); fences and prefetches without
 * an address do not count. */
static bool names_memory(const char *template) {
  return strchr(template, '[') != NULL;
}

/* "trap;" and "exit;" end the thread (PTX ISA, "Miscellaneous Instructions"):
 * they are calls that do not return. */
static bool read_ending(const char *text, m2k_inst *inst) {
  static const struct {
    const char *word;
    m2k_callee id;
  } rows[] = {{"trap", M2K_CALL_TRAP}, {"exit", M2K_CALL_EXIT}};
  text += strspn(text, " \t\n{");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t len = strlen(rows[i].word);
    if (!strncmp(text, rows[i].word, len) &&
        !text[len + strspn(text + len, " \t\n;}")]) {
      inst->op = M2K_OP_CALL;
      inst->sub = (uint16_t)rows[i].id;
      inst->cls = M2K_CLASS_NORETURN;
      return true;
    }
  }
  return false;
}

static void read_asm(m2k_reader *r, LLVMValueRef llvm, LLVMValueRef callee,
                     m2k_inst *inst) {
  size_t len;
  const char *text = LLVMGetInlineAsmAsmString(callee, &len);
  inst->text = m2k_strndup(r->arena, text, len);
  text = LLVMGetInlineAsmConstraintString(callee, &len);
  inst->text2 = m2k_strndup(r->arena, text, len);
  if (read_ending(inst->text, inst))
    return;
  inst->op = M2K_OP_ASM;
  inst->sub = names_memory(inst->text);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(llvm); i++)
    push(r, LLVMGetOperand(llvm, i));
}

static uint32_t arg_align(LLVMValueRef llvm, unsigned arg) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(llvm, arg + 1, kind);
  return align ? (uint32_t)LLVMGetEnumAttributeValue(align) : 1;
}

static void read_mem_intrinsic(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst,
                               bool copy) {
  inst->op = copy ? M2K_OP_MEMCPY : M2K_OP_MEMSET;
  for (unsigned i = 0; i < 3; i++)
    push(r, LLVMGetOperand(llvm, i));
  inst->align = arg_align(llvm, 0);
  if (copy && arg_align(llvm, 1) < inst->align)
    inst->align = arg_align(llvm, 1);
  if (LLVMGetMetadata(llvm, r->state->md_volatile))
    inst->flags |= M2K_INST_VOLATILE;
}

static bool read_event(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  static const unsigned args[] = {M2K_EVENT_ARG_KIND, M2K_EVENT_ARG_OFFSET,
                                  M2K_EVENT_ARG_SIZE, M2K_EVENT_ARG_IS_WRITE,
                                  M2K_EVENT_ARG_OBJECT_SIZE};
  inst->op = M2K_OP_EVENT;
  for (unsigned i = 0; i < sizeof args / sizeof *args; i++) {
    bool fits = args[i] < LLVMGetNumArgOperands(llvm);
    int64_t k = fits ? m2k_read_int(LLVMGetOperand(llvm, args[i]), &fits) : 0;
    if (!fits)
      return false;
    m2k_vec_push(&r->imm, k);
  }
  size_t len = 0;
  const char *name = m2k_shim_metadata_string(llvm, M2K_EVENT_OBJECT_MD, &len);
  inst->text = name ? m2k_strndup(r->arena, name, len) : "";
  return true;
}

/* llvm.nvvm.ldg/ldu.global.*: a load with the alignment as second argument. */
static bool read_ldg(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  bool fits = false;
  int64_t align = m2k_read_int(LLVMGetOperand(llvm, 1), &fits);
  inst->op = M2K_OP_LOAD;
  inst->align = fits && align > 0 ? (uint32_t)align : 1;
  push(r, LLVMGetOperand(llvm, 0));
  return true;
}

static const struct {
  const char *prefix;
  m2k_rmw op;
} nvvm_atomics[] = {
    {"load.inc.", M2K_RMW_UINC}, {"load.dec.", M2K_RMW_UDEC},
    {"add.gen.i.", M2K_RMW_ADD}, {"add.gen.f.", M2K_RMW_FADD},
    {"exch.gen.", M2K_RMW_XCHG}, {"max.gen.", M2K_RMW_MAX},
    {"min.gen.", M2K_RMW_MIN},   {"inc.gen.", M2K_RMW_UINC},
    {"dec.gen.", M2K_RMW_UDEC},  {"and.gen.", M2K_RMW_AND},
    {"or.gen.", M2K_RMW_OR},     {"xor.gen.", M2K_RMW_XOR},
};

/* llvm.nvvm.atomic.*: relaxed, at the scope in the name. */
static bool read_nvvm_atomic(m2k_reader *r, LLVMValueRef llvm, const char *name,
                             m2k_inst *inst) {
  size_t n = sizeof nvvm_atomics / sizeof *nvvm_atomics, i = 0;
  while (i < n && !m2k_starts_with(name, nvvm_atomics[i].prefix))
    i++;
  if (i == n || LLVMGetNumArgOperands(llvm) != 2)
    return false;
  inst->op = M2K_OP_ATOMICRMW;
  inst->sub = (uint16_t)nvvm_atomics[i].op;
  inst->align = r->state->pub.types[inst->type].align;
  inst->order = LLVMAtomicOrderingMonotonic;
  inst->scope = strstr(name, ".cta")   ? "block"
                : strstr(name, ".sys") ? ""
                                       : "device";
  push(r, LLVMGetOperand(llvm, 0));
  push(r, LLVMGetOperand(llvm, 1));
  return true;
}

/* sincos and its kin store through pointers: make the stores visible. */
static bool read_sincos(m2k_reader *r, LLVMValueRef llvm, const char *name,
                        m2k_inst *inst) {
  bool wide = !m2k_ends_with(name, "f");
  const char *pi = strstr(name, "pi") ? "pi" : "";
  if (LLVMGetNumArgOperands(llvm) != 3)
    return false;
  for (unsigned i = 0; i < 2; i++) {
    m2k_inst call = *inst;
    call.op = M2K_OP_CALL;
    call.cls = M2K_CLASS_FLOAT;
    call.sub = M2K_CALL_FLOAT;
    call.type = m2k_read_type(r->state, LLVMTypeOf(LLVMGetOperand(llvm, 0)));
    call.text = m2k_printf(r->arena, "__nv_%s%s%s", i ? "cos" : "sin", pi,
                           wide ? "" : "f");
    push(r, LLVMGetOperand(llvm, 0));
    m2k_val value = m2k_reader_emit(r, call, true);
    m2k_inst store = *inst;
    store.op = M2K_OP_STORE;
    store.type = call.type;
    store.align = r->state->pub.types[call.type].align;
    m2k_vec_push(&r->ops, value);
    push(r, LLVMGetOperand(llvm, i + 1));
    store.mem_id = r->fn->mem_count++;
    m2k_reader_emit(r, store, false);
  }
  return true;
}

typedef enum special { NOT_SPECIAL, SPECIAL, GONE } special;

/* Intrinsics that are instructions of this IR. */
static special read_special(m2k_reader *r, LLVMValueRef llvm, const char *name,
                            m2k_inst *inst) {
  if (m2k_starts_with(name, "llvm.dbg.")) {
    m2k_read_arg_name(r, llvm);
    return GONE;
  }
  bool copy = m2k_starts_with(name, "llvm.memcpy.") ||
              m2k_starts_with(name, "llvm.memmove.");
  if (copy || m2k_starts_with(name, "llvm.memset.")) {
    read_mem_intrinsic(r, llvm, inst, copy);
    return SPECIAL;
  }
  bool done = false;
  if (!strcmp(name, M2K_EVENT_FUNCTION))
    done = read_event(r, llvm, inst);
  else if (m2k_starts_with(name, "llvm.nvvm.ldg.global.") ||
           m2k_starts_with(name, "llvm.nvvm.ldu.global."))
    done = read_ldg(r, llvm, inst);
  else if (m2k_starts_with(name, "llvm.nvvm.atomic."))
    done = read_nvvm_atomic(r, llvm, name + strlen("llvm.nvvm.atomic."), inst);
  else if (m2k_starts_with(name, "__nv_sincos") ||
           !strcmp(name, "__nv_fast_sincosf"))
    return read_sincos(r, llvm, name, inst) ? GONE : NOT_SPECIAL;
  return done ? SPECIAL : NOT_SPECIAL;
}

/* A function taken as an opaque float, but with a pointer argument, may read
 * or write memory: not known. */
static void read_plain_call(m2k_reader *r, LLVMValueRef llvm,
                            const m2k_callee_info *info, m2k_inst *inst) {
  bool pointers = false;
  inst->op = M2K_OP_CALL;
  inst->sub = (uint16_t)info->id;
  inst->cls = (uint16_t)info->cls;
  inst->text = info->name;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(llvm); i++) {
    LLVMValueRef arg = LLVMGetOperand(llvm, i);
    if (is_metadata(arg))
      continue;
    pointers |= is_pointer(arg);
    push(r, arg);
  }
  if (pointers && info->cls == M2K_CLASS_FLOAT) {
    inst->sub = M2K_CALL_UNKNOWN;
    inst->cls = M2K_CLASS_UNKNOWN;
  }
}

bool m2k_read_call(m2k_reader *r, LLVMValueRef llvm, m2k_inst *inst) {
  LLVMValueRef callee = LLVMGetCalledValue(llvm);
  if (LLVMIsAInlineAsm(callee)) {
    read_asm(r, llvm, callee, inst);
    return false;
  }
  if (LLVMIsAGlobalAlias(callee))
    callee = LLVMAliasGetAliasee(callee);
  if (!LLVMIsAFunction(callee)) {
    m2k_reader_unknown(r, llvm, inst, "indirect call");
    return false;
  }
  m2k_callee_info info = *m2k_read_callee(r->state, callee);
  special how = read_special(r, llvm, info.name, inst);
  if (how == NOT_SPECIAL) {
    m2k_vec_clear(&r->ops);
    m2k_vec_clear(&r->imm);
    read_plain_call(r, llvm, &info, inst);
  }
  return how == GONE;
}
