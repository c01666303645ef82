#include "passes/ir/reader.h"

/* Initialisers beyond this stay unknown: nobody indexes with such tables. */
enum { INIT_MAX = 1 << 24 };

static bool flatten(m2k_ir_state *s, LLVMValueRef c, uint8_t *to);

static bool flatten_scalar(m2k_ir_state *s, LLVMValueRef c, uint8_t *to) {
  m2k_type_info info = m2k_read_type_info(s, LLVMTypeOf(c));
  bool known = false;
  uint64_t words[2] = {0, 0};
  if (LLVMIsAConstantInt(c))
    m2k_read_wide_int(c, &words[0], &words[1], &known);
  else if (LLVMIsAConstantFP(c))
    words[0] = m2k_read_float_bits(c, &known);
  if (!known || info.size > sizeof words)
    return false;
  memcpy(to, words, info.size);
  return true;
}

static bool flatten_parts(m2k_ir_state *s, LLVMValueRef c, uint8_t *to) {
  m2k_type_info info = m2k_read_type_info(s, LLVMTypeOf(c));
  uint64_t step = 0;
  if (info.kind == M2K_TY_ARRAY || info.kind == M2K_TY_VECTOR)
    step = s->pub.types[info.elem].alloc_size;
  else if (info.kind != M2K_TY_STRUCT)
    return false;
  for (unsigned i = 0; i < info.count; i++) {
    LLVMValueRef part = LLVMGetAggregateElement(c, i);
    uint64_t at = info.kind == M2K_TY_STRUCT ? info.offsets[i] : i * step;
    if (!part || !flatten(s, part, to + at))
      return false;
  }
  return true;
}

/* False when some byte is not known here: addresses, undef. */
static bool flatten(m2k_ir_state *s, LLVMValueRef c, uint8_t *to) {
  if (LLVMIsAConstantAggregateZero(c) || LLVMIsAConstantPointerNull(c))
    return true; /* `to` starts as zeros */
  if (LLVMIsAUndefValue(c))
    return false;
  if (LLVMIsAConstantInt(c) || LLVMIsAConstantFP(c))
    return flatten_scalar(s, c, to);
  if (LLVMIsAConstantDataSequential(c) || LLVMIsAConstantArray(c) ||
      LLVMIsAConstantStruct(c) || LLVMIsAConstantVector(c))
    return flatten_parts(s, c, to);
  return false;
}

static void read_init(m2k_ir_state *s, LLVMValueRef init, m2k_global *out) {
  if (!init || out->addrspace == 3)
    return; /* shared memory starts undefined, whatever is written there */
  if (LLVMIsAConstantAggregateZero(init)) {
    out->init_known = true;
    return;
  }
  if (out->size > INIT_MAX)
    return;
  uint8_t *bytes = m2k_alloc(s->pub.arena, out->size + 16);
  if (flatten(s, init, bytes)) {
    out->init = bytes;
    out->init_known = true;
  }
}

static void read_global(m2k_ir_state *s, LLVMValueRef g, m2k_global *out) {
  size_t len;
  const char *name = LLVMGetValueName2(g, &len);
  LLVMTypeRef type = LLVMGlobalGetValueType(g);
  m2k_type_info info = m2k_read_type_info(s, type);
  out->name = m2k_strndup(s->pub.arena, name, len);
  out->display = out->name;
  out->size = info.alloc_size;
  out->align = LLVMGetAlignment(g) ? LLVMGetAlignment(g) : info.align;
  out->addrspace = LLVMGetPointerAddressSpace(LLVMTypeOf(g));
  LLVMValueRef init = LLVMGetInitializer(g);
  out->is_external = LLVMIsDeclaration(g);
  read_init(s, init, out);
  out->is_constant = LLVMIsGlobalConstant(g) && out->init_known;
  m2k_read_global_debug(s, g, out);
}

void m2k_read_globals(m2k_ir_state *s) {
  uint32_t n = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->llvm); g;
       g = LLVMGetNextGlobal(g))
    n++;
  s->pub.globals = M2K_NEW_N(s->pub.arena, m2k_global, n);
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->llvm); g;
       g = LLVMGetNextGlobal(g)) {
    read_global(s, g, &s->pub.globals[s->pub.global_count]);
    m2k_ptr_map_put(&s->globals, g, s->pub.global_count++);
  }
}
