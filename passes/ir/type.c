#include "passes/ir/reader.h"

static m2k_type add_type(m2k_ir_state *s, m2k_type_info info) {
  if (s->pub.type_count == s->type_cap) {
    s->type_cap = s->type_cap ? s->type_cap * 2 : 32;
    m2k_type_info *grown = M2K_NEW_N(s->pub.arena, m2k_type_info, s->type_cap);
    if (s->pub.type_count)
      memcpy(grown, s->pub.types, s->pub.type_count * sizeof *grown);
    s->pub.types = grown;
  }
  s->pub.types[s->pub.type_count] = info;
  return s->pub.type_count++;
}

static void read_struct(m2k_ir_state *s, LLVMTypeRef type,
                        m2k_type_info *info) {
  unsigned n = LLVMCountStructElementTypes(type);
  m2k_type *fields = M2K_NEW_N(s->pub.arena, m2k_type, n);
  uint64_t *offsets = M2K_NEW_N(s->pub.arena, uint64_t, n);
  for (unsigned i = 0; i < n; i++) {
    fields[i] = m2k_read_type(s, LLVMStructGetTypeAtIndex(type, i));
    offsets[i] = LLVMOffsetOfElement(s->layout, type, i);
  }
  info->kind = M2K_TY_STRUCT;
  info->count = n;
  info->fields = fields;
  info->offsets = offsets;
}

static void read_sequence(m2k_ir_state *s, LLVMTypeRef type,
                          m2k_type_info *info, bool vector) {
  uint64_t n = vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
  if (n > UINT32_MAX)
    return; /* stays OTHER */
  info->kind = vector ? M2K_TY_VECTOR : M2K_TY_ARRAY;
  info->count = (uint32_t)n;
  info->elem = m2k_read_type(s, LLVMGetElementType(type));
}

static void scalar(m2k_type_info *info, m2k_type_kind kind, uint32_t bits) {
  info->kind = kind;
  info->bits = bits;
}

static void read_kind(m2k_ir_state *s, LLVMTypeRef type, m2k_type_info *info) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind:
    scalar(info, M2K_TY_VOID, 0);
    break;
  case LLVMIntegerTypeKind:
    scalar(info, M2K_TY_INT, LLVMGetIntTypeWidth(type));
    break;
  case LLVMHalfTypeKind:
    scalar(info, M2K_TY_HALF, 16);
    break;
  case LLVMBFloatTypeKind:
    scalar(info, M2K_TY_BFLOAT, 16);
    break;
  case LLVMFloatTypeKind:
    scalar(info, M2K_TY_FLOAT, 32);
    break;
  case LLVMDoubleTypeKind:
    scalar(info, M2K_TY_DOUBLE, 64);
    break;
  case LLVMPointerTypeKind:
    info->addrspace = LLVMGetPointerAddressSpace(type);
    scalar(info, M2K_TY_PTR,
           8 * LLVMPointerSizeForAS(s->layout, info->addrspace));
    break;
  case LLVMVectorTypeKind:
    read_sequence(s, type, info, true);
    break;
  case LLVMArrayTypeKind:
    read_sequence(s, type, info, false);
    break;
  case LLVMStructTypeKind:
    if (!LLVMIsOpaqueStruct(type) && LLVMTypeIsSized(type))
      read_struct(s, type, info);
    break;
  default:
    break;
  }
}

/* Layout questions about these abort inside LLVM. */
static bool has_layout(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind != LLVMVoidTypeKind && kind != LLVMScalableVectorTypeKind &&
         kind != LLVMTargetExtTypeKind && kind != LLVMFunctionTypeKind &&
         LLVMTypeIsSized(type);
}

m2k_type m2k_read_type(m2k_ir_state *s, LLVMTypeRef type) {
  uint32_t id;
  if (m2k_ptr_map_get(&s->types, type, &id))
    return id;
  m2k_type_info info = {.kind = M2K_TY_OTHER, .align = 1, .elem = M2K_NONE};
  read_kind(s, type, &info);
  if (has_layout(type)) {
    info.size = LLVMStoreSizeOfType(s->layout, type);
    info.alloc_size = LLVMABISizeOfType(s->layout, type);
    info.align = LLVMABIAlignmentOfType(s->layout, type);
  }
  id = add_type(s, info);
  m2k_ptr_map_put(&s->types, type, id);
  return id;
}

m2k_type_info m2k_read_type_info(m2k_ir_state *s, LLVMTypeRef type) {
  m2k_type id = m2k_read_type(s, type);
  return s->pub.types[id];
}
