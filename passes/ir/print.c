#include "passes/ir/ir.h"

#include <inttypes.h>

const char *m2k_op_text(m2k_op op) {
  static const char *const text[] = {
#define OP(name, word) word,
#include "passes/ir/op.def"
#undef OP
  };
  return (unsigned)op < M2K_OP_COUNT ? text[op] : "?";
}

const char *m2k_pred_text(m2k_pred pred) {
  static const char *const text[] = {"eq",  "ne",  "ugt", "uge", "ult",
                                     "ule", "sgt", "sge", "slt", "sle"};
  return (unsigned)pred < sizeof text / sizeof *text ? text[pred] : "?";
}

static const char *fcmp_text(unsigned pred) {
  static const char *const text[] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                     "one",   "ord", "uno", "ueq", "ugt", "uge",
                                     "ult",   "ule", "une", "true"};
  return pred < sizeof text / sizeof *text ? text[pred] : "?";
}

static const char *rmw_text(unsigned op) {
  static const char *const text[] = {
      "xchg", "add",  "sub",  "and",  "nand", "or",   "xor",  "max",  "min",
      "umax", "umin", "fadd", "fsub", "fmax", "fmin", "uinc", "udec", "other"};
  return op < sizeof text / sizeof *text ? text[op] : "?";
}

static void print_type(const m2k_fn *fn, m2k_type id, m2k_str *out) {
  const m2k_type_info *t = m2k_type_of(fn, id);
  static const char *const plain[] = {
      [M2K_TY_VOID] = "void",     [M2K_TY_HALF] = "half",
      [M2K_TY_BFLOAT] = "bfloat", [M2K_TY_FLOAT] = "float",
      [M2K_TY_DOUBLE] = "double", [M2K_TY_OTHER] = "other"};
  bool vector = t->kind == M2K_TY_VECTOR;
  switch (t->kind) {
  case M2K_TY_INT:
    m2k_str_addf(out, "i%u", t->bits);
    break;
  case M2K_TY_PTR:
    m2k_str_add(out, "ptr");
    if (t->addrspace)
      m2k_str_addf(out, "(%u)", t->addrspace);
    break;
  case M2K_TY_VECTOR:
  case M2K_TY_ARRAY:
    m2k_str_addf(out, "%c%u x ", vector ? '<' : '[', t->count);
    print_type(fn, t->elem, out);
    m2k_str_add(out, vector ? ">" : "]");
    break;
  case M2K_TY_STRUCT:
    m2k_str_add(out, "{");
    for (uint32_t i = 0; i < t->count; i++) {
      m2k_str_add(out, i ? ", " : "");
      print_type(fn, t->fields[i], out);
    }
    m2k_str_add(out, "}");
    break;
  default:
    m2k_str_add(out, plain[t->kind]);
  }
}

static void print_int(const m2k_fn *fn, const m2k_value *v, m2k_str *out) {
  uint32_t bits = m2k_type_of(fn, v->type)->bits;
  if (bits > 64) {
    m2k_str_addf(out, "0x%" PRIx64 ":%016" PRIx64, v->hi, v->lo);
    return;
  }
  uint64_t sign = bits ? UINT64_C(1) << (bits - 1) : 0;
  if (bits == 1)
    m2k_str_add(out, v->lo ? "true" : "false");
  else
    m2k_str_addf(out, "%" PRId64, (int64_t)((v->lo ^ sign) - sign));
}

static void print_val(const m2k_fn *fn, m2k_val id, m2k_str *out) {
  const m2k_value *v = m2k_value_of(fn, id);
  switch (v->kind) {
  case M2K_VALUE_INT:
    print_int(fn, v, out);
    break;
  case M2K_VALUE_FLOAT:
    m2k_str_addf(out, "0x%" PRIx64, v->lo);
    break;
  case M2K_VALUE_NULL:
    m2k_str_add(out, "null");
    break;
  case M2K_VALUE_UNDEF:
    m2k_str_add(out, "undef");
    break;
  case M2K_VALUE_GLOBAL:
  case M2K_VALUE_FUNCTION:
    m2k_str_addf(out, "@%s", v->name);
    break;
  case M2K_VALUE_AGGREGATE:
    m2k_str_add(out, "{");
    for (uint32_t i = 0; i < v->count; i++) {
      m2k_str_add(out, i ? ", " : "");
      print_val(fn, v->elems[i], out);
    }
    m2k_str_add(out, "}");
    break;
  default:
    m2k_str_addf(out, "v%u", id);
  }
}

static void print_sub(const m2k_inst *inst, m2k_str *out) {
  if (inst->op == M2K_OP_ICMP)
    m2k_str_addf(out, " %s", m2k_pred_text((m2k_pred)inst->sub));
  else if (inst->op == M2K_OP_FCMP)
    m2k_str_addf(out, " %s", fcmp_text(inst->sub));
  else if (inst->op == M2K_OP_ATOMICRMW)
    m2k_str_addf(out, " %s", rmw_text(inst->sub));
  else if (inst->op == M2K_OP_ASM && inst->sub)
    m2k_str_add(out, " memory");
}

