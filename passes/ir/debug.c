#include "passes/ir/reader.h"

/* Operand numbers of LLVM 19's metadata nodes (DebugInfoMetadata.h). */
enum {
  SCOPE_PARENT = 1, /* DISubprogram, DILexicalBlock, DINamespace, types */
  SCOPE_NAME = 2,
  VARIABLE_NAME = 1, /* DILocalVariable */
  GLOBAL_NAME = 1,   /* DIGlobalVariable */
  UNIT_FILE = 0,
  DEPTH_MAX = 1000 /* of scopes and inlining; more means a broken module */
};

static LLVMValueRef as_value(m2k_ir_state *s, LLVMMetadataRef md) {
  return LLVMMetadataAsValue(s->context, md);
}

static LLVMValueRef node_operand(LLVMValueRef node, unsigned index) {
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(node);
  LLVMValueRef few[32];
  if (index >= n || n > 32)
    return NULL;
  LLVMGetMDNodeOperands(node, few);
  return few[index];
}

const char *m2k_read_md_string(m2k_ir_state *s, LLVMValueRef node,
                               unsigned index) {
  LLVMValueRef op = node_operand(node, index);
  unsigned len;
  const char *text = op ? LLVMGetMDString(op, &len) : NULL;
  return text ? m2k_strndup(s->pub.arena, text, len) : NULL;
}

static LLVMMetadataRef parent_scope(m2k_ir_state *s, LLVMMetadataRef scope) {
  LLVMValueRef op = node_operand(as_value(s, scope), SCOPE_PARENT);
  return op ? LLVMValueAsMetadata(op) : NULL;
}

static uint32_t add_text(m2k_ir_state *s, const char *text) {
  if (s->text_count == s->text_cap) {
    uint32_t cap = s->text_cap ? s->text_cap * 2 : 64;
    const char **grown = M2K_NEW_N(s->pub.arena, const char *, cap);
    if (s->text_count)
      memcpy(grown, s->text_at, s->text_count * sizeof *grown);
    s->text_at = grown;
    s->text_cap = cap;
  }
  s->text_at[s->text_count] = text;
  return s->text_count++;
}

/* The name as written for files of the compile directory, else with their
 * directory, so that it can be opened from there. */
static const char *read_file_name(m2k_ir_state *s, LLVMMetadataRef file) {
  uint32_t id;
  if (!file)
    return "";
  if (m2k_ptr_map_get(&s->files, file, &id))
    return s->text_at[id];
  unsigned name_len = 0, dir_len = 0;
  const char *name = LLVMDIFileGetFilename(file, &name_len);
  const char *dir = LLVMDIFileGetDirectory(file, &dir_len);
  char *text = m2k_strndup(s->pub.arena, name ? name : "", name_len);
  char *base = m2k_strndup(s->pub.arena, dir ? dir : "", dir_len);
  if (*text != '/' && *base && strcmp(base, s->comp_dir))
    text = m2k_printf(s->pub.arena, "%s%s%s", base,
                      m2k_ends_with(base, "/") ? "" : "/", text);
  id = add_text(s, text);
  m2k_ptr_map_put(&s->files, file, id);
  return text;
}

/* Name of the function around a scope, without its namespaces. */
static const char *read_scope_function(m2k_ir_state *s, LLVMMetadataRef scope) {
  uint32_t id;
  if (m2k_ptr_map_get(&s->scopes, scope, &id))
    return s->text_at[id];
  LLVMMetadataRef at = scope;
  for (int depth = 0; at && depth < DEPTH_MAX; depth++) {
    if (LLVMGetMetadataKind(at) == LLVMDISubprogramMetadataKind)
      break;
    at = parent_scope(s, at);
  }
  const char *name =
      at ? m2k_read_md_string(s, as_value(s, at), SCOPE_NAME) : NULL;
  id = add_text(s, name);
  m2k_ptr_map_put(&s->scopes, scope, id);
  return name;
}

static uint32_t add_loc(m2k_ir_state *s, const m2k_loc *loc) {
  if (s->loc_count == s->loc_cap) {
    uint32_t cap = s->loc_cap ? s->loc_cap * 2 : 256;
    const m2k_loc **grown = M2K_NEW_N(s->pub.arena, const m2k_loc *, cap);
    if (s->loc_count)
      memcpy(grown, s->loc_at, s->loc_count * sizeof *grown);
    s->loc_at = grown;
    s->loc_cap = cap;
  }
  s->loc_at[s->loc_count] = loc;
  return s->loc_count++;
}