/* Template text on one line. */
static void print_quoted(const char *text, m2k_str *out) {
  m2k_str_add(out, " \"");
  for (; *text; text++) {
    if (*text == '\n' || *text == '\t')
      m2k_str_add(out, *text == '\n' ? "\\n" : "\\t");
    else
      m2k_str_add_n(out, text, 1);
  }
  m2k_str_add(out, "\"");
}

static void print_text(const m2k_inst *inst, m2k_str *out) {
  if (inst->text && inst->op == M2K_OP_CALL)
    m2k_str_addf(out, " @%s", inst->text);
  else if (inst->text)
    print_quoted(inst->text, out);
  if (inst->text2)
    print_quoted(inst->text2, out);
}

static void print_imms(const m2k_inst *inst, m2k_str *out) {
  bool blocks = inst->op == M2K_OP_JMP || inst->op == M2K_OP_BR ||
                inst->op == M2K_OP_SWITCH || inst->op == M2K_OP_PHI;
  if (!inst->imm_count)
    return;
  m2k_str_add(out, " [");
  for (uint32_t i = 0; i < inst->imm_count; i++)
    m2k_str_addf(out, "%s%s%" PRId64, i ? ", " : "", blocks ? "b" : "",
                 inst->imm[i]);
  m2k_str_add(out, "]");
}

static void print_memory(const m2k_inst *inst, m2k_str *out) {
  if (inst->align)
    m2k_str_addf(out, " align %u", inst->align);
  if (inst->flags & M2K_INST_VOLATILE)
    m2k_str_add(out, " volatile");
  if (inst->flags & M2K_INST_ATOMIC)
    m2k_str_add(out, " atomic");
  if (inst->order)
    m2k_str_addf(out, " order %u scope \"%s\"", inst->order,
                 inst->scope ? inst->scope : "");
  if (inst->mem_id != M2K_NONE)
    m2k_str_addf(out, " mem %u", inst->mem_id);
}

static void print_loc(const m2k_loc *loc, m2k_str *out) {
  for (const char *mark = "  ; "; loc; loc = loc->inlined_at, mark = " <- ")
    m2k_str_addf(out, "%s%s:%u:%u", mark, loc->file, loc->line, loc->col);
}

static void print_inst(const m2k_fn *fn, const m2k_inst *inst, m2k_str *out) {
  m2k_str_add(out, "  ");
  if (inst->result != M2K_NONE)
    m2k_str_addf(out, "v%u = ", inst->result);
  m2k_str_add(out, m2k_op_text((m2k_op)inst->op));
  print_sub(inst, out);
  if (m2k_type_of(fn, inst->type)->kind != M2K_TY_VOID) {
    m2k_str_add(out, " ");
    print_type(fn, inst->type, out);
  }
  print_text(inst, out);
  for (uint32_t i = 0; i < inst->op_count; i++) {
    m2k_str_add(out, i ? ", " : " ");
    print_val(fn, inst->ops[i], out);
  }
  print_imms(inst, out);
  print_memory(inst, out);
  print_loc(inst->loc, out);
  m2k_str_add(out, "\n");
}

static void print_id(const char *word, uint32_t id, m2k_str *out) {
  if (id != M2K_NONE)
    m2k_str_addf(out, " %s%u", word, id);
}

static void print_block(const m2k_fn *fn, uint32_t id, m2k_str *out) {
  const m2k_block *b = &fn->blocks[id];
  m2k_str_addf(out, "b%u:", id);
  print_id("idom b", b->idom, out);
  print_id("ipdom b", b->ipdom, out);
  print_id("loop ", b->loop, out);
  m2k_str_addf(out, "%s%s\n", b->name ? "  ; " : "", b->name ? b->name : "");
  for (uint32_t i = 0; i < b->count; i++)
    print_inst(fn, &fn->insts[b->first + i], out);
}

void m2k_ir_print(const m2k_fn *fn, m2k_str *out) {
  m2k_str_addf(out, "function %s%s\n", fn->display,
               fn->irreducible ? " irreducible" : "");
  for (uint32_t i = 0; i < fn->param_count; i++) {
    const m2k_param *p = &fn->params[i];
    m2k_str_addf(out, "  v%u: ", p->value);
    print_type(fn, p->type, out);
    m2k_str_addf(out, " %s", p->name ? p->name : "?");
    if (p->byval_size)
      m2k_str_addf(out, " byval %" PRIu64, p->byval_size);
    m2k_str_add(out, "\n");
  }
  for (uint32_t i = 0; i < fn->loop_count; i++) {
    const m2k_loop *l = &fn->loops[i];
    m2k_str_addf(out, "  loop %u:", i);
    print_id("header b", l->header, out);
    print_id("latch b", l->latch, out);
    print_id("preheader b", l->preheader, out);
    print_id("parent ", l->parent, out);
    m2k_str_add(out, "\n");
  }
  for (uint32_t b = 0; b < fn->block_count; b++)
    print_block(fn, b, out);
}