static const m2k_loc *read_loc(m2k_ir_state *s, LLVMMetadataRef at, int depth) {
  uint32_t id;
  if (!at || depth > DEPTH_MAX)
    return NULL;
  if (m2k_ptr_map_get(&s->locs, at, &id))
    return s->loc_at[id];
  m2k_loc *loc = M2K_NEW(s->pub.arena, m2k_loc);
  LLVMMetadataRef scope = LLVMDILocationGetScope(at);
  loc->line = LLVMDILocationGetLine(at);
  loc->col = LLVMDILocationGetColumn(at);
  loc->file = scope ? read_file_name(s, LLVMDIScopeGetFile(scope)) : "";
  loc->function = scope ? read_scope_function(s, scope) : NULL;
  loc->inlined_at = read_loc(s, LLVMDILocationGetInlinedAt(at), depth + 1);
  m2k_ptr_map_put(&s->locs, at, add_loc(s, loc));
  return loc;
}

const m2k_loc *m2k_read_loc(m2k_ir_state *s, LLVMMetadataRef location) {
  return read_loc(s, location, 0);
}

static const char *qualified(m2k_ir_state *s, LLVMMetadataRef scope,
                             int depth) {
  const char *name = m2k_read_md_string(s, as_value(s, scope), SCOPE_NAME);
  LLVMMetadataRef up = depth < DEPTH_MAX ? parent_scope(s, scope) : NULL;
  LLVMMetadataKind kind = up ? LLVMGetMetadataKind(up) : LLVMDIFileMetadataKind;
  bool named = kind == LLVMDINamespaceMetadataKind ||
               kind == LLVMDICompositeTypeMetadataKind ||
               kind == LLVMDISubprogramMetadataKind;
  if (!name)
    name = "(anonymous)";
  if (!named)
    return name;
  return m2k_printf(s->pub.arena, "%s::%s", qualified(s, up, depth + 1), name);
}

m2k_loc m2k_read_subprogram(m2k_ir_state *s, LLVMMetadataRef subprogram,
                            const char **display) {
  m2k_loc loc = {.file = ""};
  if (!subprogram)
    return loc;
  loc.file = read_file_name(s, LLVMDIScopeGetFile(subprogram));
  loc.line = LLVMDISubprogramGetLine(subprogram);
  loc.function = read_scope_function(s, subprogram);
  *display = qualified(s, subprogram, 0);
  return loc;
}

void m2k_read_global_debug(m2k_ir_state *s, LLVMValueRef global,
                           m2k_global *out) {
  size_t n = 0;
  out->loc = (m2k_loc){.file = ""};
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n; i++) {
    if (LLVMValueMetadataEntriesGetKind(all, i) != s->md_dbg)
      continue;
    LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(all, i);
    if (LLVMGetMetadataKind(md) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    LLVMMetadataRef var = LLVMDIGlobalVariableExpressionGetVariable(md);
    const char *name =
        var ? m2k_read_md_string(s, as_value(s, var), GLOBAL_NAME) : NULL;
    if (!name)
      continue;
    out->display = name;
    out->loc.file = read_file_name(s, LLVMDIVariableGetFile(var));
    out->loc.line = LLVMDIVariableGetLine(var);
  }
  LLVMDisposeValueMetadataEntries(all);
}

void m2k_read_arg_name(m2k_reader *r, LLVMValueRef call) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(call);
  if (LLVMGetNumArgOperands(call) < 2 || !at || LLVMDILocationGetInlinedAt(at))
    return;
  LLVMValueRef wrapped = LLVMGetOperand(call, 0);
  LLVMValueRef value = NULL;
  /* Anything but a single local value, as a list of them, is no argument. */
  if (LLVMGetMetadataKind(LLVMValueAsMetadata(wrapped)) !=
      LLVMLocalAsMetadataMetadataKind)
    return;
  LLVMGetMDNodeOperands(wrapped, &value);
  uint32_t id;
  if (!value || !LLVMIsAArgument(value) ||
      !m2k_ptr_map_get(&r->vals, value, &id))
    return;
  m2k_param *param = &r->fn->params[r->values.at[id].index];
  if (param->name)
    return;
  param->name =
      m2k_read_md_string(r->state, LLVMGetOperand(call, 1), VARIABLE_NAME);
  r->values.at[id].name = param->name;
}

void m2k_read_debug_init(m2k_ir_state *s) {
  s->comp_dir = "";
  if (!LLVMGetNamedMetadataNumOperands(s->llvm, "llvm.dbg.cu"))
    return;
  unsigned n = LLVMGetNamedMetadataNumOperands(s->llvm, "llvm.dbg.cu");
  LLVMValueRef *units = M2K_NEW_N(s->pub.arena, LLVMValueRef, n);
  LLVMGetNamedMetadataOperands(s->llvm, "llvm.dbg.cu", units);
  LLVMValueRef file = node_operand(units[0], UNIT_FILE);
  if (!file)
    return;
  unsigned len = 0;
  const char *dir = LLVMDIFileGetDirectory(LLVMValueAsMetadata(file), &len);
  s->comp_dir = m2k_strndup(s->pub.arena, dir ? dir : "", len);
}
